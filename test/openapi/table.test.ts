// Every small feature of OpenAPI, one by one: a document, a request, and what comes of it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parameters } from './table/parameters.ts';
import { paths } from './table/paths.ts';
import type { Row } from './table/row.ts';
import { outcomeOf } from './table/serve.ts';

const TABLES: Readonly<Record<string, readonly Row[]>> = { parameters, paths };

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

test('no two rows have the same name', () => {
  const names = Object.values(TABLES).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
