// Request bodies: media types, and the input of handlers.

import { documentOf, INTEGER, operation, type Row, row, STRING, STRINGS } from './row.ts';

type Content = Readonly<Record<string, object>>;

/** A document with the operation `POST /a` and these request media types. */
function withBody(content: Content, more: object = {}) {
  return documentOf({ '/a': { post: operation({ requestBody: { content: content as never, ...more } }) } });
}
const as = (type: string, schema: unknown = {}, more: object = {}) => withBody({ [type]: { schema, ...more } });
const post = (type: string, body: string, more: Readonly<Record<string, string>> = {}) => ({
  line: 'POST /a',
  headers: { 'content-type': type, ...more },
  body,
});
const PET = { type: 'object', required: ['name'], properties: { name: STRING, age: INTEGER }, xml: { name: 'pet' } };
const BINARY = { type: 'string', format: 'binary' };
const FORM = 'application/x-www-form-urlencoded';
const rejected = (says: string) => ({ status: 400, says });
const given = (input: unknown) => ({ input });
const MULTIPART = 'multipart/form-data; boundary=x';
const part = (name: string, text: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

export const bodies: readonly Row[] = [
  row('JSON', as('application/json', PET), post('application/json', '{"name":"x"}'), given({ name: 'x' })),
  row(
    'JSON in capital letters',
    as('application/json', PET),
    post('Application/JSON', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'JSON with a charset',
    as('application/json', PET),
    post('application/json; charset=utf-8', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'JSON with a charset in the document',
    as('application/json; charset=utf-8', PET),
    post('application/json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'JSON of a vendor type',
    as('application/vnd.pet+json', PET),
    post('application/vnd.pet+json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'a patch',
    as('application/merge-patch+json', PET),
    post('application/merge-patch+json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row('JSON as text/json', as('text/json', PET), post('text/json', '{"name":"x"}'), given({ name: 'x' })),
  row('JSON for any media type', as('*/*', PET), post('application/json', '{"name":"x"}'), given({ name: 'x' })),
  row(
    'JSON for a media type range',
    as('application/*', PET),
    post('application/json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'the most specific media type',
    withBody({ '*/*': { schema: INTEGER }, 'application/json': { schema: PET } }),
    post('application/json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'a number in JSON that is too large for JavaScript',
    as('application/json', { type: 'object', properties: { n: { type: 'number' } } }),
    post('application/json', '{"n":1e400}'),
    rejected('body /n must be a number'),
  ),
  row(
    'JSON lines with an item schema',
    as('application/x-ndjson', PET),
    post('application/x-ndjson', '{"name":"x"}\n{"name":"y"}\n'),
    given({ body: [{ name: 'x' }, { name: 'y' }] }),
  ),
  row(
    'JSON lines that violate an item schema',
    as('application/x-ndjson', PET),
    post('application/x-ndjson', '{"name":"x"}\n{"name":7}\n'),
    rejected('body /1/name must be a string'),
  ),
  row(
    'JSON lines with an invalid line',
    as('application/x-ndjson', {}),
    post('application/x-ndjson', '{}\n{'),
    rejected('line 2 of the body: it is not valid JSON'),
  ),
  row('text that is not JSON', as('application/json', PET), post('application/json', '{"name":'), { status: 400 }),
  row(
    'JSON without a required property',
    as('application/json', PET),
    post('application/json', '{}'),
    rejected('/name is required'),
  ),
  row('an undeclared media type', as('application/json', PET), post('text/csv', 'x'), {
    status: 415,
    says: 'application/json',
  }),
  row(
    'a missing required body',
    withBody({ 'application/json': { schema: PET } }, { required: true }),
    'POST /a',
    rejected('body is required'),
  ),
  row('a missing optional body', withBody({ 'application/json': { schema: PET } }), 'POST /a', given({})),
  row('an undeclared body', documentOf({ '/a': { post: operation() } }), post('text/plain', 'x'), given({})),
  row(
    'a body of a DELETE',
    documentOf({ '/a': { delete: operation({ requestBody: { content: { 'application/json': { schema: PET } } } }) } }),
    { ...post('application/json', '{"name":"x"}'), line: 'DELETE /a' },
    given({ name: 'x' }),
  ),
  row(
    'a body by reference',
    documentOf(
      { '/a': { post: operation({ requestBody: { $ref: '#/components/requestBodies/B' } as never }) } },
      { components: { requestBodies: { B: { content: { 'application/json': { schema: PET } } } } } },
    ),
    post('application/json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row('a form', as(FORM, PET), post(FORM, 'name=x+y&age=7'), given({ name: 'x y', age: 7 })),
  row('a form of a wrong type', as(FORM, PET), post(FORM, 'name=x&age=y'), rejected('body /age must be an integer')),
  row(
    'a form with a list',
    as(FORM, { type: 'object', properties: { a: STRINGS } }),
    post(FORM, 'a=1&a=2'),
    given({ a: ['1', '2'] }),
  ),
  row(
    'a form with a list by commas',
    as(FORM, { type: 'object', properties: { a: STRINGS } }, { encoding: { a: { style: 'form', explode: false } } }),
    post(FORM, 'a=1,2'),
    given({ a: ['1', '2'] }),
  ),
  row(
    'a form with a list by pipes',
    as(FORM, { type: 'object', properties: { a: STRINGS } }, { encoding: { a: { style: 'pipeDelimited' } } }),
    post(FORM, 'a=1|2'),
    given({ a: ['1', '2'] }),
  ),
  row(
    'a form with an object of which each member is a field',
    as(FORM, { type: 'object', properties: { a: PET } }, { encoding: { a: { style: 'form' } } }),
    post(FORM, 'name=x&age=7'),
    given({ a: { name: 'x', age: 7 } }),
  ),
  row(
    'a form with an object in brackets',
    as(FORM, { type: 'object', properties: { a: PET } }, { encoding: { a: { style: 'deepObject', explode: true } } }),
    post(FORM, 'a[name]=x&a[age]=7'),
    given({ a: { name: 'x', age: 7 } }),
  ),
  row(
    'a multipart form',
    as('multipart/form-data', PET),
    post(MULTIPART, `${part('name', 'x')}${part('age', '7')}--x--\r\n`),
    given({ name: 'x', age: 7 }),
  ),
  row(
    'a multipart form without a required part',
    as('multipart/form-data', PET),
    post(MULTIPART, `${part('age', '7')}--x--\r\n`),
    rejected('/name is required'),
  ),
  row(
    'a multipart form with a JSON part',
    as('multipart/form-data', { type: 'object', properties: { a: PET } }),
    post(MULTIPART, `${part('a', '{"name":"x"}')}--x--\r\n`),
    given({ a: { name: 'x' } }),
  ),
  row('a text as a body', as('text/plain', STRING), post('text/plain', 'x'), given({ body: 'x' })),
  row(
    'a text that is too long as a body',
    as('text/plain', { ...STRING, maxLength: 1 }),
    post('text/plain', 'xy'),
    rejected('must have at most 1 character'),
  ),
  row(
    'CSV as a body',
    as('text/csv', { type: 'array', items: PET }),
    post('text/csv', 'name,age\nx,7\n'),
    given({ body: [{ name: 'x', age: 7 }] }),
  ),
  row(
    'XML as a body',
    as('application/xml', PET),
    post('application/xml', '<pet><name>x</name><age>7</age></pet>'),
    given({ name: 'x', age: 7 }),
  ),
  row(
    'XML of a wrong type',
    as('application/xml', PET),
    post('application/xml', '<pet><name>x</name><age>y</age></pet>'),
    rejected('body /age must be an integer'),
  ),
  row(
    'XML with attributes',
    as('application/xml', {
      type: 'object',
      properties: { id: { ...INTEGER, xml: { attribute: true } } },
      xml: { name: 'pet' },
    }),
    post('application/xml', '<pet id="7"/>'),
    given({ id: 7 }),
  ),
  row(
    'JSON lines',
    as('application/x-ndjson', { type: 'array', items: PET }),
    post('application/x-ndjson', '{"name":"x"}\n{"name":"y"}\n'),
    given({ body: [{ name: 'x' }, { name: 'y' }] }),
  ),
  row('bytes as a body', as('application/octet-stream', BINARY), post('application/octet-stream', 'abc'), {
    status: 204,
  }),
  row(
    'a compressed body that is invalid',
    as('application/json', PET),
    post('application/json', '{"name":"x"}', { 'content-encoding': 'gzip' }),
    { status: 400 },
  ),
  row(
    'a body in an unknown encoding',
    as('application/json', PET),
    post('application/json', '{"name":"x"}', { 'content-encoding': 'zip' }),
    { status: 415 },
  ),
  row(
    'a body in an unknown charset',
    as('application/json', PET),
    post('application/json; charset=x', '{"name":"x"}'),
    { status: 415 },
  ),
];
