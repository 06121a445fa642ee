// The first rows of each table of OpenAPI's features, and the names of all.

import { expect, test } from 'vitest';
import { tableCases } from './table/cases.ts';
import prism from './table/prism.json' with { type: 'json' };
import { TABLES } from './table/tables.ts';

const FIRST = 2;

tableCases(Object.fromEntries(Object.entries(TABLES).map(([table, rows]) => [table, rows.slice(0, FIRST)])));

test('row names are unique, and exceptions of Prism name rows', () => {
  const names = Object.values(TABLES).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // Exceptions of Prism are stored next to the tables, by row name.
  expect(Object.keys(prism.rows).filter((name) => !names.includes(name))).toEqual([]);
});
