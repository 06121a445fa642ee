// Media types in detail: versions, files, XML.

import { documentOf, INTEGER, operation, type Row, row, STRING, STRINGS } from './row.ts';

const FORM = 'application/x-www-form-urlencoded';
const NAMED = { type: 'object', required: ['name'], properties: { name: STRING, age: INTEGER } };
const PET = { ...NAMED, xml: { name: 'pet' } };
const FILE = { type: 'string', format: 'binary' };
const PERSON = {
  type: 'object',
  properties: { name: STRING, tags: STRINGS, home: { type: 'object', properties: { city: STRING, zip: INTEGER } } },
};

/** A document with the operation `POST /a` and these request media types. */
function withBody(content: object, more: object = {}) {
  const requestBody = { required: true, content: content as never };
  return documentOf({ '/a': { post: operation({ requestBody }) } }, more);
}

function sent(type: string | undefined, body: string, more: Readonly<Record<string, string>> = {}) {
  // Without a type, the Fetch Standard would send text/plain.
  const headers: Readonly<Record<string, string>> = { ...(type !== undefined && { 'content-type': type }), ...more };
  return { line: 'POST /a', headers, body };
}

/** Multipart parts, each with its headers. */
function parts(...all: readonly (readonly [head: string, body: string])[]) {
  const text = all.map(([head, body]) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('');
  return sent('multipart/form-data; boundary=x', `${text}--x--\r\n`);
}

const file = (name: string, type: string, text: string) => ({ name, type, bytes: new Uint8Array(Buffer.from(text)) });
const rejected = (says: string, status = 400) => ({ status, says });
const unsupported = (says: string) => ({ status: 415, says });

export const mediaTypes: readonly Row[] = [
  row(
    'JSON in another charset than UTF-8',
    withBody({ 'application/json': { schema: NAMED } }),
    sent('application/json; charset=utf-16', '{"name":"x"}'),
    unsupported('application/json; charset=utf-16 is not accepted; use application/json'),
  ),
  row(
    'a version of JSON',
    withBody({ 'application/json; version=1': { schema: INTEGER }, 'application/json; version=2': { schema: NAMED } }),
    sent('application/json; version=2', '{"name":"x"}'),
    { input: { name: 'x' } },
  ),
  row(
    'an unknown version of JSON',
    withBody({ 'application/json; version=1': { schema: NAMED } }),
    sent('application/json; version=2', '{"name":"x"}'),
    unsupported('application/json; version=2 is not accepted'),
  ),
  row(
    'JSON for any media type that violates its schema',
    withBody({ '*/*': { schema: NAMED } }),
    sent('application/json', '{}'),
    rejected('/name is required'),
  ),
  row(
    'JSON for a range of JSON types',
    withBody({ 'application/*+json': { schema: NAMED } }),
    sent('application/a+json', '{"name":"x"}'),
    { input: { name: 'x' } },
  ),
  row(
    'an invalid media type',
    withBody({ 'application/json': {} }),
    sent('json', '{}'),
    unsupported('json is not accepted; use application/json'),
  ),
  row(
    'JSON where there are messages of remote procedures only',
    withBody({ 'application/grpc': { schema: NAMED }, 'application/connect+proto': { schema: NAMED } }),
    sent('application/json', '{"name":"x"}'),
    unsupported('declares only RPC messages (application/grpc, application/connect+proto) and no x-rpc'),
  ),
  row(
    'a form with an object in JSON',
    withBody({ [FORM]: { schema: PERSON, encoding: { home: { contentType: 'application/json' } } } }),
    sent(FORM, 'home=%7B%22zip%22%3A3%7D'),
    { input: { home: { zip: 3 } } },
  ),
  row(
    'a form that does not decode',
    withBody({ [FORM]: { schema: NAMED } }),
    sent(FORM, 'name=%zz'),
    rejected('invalid percent-encoding in form field name'),
  ),
  row(
    'a form with too many fields',
    withBody({ [FORM]: {} }),
    sent(FORM, 'a&'.repeat(10_001)),
    rejected('the form has more than 10000 fields'),
  ),
  row(
    'a file',
    withBody({ 'multipart/form-data': { schema: { type: 'object', properties: { photo: FILE } } } }),
    parts(['name="photo"; filename="a.png"\r\nContent-Type: image/png', 'png']),
    { input: { photo: file('a.png', 'image/png', 'png') } },
  ),
  row(
    'a file and fields',
    withBody({
      'multipart/form-data': { schema: { type: 'object', properties: { photo: FILE, age: INTEGER, tags: STRINGS } } },
    }),
    parts(['name="photo"; filename="a"', 'x'], ['name="age"', '7'], ['name="tags"', 'a']),
    { input: { photo: file('a', 'text/plain', 'x'), age: 7, tags: ['a'] } },
  ),
  row(
    'several files',
    withBody({
      'multipart/form-data': { schema: { type: 'object', properties: { photos: { type: 'array', items: FILE } } } },
    }),
    parts(['name="photos"; filename="a"', 'x'], ['name="photos"; filename="b"', 'y']),
    { input: { photos: [file('a', 'text/plain', 'x'), file('b', 'text/plain', 'y')] } },
  ),
  row(
    'a file that is too long',
    withBody({
      'multipart/form-data': { schema: { type: 'object', properties: { photo: { ...FILE, maxLength: 2 } } } },
    }),
    parts(['name="photo"; filename="a"', 'abc']),
    rejected('body /photo must have at most 2 characters'),
  ),
  row(
    'a file that is missing',
    withBody({
      'multipart/form-data': { schema: { type: 'object', required: ['photo'], properties: { photo: FILE } } },
    }),
    parts(),
    rejected('body /photo is required'),
  ),
  row(
    'a file of another media type than its encoding declares',
    withBody({
      'multipart/form-data': {
        schema: { type: 'object', properties: { photo: FILE } },
        encoding: { photo: { contentType: 'image/png' } },
      },
    }),
    parts(['name="photo"; filename="a"\r\nContent-Type: image/gif', 'x']),
    rejected('form field photo: type image/gif is not allowed; use image/png'),
  ),
  row(
    'a part in JSON',
    withBody({ 'multipart/form-data': { schema: { type: 'object', properties: { meta: NAMED } } } }),
    parts(['name="meta"; filename="blob"\r\nContent-Type: application/json', '{"name":"x"}']),
    { input: { meta: { name: 'x' } } },
  ),
  row(
    'a JSON part that violates its schema',
    withBody({ 'multipart/form-data': { schema: { type: 'object', properties: { meta: NAMED } } } }),
    parts(['name="meta"', '{}']),
    rejected('body /meta/name is required'),
  ),
  row(
    'a file of OpenAPI 3.1',
    withBody(
      {
        'multipart/form-data': { schema: { type: 'object', properties: { photo: { contentMediaType: 'image/png' } } } },
      },
      { openapi: '3.1.0' },
    ),
    parts(['name="photo"; filename="a"', 'x']),
    { input: { photo: file('a', 'text/plain', 'x') } },
  ),
  row(
    'parts without a boundary',
    withBody({ 'multipart/form-data': {} }),
    sent('multipart/form-data', '--x--'),
    rejected('Content-Type has no boundary; let the HTTP client set this header'),
  ),
  row(
    'truncated parts',
    withBody({ 'multipart/form-data': {} }),
    sent('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'),
    rejected('the body is not valid multipart/form-data'),
  ),
  row(
    'too many parts',
    withBody({ 'multipart/form-data': {} }),
    parts(...Array<[string, string]>(1001).fill(['name="a"', 'b'])),
    rejected('the body has more than 1000 parts'),
  ),
  row('XML as text/xml', withBody({ 'text/xml': { schema: PET } }), sent('text/xml', '<pet><name>x</name></pet>'), {
    input: { name: 'x' },
  }),
  row(
    'XML with a list',
    withBody({ 'application/xml': { schema: PERSON } }),
    sent('application/xml', '<a><tags>x</tags><tags>y</tags></a>'),
    { input: { tags: ['x', 'y'] } },
  ),
  row(
    'XML with a wrapped list',
    withBody({
      'application/xml': {
        schema: {
          type: 'object',
          properties: { tags: { ...STRINGS, xml: { wrapped: true }, items: { ...STRING, xml: { name: 'tag' } } } },
        },
      },
    }),
    sent('application/xml', '<a><tags><tag>x</tag></tags></a>'),
    { input: { tags: ['x'] } },
  ),
  row(
    'XML with a prefix',
    withBody({ 'application/xml': { schema: PET } }),
    sent('application/xml', '<p:pet xmlns:p="urn:p"><p:name>x</p:name></p:pet>'),
    { input: { name: 'x' } },
  ),
  row(
    'XML with another root',
    withBody({ 'application/xml': { schema: PET } }),
    sent('application/xml', '<dog/>'),
    rejected('the root element is <dog>; expected <pet>'),
  ),
  row(
    'invalid XML',
    withBody({ 'application/xml': { schema: PET } }),
    sent('application/xml', '<pet>'),
    rejected('the body is not valid XML'),
  ),
  row(
    'XML with entities',
    withBody({ 'application/xml': { schema: PET } }),
    sent('application/xml', '<!DOCTYPE pet [<!ENTITY a "b">]><pet><name>&a;</name></pet>'),
    rejected('the body has a document type (<!DOCTYPE …>), which is not supported'),
  ),
  row(
    'CSV with a wrong cell',
    withBody({ 'text/csv': { schema: { type: 'array', items: NAMED } } }),
    sent('text/csv', 'name,age\nx,y\n'),
    rejected('body /0/age must be an integer'),
  ),
  row(
    'JSON lines with a wrong one',
    withBody({ 'application/x-ndjson': { schema: { type: 'array', items: NAMED } } }),
    sent('application/x-ndjson', '{"name":"x"}\n{}\n'),
    rejected('body /1/name is required'),
  ),
  row(
    'bytes that are too long',
    withBody({ 'application/octet-stream': { schema: { ...FILE, maxLength: 2 } } }),
    sent('application/octet-stream', 'abc'),
    rejected('body must have at most 2 characters'),
  ),
];
