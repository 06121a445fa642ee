// Responses: documented and undocumented statuses, headers and bodies.

import { respond } from '../../../src/index.ts';
import { documentOf, INTEGER, operation, type Row, row, STRING } from './row.ts';

type Responses = Readonly<Record<string, object>>;

/** A document with `GET /a` and this response. */
const responding = (responses: Responses, more: object = {}, openapi = '3.0.3') =>
  documentOf({ '/a': { get: operation({ responses: responses as never, ...more }) } }, { openapi });
const json = (schema: unknown, more: object = {}) => ({
  description: 'Done.',
  content: { 'application/json': { schema } },
  ...more,
});
const as = (type: string, schema: unknown = STRING) => ({ description: 'Done.', content: { [type]: { schema } } });
const NAMED = { type: 'object', required: ['name'], properties: { name: STRING } };
const JSON_ANSWER = { 'content-type': 'application/json' };

const described: readonly Row[] = [
  row(
    'a response',
    responding({ 200: json(NAMED) }),
    'GET /a',
    { status: 200, headers: JSON_ANSWER, body: { name: 'x' } },
    { output: { name: 'x' } },
  ),
  row(
    'a response that is a list',
    responding({ 200: json({ type: 'array', items: INTEGER }) }),
    'GET /a',
    { status: 200, body: [1, 2] },
    { output: [1, 2] },
  ),
  row(
    'a response that is a number',
    responding({ 200: json(INTEGER) }),
    'GET /a',
    { status: 200, body: 5 },
    { output: 5 },
  ),
  row(
    'a response that is null',
    responding({ 200: json({ ...STRING, nullable: true }) }),
    'GET /a',
    { status: 200, body: null },
    { output: null },
  ),
  row('a response without a body', responding({ 204: { description: 'Done.' } }), 'GET /a', {
    status: 204,
    body: '',
    headers: { 'content-type': null },
  }),
  row(
    'the lowest of several successes',
    responding({ 202: json(NAMED), 201: json(NAMED), 400: json({}) }),
    'GET /a',
    { status: 201 },
    { output: { name: 'x' } },
  ),
  row(
    'a success that the handler chooses',
    responding({ 200: json(NAMED), 202: json(INTEGER) }),
    'GET /a',
    { status: 202, body: 5 },
    { output: respond(202, 5) },
  ),
  row(
    'a success status by class',
    responding({ '2XX': json(NAMED) }),
    'GET /a',
    { status: 200, body: { name: 'x' } },
    { output: { name: 'x' } },
  ),
  row(
    'a success status by default',
    { ...documentOf({ '/a': { get: { responses: { default: json(NAMED) } } } }) },
    'GET /a',
    { status: 200, body: { name: 'x' } },
    { output: { name: 'x' } },
  ),
  row(
    'a redirect as the success status',
    responding({ 302: { description: 'There.', headers: { Location: { schema: STRING } } } }),
    'GET /a',
    { status: 302, headers: { location: '/b' } },
    { output: respond(302, undefined, { location: '/b' }) },
  ),
  row(
    'a header of a response',
    responding({ 200: json(NAMED, { headers: { 'X-Total': { schema: INTEGER } } }) }),
    'GET /a',
    { status: 200, headers: { 'x-total': '7' } },
    { output: respond(200, { name: 'x' }, { 'x-total': 7 }) },
  ),
  row(
    'a list in a header of a response',
    responding({ 200: json(NAMED, { headers: { 'X-All': { schema: { type: 'array', items: INTEGER } } } }) }),
    'GET /a',
    { status: 200, headers: { 'x-all': '1,2' } },
    { output: respond(200, { name: 'x' }, { 'x-all': [1, 2] }) },
  ),
  row(
    'JSON of another name',
    responding({ 200: as('application/hal+json', NAMED) }),
    'GET /a',
    { status: 200, headers: { 'content-type': 'application/hal+json' }, body: { name: 'x' } },
    { output: { name: 'x' } },
  ),
  row(
    'an undeclared response body',
    responding({ 200: { description: 'Done.' } }),
    'GET /a',
    { status: 500 },
    { output: { name: 'x' } },
  ),
  row(
    'a response that violates its schema',
    responding({ 200: json(NAMED) }),
    'GET /a',
    { status: 500 },
    { output: { name: 5 } },
  ),
  row('a missing response body', responding({ 200: json(NAMED) }), 'GET /a', { status: 500 }),
  row(
    'an undeclared status',
    documentOf({ '/a': { get: { responses: { 200: json(NAMED) } } } }),
    'GET /a',
    { status: 500 },
    { output: respond(201, { name: 'x' }) },
  ),
  row(
    'a missing required response header',
    responding({ 200: json(NAMED, { headers: { 'X-Total': { required: true, schema: INTEGER } } }) }),
    'GET /a',
    { status: 500 },
    { output: { name: 'x' } },
  ),
  row(
    'a writeOnly property',
    responding({
      200: json({
        type: 'object',
        required: ['name', 'password'],
        properties: { name: STRING, password: { ...STRING, writeOnly: true } },
      }),
    }),
    'GET /a',
    { status: 200, body: { name: 'x' } },
    { output: { name: 'x' } },
  ),
  row(
    'a response by reference',
    documentOf(
      { '/a': { get: operation({ responses: { 200: { $ref: '#/components/responses/A' } as never } }) } },
      { components: { responses: { A: json(NAMED) } } },
    ),
    'GET /a',
    { status: 200, body: { name: 'x' } },
    { output: { name: 'x' } },
  ),
  row(
    'a text',
    responding({ 200: as('text/plain') }),
    'GET /a',
    { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'x' },
    { output: 'x' },
  ),
  row('a page', responding({ 200: as('text/html') }), 'GET /a', { status: 200, body: '<p>' }, { output: '<p>' }),
  row(
    'bytes',
    responding({ 200: as('image/png', { ...STRING, format: 'binary' }) }),
    'GET /a',
    { status: 200, headers: { 'content-type': 'image/png' }, body: 'abc' },
    { output: new Uint8Array([97, 98, 99]) },
  ),
  row(
    'CSV',
    responding({
      200: as('text/csv', { type: 'array', items: { type: 'object', properties: { a: INTEGER, b: STRING } } }),
    }),
    'GET /a',
    { status: 200, body: 'a,b\r\n1,x\r\n' },
    { output: [{ a: 1, b: 'x' }] },
  ),
  row(
    'XML',
    responding({ 200: as('application/xml', { ...NAMED, xml: { name: 'pet' } }) }),
    'GET /a',
    { status: 200, says: '<pet><name>x</name></pet>' },
    { output: { name: 'x' } },
  ),
  row(
    'one of two media types',
    responding({
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: STRING }, 'text/plain': { schema: STRING } },
      },
    }),
    { line: 'GET /a', headers: { accept: 'text/plain' } },
    { status: 200, body: 'x' },
    { output: 'x' },
  ),
  row(
    'the preferred media type',
    responding({
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: STRING }, 'text/plain': { schema: STRING } },
      },
    }),
    { line: 'GET /a', headers: { accept: 'text/plain;q=0.5, application/json;q=0.9' } },
    { status: 200, body: 'x', headers: JSON_ANSWER },
    { output: 'x' },
  ),
  row(
    'an unavailable media type',
    responding({ 200: as('text/plain') }),
    { line: 'GET /a', headers: { accept: 'image/png' } },
    { status: 406, says: 'text/plain' },
    { output: 'x' },
  ),
  row(
    'any media type',
    responding({ 200: as('text/plain') }),
    { line: 'GET /a', headers: { accept: '*/*' } },
    { status: 200, body: 'x' },
    { output: 'x' },
  ),
  row(
    'null in 3.1',
    responding({ 200: json({ type: 'null' }) }, {}, '3.1.0'),
    'GET /a',
    { status: 200, body: null },
    { output: null },
  ),
];

/** A document with `GET /a?p=1` and this error response. */
const withErrors = (responses: Responses) =>
  documentOf({
    '/a': {
      get: {
        parameters: [{ name: 'p', in: 'query', schema: INTEGER }],
        responses: { 204: { description: 'Done.' }, ...responses },
      },
    },
  });
const object = (properties: object, more: object = {}) => json({ type: 'object', properties, ...more });
const WORDS = 'query /p must be an integer';

const rejections: readonly Row[] = [
  row(
    'an error with a message',
    withErrors({ 400: object({ message: STRING }, { required: ['message'] }) }),
    'GET /a?p=x',
    { status: 400, body: { message: WORDS } },
  ),
  row('an error with a detail', withErrors({ 400: object({ detail: STRING }) }), 'GET /a?p=x', {
    status: 400,
    says: WORDS,
  }),
  row('an error with an error property', withErrors({ 400: object({ error: STRING }) }), 'GET /a?p=x', {
    status: 400,
    body: { error: WORDS },
  }),
  row(
    'an error with an error object',
    withErrors({ 400: object({ error: { type: 'object', properties: { message: STRING } } }) }),
    'GET /a?p=x',
    { status: 400, body: { error: { message: WORDS } } },
  ),
  row(
    'a google.rpc error',
    withErrors({ 400: object({ code: INTEGER, message: STRING, details: { type: 'array', items: {} } }) }),
    'GET /a?p=x',
    { status: 400, says: WORDS },
  ),
  row(
    'an error as problem details',
    withErrors({
      400: {
        description: 'No.',
        content: {
          'application/problem+json': {
            schema: { type: 'object', properties: { title: STRING, status: INTEGER, detail: STRING } },
          },
        },
      },
    }),
    'GET /a?p=x',
    { status: 400, headers: { 'content-type': 'application/problem+json' }, says: WORDS },
  ),
  row('an error with 422', withErrors({ 422: object({ message: STRING }) }), 'GET /a?p=x', {
    status: 422,
    body: { message: WORDS },
  }),
  row('an error by class', withErrors({ '4XX': object({ message: STRING }) }), 'GET /a?p=x', {
    status: 400,
    body: { message: WORDS },
  }),
  row('an error by default', withErrors({ default: object({ message: STRING }) }), 'GET /a?p=x', {
    status: 400,
    body: { message: WORDS },
  }),
  row('an error without a body', withErrors({ 400: { description: 'No.' } }), 'GET /a?p=x', {
    status: 400,
    body: '',
    headers: { 'x-understudy-reason': WORDS },
  }),
  row('an undeclared error', withErrors({}), 'GET /a?p=x', {
    status: 400,
    headers: { 'content-type': 'application/problem+json', 'x-understudy-undeclared': 'true' },
    says: WORDS,
  }),
  row(
    'an error with additional properties',
    withErrors({
      400: object({ message: STRING, id: { ...STRING, format: 'uuid' } }, { required: ['message', 'id'] }),
    }),
    'GET /a?p=x',
    { status: 400, says: WORDS },
  ),
  row(
    'an error whose message is too long for its schema',
    withErrors({ 400: object({ message: { ...STRING, maxLength: 5 } }) }),
    'GET /a?p=x',
    { status: 400 },
  ),
  row('a path that does not exist', withErrors({}), 'GET /b', { status: 404 }),
];

export const responses: readonly Row[] = [...described, ...rejections];
