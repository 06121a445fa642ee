// Keywords for numbers, in schemas and values with integers that a double does not hold.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { parseJson } from '../../../src/schema/json/parse-json.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Opens a document of OpenAPI 3.1 with one schema. @param schema - in YAML */
async function documentWith(schema: string) {
  const path = join(await temporaryFolder(), 'api.yaml');
  const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\ncomponents: { schemas: { It: ${schema} } }\n`;
  await writeFile(path, text);
  const source = await openDocument(path);
  return { source, document: createDocument(source) };
}

const [MAX, MIN] = ['9223372036854775807', '-9223372036854775808'];

test.each<[string, string, boolean]>([
  ['{ type: integer }', '123456789012345678901234567890', true],
  ['{ type: number }', '123456789012345678901234567890', true],
  ['{ type: string }', '123456789012345678901234567890', false],
  ['{ type: [integer, "null"] }', '123456789012345678901234567890', true],
  ['{ type: [integer, "null"] }', 'null', true],
  ['{ type: [integer, "null"] }', '5', true],
  ['{ type: [integer, array, object] }', '[]', true],
  ['{ type: [integer, array, object] }', '"5"', false],
  ['{ type: [array, object] }', '123456789012345678901234567890', false],
  ['{ format: int64 }', MAX, true],
  ['{ format: int64 }', '9223372036854775808', false],
  ['{ format: int64 }', MIN, true],
  ['{ format: int64 }', '-9223372036854775809', false],
  ['{ format: uint64 }', '18446744073709551615', true],
  ['{ format: uint64 }', '18446744073709551616', false],
  ['{ format: int32 }', '9007199254740993', false],
  ['{ format: double-int }', '9007199254740993', false],
  ['{ format: float }', '9007199254740993', true],
  [`{ maximum: ${MAX} }`, MAX, true],
  [`{ maximum: ${MAX} }`, '9223372036854775808', false],
  [`{ maximum: ${MAX} }`, '1e300', false],
  [`{ exclusiveMaximum: ${MAX} }`, MAX, false],
  [`{ exclusiveMaximum: ${MAX} }`, '9223372036854775806', true],
  [`{ minimum: ${MIN} }`, MIN, true],
  [`{ minimum: ${MIN} }`, '-9223372036854775809', false],
  ['{ minimum: 9007199254740993 }', '9007199254740992', false],
  ['{ exclusiveMinimum: 9007199254740992 }', '9007199254740993', true],
  ['{ minimum: 5 }', '9007199254740993', true],
  ['{ maximum: 5 }', '9007199254740993', false],
  ['{ maximum: 9223372036854775000 }', '9223372036854774900', true],
  ['{ multipleOf: 10 }', '9007199254740990', true],
  ['{ multipleOf: 10 }', '9007199254740993', false],
  ['{ multipleOf: 0.01 }', '9007199254740993', true],
  ['{ multipleOf: 9007199254740993 }', '18014398509481986', true],
  ['{ multipleOf: 9007199254740993 }', '18014398509481985', false],
  ['{ enum: [9007199254740993, 5] }', '9007199254740993', true],
  ['{ enum: [9007199254740993, 5] }', '9007199254740992', false],
  ['{ enum: [9007199254740993, 5] }', '5', true],
  ['{ enum: [[9007199254740993]] }', '[9007199254740992]', false],
  ['{ const: 9007199254740993 }', '9007199254740993', true],
  ['{ const: 9007199254740993 }', '9007199254740995', false],
  ['{ const: { a: 9007199254740993 } }', '{"a":9007199254740993}', true],
  ['{ uniqueItems: true }', '[9007199254740992,9007199254740993]', true],
  ['{ uniqueItems: true }', '[9007199254740993,9007199254740993]', false],
  ['{ uniqueItems: true }', '["9007199254740993",9007199254740993]', true],
])('%s and %s: valid %s', async (schema, text, expected) => {
  const { source, document } = await documentWith(schema);
  expect(source.findings).toEqual([]);
  const part = { value: document.source.bundled.components?.schemas?.It ?? {}, pointer: '/components/schemas/It' };
  expect(document.validate(part, parseJson(text), 'request').length === 0).toBe(expected);
});
