// State files: one record per line, read and written in pieces.

import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecordLines, writeRecordLines } from '../../src/store/disk/record-lines.ts';
import type { RecordLists } from '../../src/store/record.ts';
import { checkProperty } from '../support/runs.ts';

const RECORDS = fc.dictionary(
  fc.string({ unit: 'binary' }),
  fc.array(fc.record({ id: fc.string({ unit: 'binary' }), value: fc.jsonValue() }), { maxLength: 3 }),
);

async function written(records: RecordLists): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await writeRecordLines(records, { write: async (bytes) => void parts.push(bytes) });
  return Buffer.concat(parts);
}

function read(bytes: Uint8Array, at = 0) {
  return readRecordLines(Readable.from([bytes.subarray(0, at), bytes.subarray(at)]));
}

test('records are read as they were written, with any chunk boundaries', async () => {
  await checkProperty(
    fc.asyncProperty(RECORDS, fc.nat(), async (given, cut) => {
      const records = JSON.parse(JSON.stringify(given));
      const bytes = await written(records);
      expect(JSON.parse(bytes.toString())).toEqual(records);
      expect((await read(bytes, cut % bytes.length)).records).toEqual(records);
    }),
    { numRuns: 500 },
  );
});

test('the checksum and the size of a file are the same for writer and reader', async () => {
  const parts: Uint8Array[] = [];
  const records = { cats: [{ id: 'ü' }], dogs: [] };
  const written = await writeRecordLines(records, { write: async (bytes) => void parts.push(bytes) });
  expect(await read(Buffer.concat(parts))).toEqual({ records, ...written });
});

test('a file with one changed byte is read like JSON.parse, or not line by line', async () => {
  await checkProperty(
    fc.asyncProperty(RECORDS, fc.nat(), fc.constantFrom(...'{}[],": \n1x'), async (given, at, byte) => {
      const bytes = await written(JSON.parse(JSON.stringify(given)));
      bytes[at % bytes.length] = byte.charCodeAt(0);
      const { records } = await read(bytes);
      if (records) expect(records).toEqual(JSON.parse(bytes.toString()));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['', undefined],
  ['{', undefined],
  ['{}', {}],
  ['{\n  "cats": []\n}', { cats: [] }],
  ['{\n  "cats": [],\n}', undefined],
  ['{\n  "cats": []\n  "dogs": []\n}', undefined],
  ['{\n  "cats": [\n  ]\n}', undefined],
  ['{\n  "cats": [\n    {"id":"1"}\n    {"id":"2"}\n  ]\n}', undefined],
  ['{\n  "cats": [\n    {"id":"1"},\n  ]\n}', undefined],
  ['{\n  "cats": [\n    {"id":"1"}\n  ]\n}\n{}', undefined],
])('%j is read as %j', async (text, records) => {
  expect((await read(Buffer.from(text))).records).toEqual(records);
});

test('writing stops between two chunks when it is aborted', async () => {
  const cats = Array.from({ length: 3 }, (_, id) => ({ id: `${id}`, name: 'x'.repeat(300_000) }));
  const stop = new AbortController();
  let pieces = 0;
  const write = async () => {
    pieces += 1;
    stop.abort();
  };
  await expect(writeRecordLines({ cats }, { write }, stop.signal)).rejects.toThrow('aborted');
  expect(pieces).toBe(1);
});
