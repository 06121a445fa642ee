// The GitHub workflows and templates are valid, and run what exists.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts, version } = JSON.parse(read('package.json'));
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();
const templates = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })
  .filter((path) => !path.endsWith('config.yml'))
  .sort();

describe.each(workflows)('%s', (path) => {
  const workflow = read(path);

  test('matches the published schema of workflows', () => {
    expect(validateWorkflow(workflow)).toEqual({ actionType: 'workflow', errors: [] });
    expect(validateWorkflow(workflow.replace('runs-on:', 'runs-in:')).errors).not.toEqual([]);
  });

  test('runs scripts that exist', () => {
    const names = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    for (const name of names) expect(scripts).toHaveProperty([name ?? '']);
  });
});

test('there are workflows for changes, nightly tests, releases and docs', () => {
  expect(workflows.map((path) => path.split('/').pop())).toEqual(['ci.yml', 'docs.yml', 'nightly.yml', 'release.yml']);
});

test('a release is published only if its tag is the version of the package', () => {
  const step = /run: (test "v\$\(.*)/.exec(read('.github/workflows/release.yml'))?.[1];
  expect(step).toBe(`test "v$(node --print 'require("./package.json").version')" = "$GITHUB_REF_NAME"`);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
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
