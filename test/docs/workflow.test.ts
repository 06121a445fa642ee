// The workflow that publishes the docs is valid.

import { readFileSync } from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';

const workflow = readFileSync(new URL('../../.github/workflows/docs.yml', import.meta.url), 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('the workflow for GitHub Pages is as the published schema of workflows says', () => {
  expect(validateWorkflow(workflow)).toEqual({ actionType: 'workflow', errors: [] });
  expect(validateWorkflow(workflow.replace('runs-on:', 'runs-in:')).errors).not.toEqual([]);
});

test('the workflow runs a script that exists', () => {
  const [, name = ''] = /npm run ([\w:]+)/.exec(workflow) ?? [];
  expect(scripts).toHaveProperty([name]);
});
