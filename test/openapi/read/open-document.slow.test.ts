// Documents with very many schemas and references.

import { expect, test } from 'vitest';
import { documentWith, findingsOf } from '../../support/opened.ts';

test('does not report 150,000 independent schemas as a chain', async () => {
  const flat = Array.from({ length: 150_000 }, () => '{ $ref: "#/components/schemas/S1" }').join(', ');
  const leading = Array.from(
    { length: 998 },
    (_, n) => `S${n + 1}: { allOf: [{ $ref: "#/components/schemas/S${n + 2}" }] }`,
  );
  const schemas = [`S0: { anyOf: [${flat}] }`, ...leading, 'S999: { type: string }'].join(', ');
  const api = documentWith('{ $ref: "#/components/schemas/S0" }', `{ ${schemas} }`);
  expect(await findingsOf({ 'api.yaml': api })).toEqual([]);
});

test('does not report 1,500 bare references as a chain', async () => {
  const passed = Array.from({ length: 1500 }, (_, n) => `S${n}: { $ref: "#/components/schemas/S${n + 1}" }`);
  const schemas = [...passed, 'S1500: { type: string }'].join(', ');
  const api = documentWith('{ $ref: "#/components/schemas/S0" }', `{ ${schemas} }`);
  expect(await findingsOf({ 'api.yaml': api })).toEqual([]);
});

test('reports chains that are too long once, and no cycles', async () => {
  const leading = (count: number) =>
    Array.from({ length: count }, (_, n) => `S${n}: { allOf: [{ $ref: "#/components/schemas/S${n + 1}" }] }`);
  const chainFindings = (schemas: readonly string[]) =>
    findingsOf({ 'api.yaml': documentWith('{ $ref: "#/components/schemas/S0" }', `{ ${schemas.join(', ')} }`) });
  expect(await chainFindings([...leading(1000), 'S1000: { type: string }'])).toEqual([
    expect.stringMatching(/^api\.yaml:7:87 reference .*\/schema\/\$ref resolves through 1001 schemas/),
  ]);
  expect(await chainFindings([...leading(10), 'S10: { allOf: [{ $ref: "#/components/schemas/S0" }] }'])).toEqual([]);
});
