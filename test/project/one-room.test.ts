// Single implementations: one resolver of references, one escape of pointers, one list of methods, one choice of the success status.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const files: readonly (readonly [name: string, text: string])[] = globSync('src/**/*.ts', { cwd: ROOT })
  .sort()
  // A page in a browser knows nothing of ours but the client.
  .filter((name) => !name.startsWith('src/inspector/'))
  .map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]);

/** A text without comments and without line breaks. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ');
}

/** The files whose code contains this. */
function filesWith(pattern: RegExp): readonly string[] {
  return files.filter(([, text]) => pattern.test(codeOf(text))).map(([name]) => name);
}

const METHOD = '[\'"](?:get|put|post|delete|options|head|patch|trace)[\'"]';

describe('src has one place', () => {
  test.each<[what: string, pattern: RegExp, places: readonly string[]]>([
    ['that escapes segments of pointers', /['"`]~[01]['"`]|\/~[01]\/g?/, ['src/schema/json-pointer.ts']],
    [
      'that lists the methods',
      new RegExp(`${METHOD}\\s*,\\s*${METHOD}\\s*,\\s*${METHOD}`, 'i'),
      ['src/openapi/methods.ts'],
    ],
    ['that selects the success status', /\^2\\d\\d\$|\^2XX\$|\^2\(/, ['src/openapi/operation-responses.ts']],
  ])('%s', (_, pattern, places) => {
    expect(filesWith(pattern)).toEqual(places);
  });

  test('that resolves references', () => {
    expect(filesWith(/\bpointerInFragment\(/)).toEqual([
      // In the fixture schema.
      'src/mock/fixtures/record-references.ts',
      // Reports unresolved references.
      'src/openapi/read/check-references.ts',
      // Requirements name security schemes by URI.
      'src/openapi/read/referenced-schemes.ts',
      'src/openapi/references.ts',
      // In a message: part of a runtime expression is a pointer.
      'src/openapi/runtime-expression.ts',
      // In 3.1 the `$id` of a schema is the base of its references.
      'src/openapi/schema/schema-identifiers.ts',
      // Annotations that occur in two documents have no single location.
      'src/openapi/schema/schema-texts.ts',
      'src/schema/json-pointer.ts',
    ]);
  });

  test('where references are read: other code only writes or skips them', () => {
    const outside = filesWith(/\$ref\b/).filter((name) => !name.startsWith('src/openapi/'));
    expect(outside).toEqual([
      // Of a path item in a document for Spectral.
      'src/lint/rule-calls.ts',
      // In the fixture schema, which is not an OpenAPI document.
      'src/mock/fixtures/record-references.ts',
      // A keyword that constrains a schema.
      'src/server/protobuf/unwrap-schema.ts',
    ]);
  });

  test('and the tree that was copied for every reference is removed', () => {
    expect(filesWith(/\bdereferenced?\b/)).toEqual([]);
  });
});

test.each([
  ["const a = key.replaceAll('~', '~0');", /['"`]~[01]['"`]|\/~[01]\/g?/],
  ["const METHODS = [\n  'GET', // first\n  'PUT',\n  'POST'];", new RegExp(`${METHOD}\\s*,\\s*${METHOD}`, 'i')],
])('the test would find a second one: %s', (text, pattern) => {
  expect(codeOf(text.replace(/ \/\/.*$/m, ''))).toMatch(pattern);
});
