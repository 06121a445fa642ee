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
    'JSON with an ending of its own',
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
  row('JSON that calls itself a text', as('text/json', PET), post('text/json', '{"name":"x"}'), given({ name: 'x' })),
  row(
    'JSON where any media type is taken',
    as('*/*', PET),
    post('application/json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'JSON where any media type of a kind is taken',
    as('application/*', PET),
    post('application/json', '{"name":"x"}'),
    given({ name: 'x' }),
  ),
  row(
    'the media type that says most',
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
    'lines of JSON that a schema of one of them describes',
    as('application/x-ndjson', PET),
    post('application/x-ndjson', '{"name":"x"}\n{"name":"y"}\n'),
    given({ body: [{ name: 'x' }, { name: 'y' }] }),
  ),
  row(
    'lines of JSON of which one is not what a schema of one of them describes',
    as('application/x-ndjson', PET),
    post('application/x-ndjson', '{"name":"x"}\n{"name":7}\n'),
    rejected('body /1/name must be a string'),
  ),
  row(
    'lines of JSON of which one is none',
    as('application/x-ndjson', {}),
    post('application/x-ndjson', '{}\n{'),
    rejected('line 2 of the body: it is not valid JSON'),
  ),
  row('text that is not JSON', as('application/json', PET), post('application/json', '{"name":'), { status: 400 }),
  row(
    'JSON without the property that is required',
    as('application/json', PET),
    post('application/json', '{}'),
    rejected('/name is required'),
  ),
  row('a media type that is not taken', as('application/json', PET), post('text/csv', 'x'), {
    status: 415,
    says: 'application/json',
  }),
  row(
    'no body where one is required',
    withBody({ 'application/json': { schema: PET } }, { required: true }),
    'POST /a',
    rejected('body is required'),
  ),
  row('no body where none is required', withBody({ 'application/json': { schema: PET } }), 'POST /a', given({})),
  row('a body where none is taken', documentOf({ '/a': { post: operation() } }), post('text/plain', 'x'), given({})),
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
    'a form in parts',
    as('multipart/form-data', PET),
    post(MULTIPART, `${part('name', 'x')}${part('age', '7')}--x--\r\n`),
    given({ name: 'x', age: 7 }),
  ),
  row(
    'a form in parts without the one that is required',
    as('multipart/form-data', PET),
    post(MULTIPART, `${part('age', '7')}--x--\r\n`),
    rejected('/name is required'),
  ),
  row(
    'a form in parts with JSON in one',
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
    'a table as a body',
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
    'lines of JSON',
    as('application/x-ndjson', { type: 'array', items: PET }),
    post('application/x-ndjson', '{"name":"x"}\n{"name":"y"}\n'),
    given({ body: [{ name: 'x' }, { name: 'y' }] }),
  ),
  row('bytes as a body', as('application/octet-stream', BINARY), post('application/octet-stream', 'abc'), {
    status: 204,
  }),
  row(
    'a compressed body that is none',
    as('application/json', PET),
    post('application/json', '{"name":"x"}', { 'content-encoding': 'gzip' }),
    { status: 400 },
  ),
  row(
    'a body that is packed in a way that is unknown',
    as('application/json', PET),
    post('application/json', '{"name":"x"}', { 'content-encoding': 'zip' }),
    { status: 415 },
  ),
  row(
    'a body in a charset that is unknown',
    as('application/json', PET),
    post('application/json; charset=x', '{"name":"x"}'),
    { status: 415 },
  ),
];
