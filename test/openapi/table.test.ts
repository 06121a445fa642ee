// Every small feature of OpenAPI, one by one: a document, a request, and what comes of it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import prism from './table/prism.json' with { type: 'json' };
import { outcomeOf } from './table/serve.ts';
import { TABLES } from './table/tables.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-table-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(TABLES))('%s', (table, rows) => {
  test.each(rows.map((row, index) => ({ ...row, index })))('$name', async ({ index, ...row }) => {
    const { operation, input, status, headers, body, says } = row.expected;
    const outcome = await outcomeOf(row, folder, `${table}-${index}`);
    if (status === undefined)
      expect([outcome.status, outcome.text]).toEqual([expect.toSatisfy((one) => one < 300), expect.anything()]);
    else expect([outcome.status, outcome.text]).toEqual([status, expect.anything()]);
    if (operation !== undefined) expect(outcome.operation).toBe(operation);
    if (input !== undefined) expect(outcome.input).toEqual(input);
    if (body !== undefined) expect(outcome.body).toEqual(body);
    if (says !== undefined) expect(outcome.text).toContain(says);
    for (const [name, text] of Object.entries(headers ?? {}))
      expect([name, outcome.headers.get(name)]).toEqual([name, text]);
  });
});

test('no two rows have the same name, and what is told of Prism is told of one of them', () => {
  const names = Object.values(TABLES).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // What Prism does otherwise stands beside the tables under the names of rows.
  expect(Object.keys(prism.rows).filter((name) => !names.includes(name))).toEqual([]);
});
