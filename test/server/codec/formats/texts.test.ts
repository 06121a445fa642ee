// Text bodies: plain, CSV, lines of JSON, and events.

import { describe, expect, test } from 'vitest';
import { csv } from '../../../../src/server/codec/formats/csv.ts';
import { events } from '../../../../src/server/codec/formats/events.ts';
import type { Format } from '../../../../src/server/codec/formats/format.ts';
import { jsonLines } from '../../../../src/server/codec/formats/json-lines.ts';
import { textFormat as textWithin } from '../../../../src/server/codec/formats/text-format.ts';
import { content, textSent } from '../../../support/content.ts';

const text = textWithin({ values: 100 });

const lines = jsonLines({ values: 500 });

async function* later(...items: readonly unknown[]) {
  yield* items;
}

const ROWS = { type: 'array', items: { type: 'array', items: { type: 'integer' } } };
const RECORD = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, ok: { type: 'boolean' } },
};
const RECORDS = { type: 'array', items: RECORD };

test.each<[string, Format, unknown, string, unknown]>([
  ['text/plain', text, undefined, 'ä\n', 'ä\n'],
  ['text/plain', text, { type: 'string' }, '12', '12'],
  ['text/plain', text, { type: 'integer' }, '12', 12],
  ['text/plain', text, { type: 'boolean' }, 'maybe', 'maybe'],
  ['text/csv', csv, undefined, 'a,b\n', 'a,b\n'],
  ['text/csv', csv, { type: 'string' }, 'a,b\n', 'a,b\n'],
  ['text/csv', csv, RECORDS, '', []],
  ['text/csv', csv, RECORDS, 'id,name\r\n', []],
  [
    'text/csv',
    csv,
    RECORDS,
    '\ufeffid,name,ok\r\n1,a,true\r\n2,"b ""c"", d\r\ne",\r\n',
    [
      { id: 1, name: 'a', ok: true },
      { id: 2, name: 'b "c", d\r\ne' },
    ],
  ],
  ['text/csv', csv, RECORDS, 'id,name\n1,\n2', [{ id: 1, name: '' }, { id: 2 }]],
  ['text/csv', csv, RECORDS, 'id,more\n1,x', [{ id: 1, more: 'x' }]],
  ['text/csv', csv, RECORDS, '__proto__\nx', [JSON.parse('{"__proto__":"x"}')]],
  [
    'text/csv',
    csv,
    ROWS,
    '1,2\n3,four,\n',
    [
      [1, 2],
      [3, 'four', ''],
    ],
  ],
  ['text/csv', csv, ROWS, '1,', [[1, '']]],
  ['text/tab-separated-values', csv, ROWS, '1\t2\n', [[1, 2]]],
  ['text/csv', csv, RECORD, 'id,name,ok\n1,a,true\n', { id: 1, name: 'a', ok: true }],
  ['text/csv', csv, RECORD, 'id\n1\n2\n', 'id\n1\n2\n'],
  ['text/csv', csv, RECORD, 'id\n', 'id\n'],
  ['text/csv', csv, { oneOf: [RECORD, { type: 'string' }] }, 'id\n1\n', 'id\n1\n'],
  ['application/x-ndjson', lines, undefined, '{"a":1}\n\n2\r\n"x"', [{ a: 1 }, 2, 'x']],
  ['application/x-ndjson', lines, undefined, '', []],
  ['application/json-seq', lines, undefined, '\x1e{"a":\n1}\n\x1e2\n', [{ a: 1 }, 2]],
  ['text/event-stream', events, undefined, 'data: 1\n\n', 'data: 1\n\n'],
])('%s is parsed: %# %j', async (type, format, schema, body, value) => {
  expect(await format.read(Buffer.from(body), content(type, schema))).toEqual(value);
});

test.each<[string, Format, unknown, string]>([
  ['text/csv', csv, 'a\n"b\n', 'unterminated quote in row 2 of the body'],
  ['text/csv', csv, 'a\n"b"c\n', 'text after a closing quote in row 2 of the body; write quotes inside a cell twice'],
  ['text/csv', csv, 'a\n"b"\tc\n', 'text after a closing quote in row 2 of the body; write quotes inside a cell twice'],
  ['text/csv', csv, ','.repeat(1_000_000), 'the body has more than 250000 cells'],
  ['application/x-ndjson', lines, '1\n{\n', 'line 2 of the body: it is not valid JSON'],
  ['application/json-seq', lines, '\x1e1\n\x1e{', 'record 3 of the body: it is not valid JSON'],
  ['application/x-ndjson', lines, '1\n'.repeat(101), 'the body has more than 100 lines'],
  ['application/x-ndjson', lines, `[1,2,3,4,5,6,7,8,9]\n`.repeat(60), 'the body has more than 500 values'],
  ['text/plain', text, Buffer.from([0xff]), 'the body is not valid UTF-8'],
  ['text/plain; charset=utf-16le', text, Buffer.from([0xff]), 'the body is not valid utf-16le'],
])('%s is rejected: %# %j', (type, format, body, message) => {
  expect(() => format.read(Buffer.from(body as string), content(type, RECORDS))).toThrow(message);
});

test('text may be in another charset', () => {
  const latin1 = content('text/plain; charset=ISO-8859-1', undefined);
  expect(text.read(Buffer.from('ä', 'latin1'), latin1)).toBe('ä');
});

describe('is written:', () => {
  test.each<[string, Format, unknown, unknown, string]>([
    ['text/plain', text, undefined, 'a', 'a'],
    ['text/plain', text, undefined, 12, '12'],
    ['text/plain', text, undefined, { a: 1 }, '{"a":1}'],
    [
      'text/csv',
      csv,
      undefined,
      [
        { a: 1, b: 'x' },
        { a: null, c: true },
      ],
      'a,b,c\r\n1,x,\r\n,,true\r\n',
    ],
    ['text/csv', csv, RECORDS, [{ name: 'a,b', id: 1 }], 'id,name,ok\r\n1,"a,b",\r\n'],
    ['text/csv', csv, RECORDS, [], ''],
    ['text/csv', csv, RECORD, { name: 'a', id: 1 }, 'id,name,ok\r\n1,a,\r\n'],
    [
      'text/csv',
      csv,
      undefined,
      [
        ['a "b"', 'c\nd'],
        [1, { x: 1 }],
      ],
      '"a ""b""","c\nd"\r\n1,"{""x"":1}"\r\n',
    ],
    ['text/csv', csv, undefined, 7, '7\r\n'],
    ['text/csv', csv, RECORDS, later({ id: 1 }, { id: 2 }), 'id,name,ok\r\n1,,\r\n2,,\r\n'],
    ['text/tab-separated-values', csv, undefined, [['a', 'b,c', 'd\te']], 'a\tb,c\t"d\te"\r\n'],
    ['application/x-ndjson', lines, undefined, [{ a: 1 }, 'x'], '{"a":1}\n"x"\n'],
    ['application/x-ndjson', lines, undefined, { a: 1 }, '{"a":1}\n'],
    ['application/x-ndjson', lines, undefined, later(1, 2), '1\n2\n'],
    ['application/json-seq', lines, undefined, [1, 2], '\x1e1\n\x1e2\n'],
    ['text/event-stream', events, undefined, [{ a: 1 }, 'x\ny'], 'data: {"a":1}\n\ndata: x\ndata: y\n\n'],
    [
      'text/event-stream',
      events,
      undefined,
      { event: 'add', id: 7, retry: 10, data: { a: 1 } },
      'event: add\nid: 7\nretry: 10\ndata: {"a":1}\n\n',
    ],
    [
      'text/event-stream',
      events,
      undefined,
      [{ event: 'a\ndata: forged', data: 'x' }],
      'event: a\nevent: data: forged\ndata: x\n\n',
    ],
    ['text/event-stream', events, undefined, { comment: 'still there' }, ': still there\n\n'],
    ['text/event-stream', events, undefined, { data: 1, more: 2 }, 'data: {"data":1,"more":2}\n\n'],
    ['text/event-stream', events, undefined, later('a', 'b'), 'data: a\n\ndata: b\n\n'],
  ])('%s %#', async (type, format, schema, value, written) => {
    expect(await textSent(format.write(value, content(type, schema)))).toBe(written);
  });
});
