// Entries of a recording that is read in chunks of any size.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HarEntries } from '../../../src/verify/import/har-entries.ts';
import { HarReader, readHar } from '../../../src/verify/import/read-har.ts';
import { checkProperty } from '../../support/runs.ts';

/** Reads a text in chunks of a length. @returns undefined if it is not a recording */
function entriesOf(text: string, length = Number.POSITIVE_INFINITY): readonly string[] | undefined {
  const found: string[] = [];
  const entries = new HarEntries((entry) => found.push(Buffer.from(entry ?? []).toString()));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) {
    // The memory of a chunk is reused.
    const piece = Buffer.from(bytes.subarray(at, Math.min(bytes.length, at + length)));
    entries.push(piece);
    piece.fill(0);
  }
  return entries.end() ? found : undefined;
}

const entry = fc.record(
  {
    request: fc.jsonValue({ maxDepth: 2 }),
    response: fc.string({
      unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'ä', '😀', 'log', 'entries'),
    }),
    more: fc.jsonValue(),
  },
  { requiredKeys: ['request', 'response'] },
);
const written = fc.constantFrom(undefined, 2);

describe('entries are found in chunks of any size', () => {
  const sameAs = (text: string, values: readonly unknown[], length: number) => {
    const found = entriesOf(text, length);
    expect(found?.map((one) => JSON.parse(one))).toEqual(values);
    expect(entriesOf(text)).toEqual(found);
  };
  const pieces = fc.integer({ min: 1, max: 40 });

  test('of an HTTP Archive', () => {
    const around = fc.record({ version: fc.string(), pages: fc.array(fc.jsonValue()), browser: fc.jsonValue() });
    checkProperty(
      fc.property(fc.array(entry), around, written, pieces, fc.boolean(), (entries, more, space, length, isFirst) => {
        const log = isFirst ? { entries, ...more } : { ...more, entries };
        const values = JSON.parse(JSON.stringify(entries));
        sameAs(JSON.stringify({ comment: 'entries', log, after: [1] }, undefined, space), values, length);
      }),
    );
  });

  test('in a list, one per line, and alone', () => {
    checkProperty(
      fc.property(fc.array(entry, { minLength: 1 }), written, pieces, (entries, space, length) => {
        const values = JSON.parse(JSON.stringify(entries));
        sameAs(JSON.stringify(entries, undefined, space), values, length);
        sameAs(`\ufeff${entries.map((one) => JSON.stringify(one)).join('\r\n')}\n`, values, length);
        sameAs(JSON.stringify(entries[0], undefined, space), values.slice(0, 1), length);
      }),
    );
  });
});

test.each([
  ['nothing', ''],
  ['a string', '"log"'],
  ['a number', '7'],
  ['another object', '{"a":{"entries":[{"request":1}]}}'],
  ['a log without entries', '{"log":{"version":"1.2"}}'],
  ['entries elsewhere', '{"log":{"pages":{"entries":[1]}}}'],
  ['an incomplete text', '{"log":{"entries":[{"request":1},'],
  ['text after the end', '{"log":{"entries":[]}} {}'],
  ['brackets that are never closed', '['.repeat(1_000_000)],
  ['brackets that were never opened', ']'.repeat(1_000_000)],
])('rejects %s', (_, text) => {
  expect(entriesOf(text)).toBeUndefined();
  expect(entriesOf(text.slice(0, 1000), 1)).toBeUndefined();
});

test('skips entries that are not objects, or not JSON', () => {
  expect(entriesOf('{"log":{"entries":[1,"a]",null,{"a":1},{b}]}}')).toEqual(['1', '"a]"', 'null', '{"a":1}', '{b}']);
  expect(readHar('[{"request":{}},1]', 'a').notices).toEqual([
    'Skipped in a: entry 1 has no request, or no response; entry 2 has no request, or no response.',
  ]);
});

test('skips entries that are too deep or too long, and reads the others', () => {
  const good = '{"request":{"method":"GET","url":"http://a/b"},"response":{"status":200}}';
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const reader = new HarReader('a');
  reader.push(Buffer.from(`{"log":{"entries":[${good},{"request":${deep}},{"request":"`));
  const piece = Buffer.alloc(4 * 1024 * 1024, 'x');
  for (let count = 0; count < 17; count += 1) reader.push(piece);
  reader.push(Buffer.from(`"},${good}]}}`));
  const { exchanges, notices: remarks } = reader.end();
  expect(exchanges.map(({ number }) => number)).toEqual([1, 4]);
  expect(remarks).toEqual(['Skipped in a: entry 2 has no request, or no response; entry 3 is too long.']);
});
