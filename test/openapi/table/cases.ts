// The tests of rows: each serves a document, sends a request and checks the response.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from './row.ts';
import { outcomeOf } from './serve.ts';

export function tableCases(tables: Readonly<Record<string, readonly Row[]>>): void {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-table-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe.each(Object.entries(tables))('%s', (table, rows) => {
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
}
