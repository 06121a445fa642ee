// Content negotiation and conditional requests.

import { documentOf, INTEGER, operation, type Row, row, STRING, STRINGS } from './row.ts';

const PET = { type: 'object', required: ['name'], properties: { name: STRING, age: INTEGER }, xml: { name: 'pet' } };
const VALUE = { name: 'x', age: 7 };
const FILE = { type: 'string', format: 'binary' };

/** A document with the operation `GET /a` and these response media types. */
function responding(content: object, more: object = {}, others: object = {}) {
  const responses = { 200: { description: 'Given.', content: content as never, ...more }, ...others };
  return documentOf({ '/a': { get: operation({ responses }) } });
}
function withAccept(accept: string) {
  return { line: 'GET /a', headers: { accept } };
}
const typed = (type: string, body: unknown) => ({ status: 200, headers: { 'content-type': type }, body });
const invalidResponse = (says: string) => ({ status: 500, says });
const BOTH = { 'application/xml': { schema: PET }, 'application/json': { schema: PET } };

export const accepted: readonly Row[] = [
  row(
    'a response in JSON with a charset',
    responding({ 'application/json; charset=utf-8': { schema: PET } }),
    'GET /a',
    typed('application/json; charset=utf-8', VALUE),
    { output: VALUE },
  ),
  row(
    'a response in HTML',
    responding({ 'text/html': { schema: STRING } }),
    'GET /a',
    typed('text/html; charset=utf-8', '<p>'),
    { output: '<p>' },
  ),
  row(
    'a CSV response as a string',
    responding({ 'text/csv': { schema: STRING } }),
    'GET /a',
    typed('text/csv; charset=utf-8', 'a,b'),
    { output: 'a,b' },
  ),
  row(
    'a CSV response that violates its schema',
    responding({ 'text/csv': { schema: { type: 'array', items: PET } } }),
    'GET /a',
    invalidResponse('response /0/name is required'),
    { output: [{ age: 7 }] },
  ),
  row(
    'an XML response that violates its schema',
    responding({ 'application/xml': { schema: PET } }),
    'GET /a',
    invalidResponse('response /name is required'),
    { output: { age: 7 } },
  ),
  row(
    'an XML response as a string',
    responding({ 'application/xml': { schema: PET } }),
    'GET /a',
    typed('application/xml', '<pet><name>y</name></pet>'),
    { output: '<pet><name>y</name></pet>' },
  ),
  row(
    'a response in XML with a list',
    responding({
      'application/xml': {
        schema: { type: 'object', xml: { name: 'a' }, properties: { tags: { ...STRINGS, xml: { wrapped: true } } } },
      },
    }),
    'GET /a',
    typed('application/xml', '<?xml version="1.0" encoding="UTF-8"?>\n<a><tags><tags>x</tags></tags></a>'),
    { output: { tags: ['x'] } },
  ),
  row(
    'an image response without a body',
    responding({ 'image/png': {} }),
    'GET /a',
    invalidResponse('response must have a body'),
  ),
  row(
    'an object as an image response',
    responding({ 'image/png': { schema: FILE } }),
    'GET /a',
    invalidResponse('response must be a string'),
    { output: {} },
  ),
  row(
    'a response in JSON lines',
    responding({ 'application/x-ndjson': { schema: { type: 'array', items: PET } } }),
    'GET /a',
    typed('application/x-ndjson', '{"name":"x","age":7}\n'),
    { output: [VALUE] },
  ),
  ...(
    [
      ['a text', '{"name":"x","age":7}\n'],
      ['one of them', { name: 'x', age: 7 }],
      ['a list', [{ name: 'x', age: 7 }]],
    ] as const
  ).map(([what, output]) =>
    row(
      `JSON lines with an item schema, returned as ${what}`,
      responding({ 'application/x-ndjson': { schema: PET } }),
      'GET /a',
      typed('application/x-ndjson', '{"name":"x","age":7}\n'),
      { output },
    ),
  ),
  row(
    'JSON lines that violate an item schema, returned as a string',
    responding({ 'application/x-ndjson': { schema: PET } }),
    'GET /a',
    invalidResponse('response /0/name must be a string'),
    { output: '{"name":7}\n' },
  ),
  row(
    'a response as an event stream',
    responding({ 'text/event-stream': {} }),
    'GET /a',
    typed('text/event-stream', 'event: a\ndata: {"name":"x","age":7}\n\n'),
    { output: [{ event: 'a', data: VALUE }] },
  ),
  row(
    'a response for a browser',
    responding({ 'application/json': { schema: PET } }),
    withAccept('text/html,application/xhtml+xml,*/*;q=0.8'),
    typed('application/json', VALUE),
    { output: VALUE },
  ),
  row(
    'a response whose media types are not accepted',
    responding(BOTH),
    withAccept('image/png'),
    {
      status: 406,
      says: 'Not Acceptable: the Accept header allows none of the available types: application/xml, application/json',
    },
    { output: VALUE },
  ),
  row(
    'a response whose media type has the weight 0',
    responding({ 'application/json': {} }),
    withAccept('application/json;q=0'),
    { status: 406 },
    { output: VALUE },
  ),
  row(
    'a response to HEAD',
    responding({ 'application/json': { schema: PET } }),
    'HEAD /a',
    { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
    { output: VALUE },
  ),
  row(
    'a response with an ETag',
    responding({ 'text/plain': {} }, { headers: { ETag: { schema: STRING } } }),
    'GET /a',
    { status: 200, headers: { etag: '"ungWv48Bz-pBQUDeXa4iI7"' } },
    { output: 'abc' },
  ),
  row(
    'If-None-Match with the current ETag',
    responding({ 'text/plain': {} }, { headers: { ETag: { schema: STRING } } }),
    { line: 'GET /a', headers: { 'if-none-match': '"ungWv48Bz-pBQUDeXa4iI7"' } },
    { status: 304, headers: { 'content-type': null }, body: '' },
    { output: 'abc' },
  ),
  row(
    'If-None-Match with an asterisk',
    responding({ 'text/plain': {} }, {}, { 304: { description: 'Known.' } }),
    { line: 'GET /a', headers: { 'if-none-match': '*' } },
    { status: 304, body: '' },
    { output: 'abc' },
  ),
  row(
    'a response whose media type the document does not declare',
    responding({ 'text/plain': {} }),
    { line: 'GET /a', headers: { 'if-none-match': '*' } },
    { status: 200, headers: { etag: null } },
    { output: 'abc' },
  ),
];
