// The GitHub action: its schema, its inputs and its scripts.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateAction } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VERIFY } from '../../src/cli/command-tables/servers.ts';
import { actionIn } from '../support/workflow.ts';

const text = readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8');
const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/verify-in-ci.md', import.meta.url)), 'utf8');
const { inputs, outputs, runs } = actionIn(text);
const scripts = runs.steps.flatMap(({ name, run }) => (run === undefined ? [] : [[name, run] as const]));

describe('the action', () => {
  test('matches the published schema of actions', () => {
    expect(validateAction(text)).toEqual({ actionType: 'action', errors: [] });
    expect(validateAction(text.replace('using: composite', 'using: compost')).errors).not.toEqual([]);
  });

  test('describes each input, and requires none', () => {
    for (const { description, default: value } of Object.values(inputs)) {
      expect(description).toMatch(/\.$/);
      expect(value).toEqual(expect.any(String));
    }
  });

  test('has each input in the guide, with its default, and each output', () => {
    const rows = new Map(
      [...guide.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, name = '', meaning]) => [name, meaning]),
    );
    for (const [name, { default: value = '' }] of Object.entries(inputs)) {
      const isText = value !== '' && !value.includes('${{');
      expect(rows.get(name), name).toEqual(
        isText ? expect.stringContaining(`default \`${value}\``) : expect.any(String),
      );
    }
    for (const name of Object.keys(outputs)) expect(guide).toContain(`The output \`${name}\` `);
  });

  test('and the script of the guide use known settings', async () => {
    const workflows = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => parse(yaml));
    expect(workflows.length).toBe(2);
    for (const { jobs } of workflows) expect(jobs.api.steps.length).toBeGreaterThan(3);
    const given: Readonly<Record<string, string>> = workflows[1].jobs.api.steps.at(-1).with;
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    const [, script = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    for (const text of [given['verify-arguments'] ?? '', script])
      for (const [, flag = ''] of text.matchAll(/ ?--([a-z-]+)/g)) expect(Object.keys(VERIFY.flags)).toContain(flag);
  });

  test('names the shell of each script, and stops at the first error', () => {
    expect(scripts.length).toBeGreaterThan(3);
    for (const { run, shell } of runs.steps) expect(shell).toBe(run === undefined ? undefined : 'bash');
    for (const [, script] of scripts) expect(script).toMatch(/^set -euo pipefail\n/);
  });

  test.each(scripts)('has no expression in the script of "%s", where it would be executed', (_, script) => {
    expect(script).not.toContain('${{');
  });

  test.each(scripts)('has a valid script in "%s"', (_, script) => {
    execFileSync('bash', ['-n'], { input: script });
    // Each variable is quoted, or bash does not split it: in [[ ]] and in assignments.
    const bare = script
      .split('\n')
      .filter((line) => !/\[\[/.test(line) && /\$[A-Z]/.test(line.replace(/"(?:[^"\\]|\\.)*"/g, '')));
    expect(bare).toEqual([]);
  });
});
