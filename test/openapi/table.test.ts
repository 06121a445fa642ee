// The first rows of each table of OpenAPI's features, and the names of all.

import { expect, test } from 'vitest';
import { tableCases } from './table/cases.ts';
import prism from './table/prism.json' with { type: 'json' };
import { TABLES } from './table/tables.ts';

const FIRST = 2;

tableCases(Object.fromEntries(Object.entries(TABLES).map(([table, rows]) => [table, rows.slice(0, FIRST)])));

test('no two rows have the same name, and what is told of Prism is told of one of them', () => {
  const names = Object.values(TABLES).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // What Prism does otherwise stands beside the tables under the names of rows.
  expect(Object.keys(prism.rows).filter((name) => !names.includes(name))).toEqual([]);
});
