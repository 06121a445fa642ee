// Events and lines in bodies.

import { expect, test } from 'vitest';
import { parseEvents } from '../../../src/openapi/event-items.ts';
import { type MediaRange, parseMediaType } from '../../../src/openapi/media-type.ts';
import { getCompletePart } from '../../../src/verify/responses/event-sequence.ts';

const EVENTS = 'text/event-stream';
const LINES = 'application/x-ndjson';

test.each<[text: string, events: readonly object[]]>([
  ['data: a\n\n', [{ data: 'a' }]],
  ['data:a\r\ndata: b\r\n\r\n', [{ data: 'a\nb' }]],
  ['\ufeffevent: x\nid: 7\nretry: 10\ndata\n\n', [{ data: '', event: 'x', id: '7', retry: 10 }]],
  [': comment\n\nid: 1\n\n', []],
  ['retry: soon\ndata: {"a": "b: c"}\n\ndata: 2\n\n', [{ data: '{"a": "b: c"}' }, { data: '2' }]],
])('events are read from %j', (text, events) => {
  expect(parseEvents(text)).toEqual(events);
});

test.each([
  [EVENTS, 'data: 1\n\ndata: 2', 'data: 1\n\n'],
  [EVENTS, 'data: 1\r\n\r\nda', 'data: 1\r\n\r\n'],
  [EVENTS, 'data: 1\n', ''],
  [LINES, '{}\n{', '{}\n'],
  ['multipart/mixed; boundary=b', '--b\r\n\r\n1\r\n--b\r\n\r\n2', '--b\r\n\r\n1\r\n--b--\r\n'],
  ['multipart/mixed; boundary=b', '--b\r\n\r\n1', ''],
  ['application/json-seq', '\x1e{}\n\x1e{', '\x1e{}\n'],
])('the complete part of %s: %j', (type, text, complete) => {
  const media = parseMediaType(type) as MediaRange;
  expect(Buffer.from(getCompletePart(Buffer.from(text), media)).toString()).toBe(complete);
});
