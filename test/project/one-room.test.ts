// A document is walked in one room: there is one resolver of references, one escape of pointers, one list of methods, one picker of the status of success.

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

/** The files whose code has this in it. */
function filesWith(pattern: RegExp): readonly string[] {
  return files.filter(([, text]) => pattern.test(codeOf(text))).map(([name]) => name);
}

const METHOD = '[\'"](?:get|put|post|delete|options|head|patch|trace)[\'"]';

describe('in src there is one place', () => {
  test.each<[what: string, pattern: RegExp, places: readonly string[]]>([
    ['that escapes the steps of pointers', /['"`]~[01]['"`]|\/~[01]\/g?/, ['src/schema/json-pointer.ts']],
    [
      'that lists the methods',
      new RegExp(`${METHOD}\\s*,\\s*${METHOD}\\s*,\\s*${METHOD}`, 'i'),
      ['src/openapi/methods.ts'],
    ],
    ['that picks the status of success', /\^2\\d\\d\$|\^2XX\$|\^2\(/, ['src/openapi/operation-responses.ts']],
  ])('%s', (_, pattern, places) => {
    expect(filesWith(pattern)).toEqual(places);
  });

  test('that finds what a reference leads to', () => {
    expect(filesWith(/\bpointerInFragment\(/)).toEqual([
      // Of the schema of fixtures.
      'src/mock/fixtures/record-references.ts',
      // Says which ones lead nowhere.
      'src/openapi/read/check-references.ts',
      'src/openapi/references.ts',
      // Of a message: part of a runtime expression is written as one.
      'src/openapi/runtime-expression.ts',
      // In 3.1 the `$id` of a schema gives a reference another beginning.
      'src/openapi/schema/schema-identifiers.ts',
      // Of words that stand in two documents, and so at no place of one.
      'src/openapi/schema/schema-texts.ts',
      'src/schema/json-pointer.ts',
    ]);
  });

  test('where references are read: elsewhere they are written, or left out', () => {
    const outside = filesWith(/\$ref\b/).filter((name) => !name.startsWith('src/openapi/'));
    expect(outside).toEqual([
      // Of a path item in a document that Spectral is to look at.
      'src/lint/rule-calls.ts',
      // Of the schema of fixtures, which is no document.
      'src/mock/fixtures/record-references.ts',
      // One of the words by which a schema says something.
      'src/server/protobuf/unwrap-schema.ts',
    ]);
  });

  test('and the tree that was copied for every reference is gone', () => {
    expect(filesWith(/\bdereferenced?\b/)).toEqual([]);
  });
});

test.each([
  ["const a = key.replaceAll('~', '~0');", /['"`]~[01]['"`]|\/~[01]\/g?/],
  ["const METHODS = [\n  'GET', // first\n  'PUT',\n  'POST'];", new RegExp(`${METHOD}\\s*,\\s*${METHOD}`, 'i')],
])('the test would see a second one: %s', (text, pattern) => {
  expect(codeOf(text.replace(/ \/\/.*$/m, ''))).toMatch(pattern);
});
