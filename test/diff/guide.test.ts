// The guide has every rule with what it is to clients and servers, and the ids under which changes are told.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { levelsOf } from '../../src/diff/level.ts';
import { OPERATION_RULES } from '../../src/diff/operation/rules.ts';
import { SCHEMA_RULES } from '../../src/diff/schema/rules.ts';
import { ruleIds, titleOfRule } from '../../src/diff/titles.ts';
import { OWN_RULES } from '../../src/lint/own-rules.ts';

const guide = readFileSync(fileURLToPath(new URL('../../docs/changes.md', import.meta.url)), 'utf8').split('\n');
const rowsBelow = (head: string) => {
  const first = guide.findIndex((line) => line.startsWith(head)) + 2;
  return guide.slice(first, guide.indexOf('', first));
};

test('the rules of operations stand in the guide', () => {
  const rows = Object.entries(OPERATION_RULES).map(
    ([id, { clients, servers, title }]) => `| \`${id}\` | ${clients} | ${servers} | ${title} |`,
  );
  expect(rowsBelow('| rule of operations |')).toEqual(rows);
});

test('the rules of schemas stand in the guide', () => {
  const rows = Object.entries(SCHEMA_RULES).map(([id, rule]) => {
    const [into, out] = [levelsOf(rule, 'in'), levelsOf(rule, 'out')];
    return `| \`${id}\` | ${into.clients}, ${into.servers} | ${out.clients}, ${out.servers} | ${rule.title} |`;
  });
  expect(rowsBelow('| rule of schemas |')).toEqual(rows);
});

test('the rules of lint stand in the guide', () => {
  const rows = rowsBelow('| rule | alone |').map((row) => row.split(' | ').slice(0, 2).join(' '));
  expect(rows).toEqual(Object.entries(OWN_RULES).map(([id, { severity }]) => `| \`${id}\` ${severity}`));
});

test('each rule has a title, and schemas have one for each place', () => {
  expect(ruleIds()).toHaveLength(Object.keys(OPERATION_RULES).length + 4 * Object.keys(SCHEMA_RULES).length);
  for (const id of ruleIds()) expect(titleOfRule(id)).toMatch(/\.$/);
});
