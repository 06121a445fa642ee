// A schema with very many others side by side.

import { expect, test } from 'vitest';
import { documentWith, findingsOf } from '../../support/opened.ts';

test('150,000 schemas side by side are not called schemas that lead to too many others', async () => {
  const flat = Array.from({ length: 150_000 }, () => '{ $ref: "#/components/schemas/S1" }').join(', ');
  const leading = Array.from(
    { length: 998 },
    (_, n) => `S${n + 1}: { allOf: [{ $ref: "#/components/schemas/S${n + 2}" }] }`,
  );
  const schemas = [`S0: { anyOf: [${flat}] }`, ...leading, 'S999: { type: string }'].join(', ');
  const api = documentWith('{ $ref: "#/components/schemas/S0" }', `{ ${schemas} }`);
  expect(await findingsOf({ 'api.yaml': api })).toEqual([]);
});
