// Each way in which operations, and all around them, can change, and what it is to clients and to servers.

import { describe, expect, test } from 'vitest';
import { OPERATION_RULES } from '../../src/diff/operation/all-rules.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { changesOf, documentOf, operationOf, reported } from '../support/comparing.ts';

type Row = readonly [what: string, old: DocumentObject, now: DocumentObject, expected: readonly string[]];

const done = { responses: { 200: { description: 'Done.' } } };
const text = { schema: { type: 'string' } };
const parameters = (...all: readonly object[]) =>
  operationOf({ parameters: all.map((one) => ({ in: 'query', name: 'limit', ...text, ...one })) });
const body = (requestBody?: object) =>
  operationOf(requestBody ? { requestBody: { content: { 'application/json': text }, ...requestBody } } : {});
const content = (...types: readonly string[]) => ({ content: Object.fromEntries(types.map((type) => [type, text])) });
const answers = (responses: object) =>
  operationOf({
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, { description: 'So.', ...one }]),
    ),
  });
const header = (headers: object) => answers({ 200: { headers } });
const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'http', scheme: 'bearer' },
  login: { type: 'oauth2', flows: {} },
};
const secured = (...security: readonly object[]) =>
  operationOf({ security }, { components: { securitySchemes: schemes } });
const scheme = (login: object) => documentOf({ components: { securitySchemes: { login } } });
const flow = (more: object = {}) =>
  scheme({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: '' }, ...more } },
  });
const paths = (all: object) => documentOf({ paths: all });
const called = (operation: object) =>
  operationOf({ callbacks: { paid: { '{$request.body#/url}': { post: { ...done, ...operation } } } } });
const itself = (operation: object) => {
  const callbacks = { again: { $ref: '#/components/callbacks/again' } };
  const again = { '{$url}': { post: { ...done, ...operation, callbacks } } };
  return operationOf({ callbacks }, { components: { callbacks: { again } } });
};
const hooked = (operation: object) => documentOf({ webhooks: { paid: { post: { ...done, ...operation } } } });
const gone = (more: object) => paths({ '/a': { get: { ...done, ...more } } });
const goesAt = (day: string) => operationOf({ deprecated: true, 'x-sunset': day });
const problem = (required: readonly string[]) => ({
  content: { 'application/json': { schema: { type: 'object', required, properties: { code: { type: 'string' } } } } },
});
const link = (links: object) => answers({ 200: { links } });

const ROWS: readonly Row[] = [
  // Operations
  [
    'an operation',
    paths({ '/a': { get: done } }),
    paths({ '/a': { get: done, put: done } }),
    ['operation-added harmless breaking'],
  ],
  [
    'an operation less',
    paths({ '/a': { get: done, put: done } }),
    paths({ '/a': { get: done } }),
    ['operation-removed breaking harmless'],
  ],
  [
    'an operation less that was deprecated',
    gone({ deprecated: true }),
    paths({}),
    ['operation-removed-when-deprecated risky harmless'],
  ],
  [
    'an operation less after its day',
    gone({ deprecated: true, 'x-sunset': '2026-01-01' }),
    paths({}),
    ['operation-removed-after-sunset harmless harmless'],
  ],
  [
    'an operation less before its day',
    gone({ deprecated: true, 'x-sunset': '2027-01-01' }),
    paths({}),
    ['operation-removed-before-sunset breaking harmless'],
  ],
  ['the day on which it goes, written otherwise', goesAt('2031-01-01'), goesAt('2031-01-01T00:00:00Z'), []],
  [
    'an operation less of which a day was told, but not that it goes',
    gone({ 'x-sunset': '2026-01-01' }),
    paths({}),
    ['operation-removed breaking harmless'],
  ],
  [
    'an operation less with a day that nobody can read',
    gone({ deprecated: true, 'x-sunset': 'soon' }),
    paths({}),
    ['operation-removed-when-deprecated risky harmless'],
  ],
  [
    'another path of the same id',
    paths({ '/a': { get: { ...done, operationId: 'a' } } }),
    paths({ '/b': { get: { ...done, operationId: 'a' } } }),
    ['operation-moved breaking breaking'],
  ],
  [
    'another id',
    operationOf({ operationId: 'a' }),
    operationOf({ operationId: 'b' }),
    ['operation-id-changed risky harmless'],
  ],
  [
    'a status of its own for what was said of all, otherwise',
    answers({ default: problem(['code']) }),
    answers({ 404: problem([]), default: problem(['code']) }),
    ['response-property-became-optional breaking harmless'],
  ],
  [
    'a status that only all others are left for, otherwise',
    answers({ 404: problem(['code']), default: problem([]) }),
    answers({ default: problem([]) }),
    ['response-property-became-optional breaking harmless'],
  ],
  [
    'a media type of all that end like it',
    body(content('application/vnd.a+json')),
    body(content('application/*+json')),
    ['request-media-type-added harmless breaking'],
  ],
  [
    'a media type of all that end otherwise',
    body(content('application/vnd.a+xml')),
    body(content('application/*+json')),
    ['request-media-type-added harmless breaking', 'request-media-type-removed breaking harmless'],
  ],
  [
    'one media type of a range that has a parameter',
    body(content('application/*;v=1')),
    body(content('application/json')),
    ['request-media-type-added harmless breaking', 'request-media-type-removed breaking harmless'],
  ],
  [
    'an address of its own, which was that of all',
    documentOf({ servers: [{ url: 'https://a.example' }], paths: { '/a': { get: done } } }),
    documentOf({
      servers: [{ url: 'https://b.example' }],
      paths: { '/a': { get: { ...done, servers: [{ url: 'https://a.example' }] } } },
    }),
    ['server-added harmless risky', 'server-removed risky harmless'],
  ],
  [
    'a flow less of a scheme that stands behind one that is gone',
    documentOf({
      components: {
        securitySchemes: {
          key: schemes.key,
          login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } },
        },
      },
    }),
    scheme({ type: 'oauth2', flows: {} }),
    ['oauth-flow-removed breaking harmless'],
  ],
  ['an id where there was none', operationOf({}), operationOf({ operationId: 'b' }), []],
  ['tags', operationOf({ tags: ['a'] }), operationOf({ tags: ['b'] }), ['tags-changed harmless harmless']],
  ['the order of tags', operationOf({ tags: ['a', 'b'] }), operationOf({ tags: ['b', 'a'] }), []],
  ['its description', operationOf({ summary: 'a' }), operationOf({ description: 'b' }), []],
  [
    'that it is deprecated',
    operationOf({}),
    operationOf({ deprecated: true }),
    ['operation-deprecated harmless harmless'],
  ],
  [
    'that it is not deprecated',
    operationOf({ deprecated: true }),
    operationOf({}),
    ['operation-not-deprecated harmless harmless'],
  ],
  [
    'that it goes earlier',
    operationOf({ deprecated: true, 'x-sunset': '2031-01-01' }),
    operationOf({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ['operation-sunset-changed risky harmless'],
  ],
  [
    'that nobody says when it goes',
    operationOf({ deprecated: true, 'x-sunset': '2031-01-01' }),
    operationOf({ deprecated: true }),
    ['operation-sunset-changed risky harmless'],
  ],
  ['the version', documentOf({}), documentOf({ info: { title: 'Pets', version: '2' } }), []],
  [
    'the order of paths that only their parameters tell apart',
    paths({ '/a/{x}': { get: { ...done, operationId: 'x' } }, '/a/{y}': { get: { ...done, operationId: 'y' } } }),
    paths({ '/a/{y}': { get: { ...done, operationId: 'y' } }, '/a/{x}': { get: { ...done, operationId: 'x' } } }),
    [],
  ],
  // Servers
  [
    'an address',
    documentOf({ servers: [{ url: 'https://a.example' }] }),
    documentOf({ servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    ['server-added harmless risky'],
  ],
  [
    'an address less',
    documentOf({ servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    documentOf({ servers: [{ url: 'https://a.example/' }] }),
    ['server-removed risky harmless'],
  ],
  [
    'what is before all paths',
    documentOf({ servers: [{ url: 'https://a.example/v1' }], paths: { '/a': { get: done } } }),
    documentOf({ servers: [{ url: 'https://a.example' }], paths: { '/v1/a': { get: done } } }),
    ['server-added harmless risky', 'server-removed risky harmless'],
  ],
  [
    'the address of one operation',
    operationOf({ servers: [{ url: 'https://a.example' }] }),
    operationOf({ servers: [{ url: 'https://b.example' }] }),
    ['operation-server-added harmless risky', 'operation-server-removed risky harmless'],
  ],
  [
    'an address of one operation that all have',
    operationOf({ servers: [{ url: 'https://a.example' }] }, { servers: [{ url: 'https://a.example' }] }),
    operationOf({}, { servers: [{ url: 'https://a.example' }] }),
    [],
  ],
  // Parameters
  ['a parameter', parameters(), parameters({}), ['parameter-added harmless risky']],
  ['a required parameter', parameters(), parameters({ required: true }), ['required-parameter-added breaking risky']],
  ['a parameter less', parameters({}), parameters(), ['parameter-removed risky harmless']],
  [
    'a required parameter less',
    parameters({ required: true }),
    parameters(),
    ['required-parameter-removed risky breaking'],
  ],
  [
    'a parameter less after its day',
    parameters({ deprecated: true, 'x-sunset': '2026-01-01' }),
    parameters(),
    ['parameter-removed-after-sunset harmless risky'],
  ],
  [
    'a parameter less before its day',
    parameters({ deprecated: true, 'x-sunset': '2027-01-01' }),
    parameters(),
    ['parameter-removed-before-sunset breaking risky'],
  ],
  [
    'a required parameter less that was deprecated',
    parameters({ deprecated: true, required: true }),
    parameters(),
    ['required-parameter-removed risky breaking'],
  ],
  [
    'that it is required',
    parameters({}),
    parameters({ required: true }),
    ['parameter-became-required breaking harmless'],
  ],
  [
    'that it is not required',
    parameters({ required: true }),
    parameters({}),
    ['parameter-became-optional harmless breaking'],
  ],
  ['its place', parameters({}), parameters({ in: 'header' }), ['parameter-moved breaking breaking']],
  [
    'the case of a name in the head',
    parameters({ in: 'header', name: 'X-A' }),
    parameters({ in: 'header', name: 'x-a' }),
    [],
  ],
  [
    'the case of a name in the query',
    parameters({ name: 'a' }),
    parameters({ name: 'A' }),
    ['parameter-moved breaking breaking'],
  ],
  ['the order of parameters', parameters({}, { name: 'a' }), parameters({ name: 'a' }, {}), []],
  [
    'where it is described',
    paths({ '/a': { get: { ...done, parameters: [{ in: 'query', name: 'a', ...text }] } } }),
    paths({ '/a': { parameters: [{ in: 'query', name: 'a', ...text }], get: done } }),
    [],
  ],
  [
    'its style',
    parameters({ schema: { type: 'array' }, explode: true }),
    parameters({ schema: { type: 'array' }, explode: false }),
    ['parameter-style-changed breaking breaking'],
  ],
  [
    'a list of what was one value',
    parameters({ schema: { type: 'string' } }),
    parameters({ schema: { type: 'array', items: { type: 'string' } } }),
    ['parameter-became-list harmless breaking'],
  ],
  [
    'one value of what was a list',
    parameters({ schema: { type: 'array', items: { type: 'string' } } }),
    parameters({ schema: { type: 'string' } }),
    ['parameter-became-single breaking harmless'],
  ],
  ['the style of what has one value', parameters({ explode: true }), parameters({ explode: false }), []],
  ['a style that was taken anyway', parameters({}), parameters({ style: 'form', explode: true }), []],
  [
    'a style for a media type',
    parameters({}),
    parameters({ schema: undefined, content: { 'application/json': text } }),
    ['parameter-style-changed breaking breaking'],
  ],
  [
    'reserved characters',
    parameters({}),
    parameters({ allowReserved: true }),
    ['parameter-reserved-changed risky risky'],
  ],
  [
    'that it may be empty',
    parameters({}),
    parameters({ allowEmptyValue: true }),
    ['parameter-empty-allowed harmless breaking'],
  ],
  [
    'that it may not be empty',
    parameters({ allowEmptyValue: true }),
    parameters({}),
    ['parameter-empty-forbidden breaking harmless'],
  ],
  [
    'that a parameter is deprecated',
    parameters({}),
    parameters({ deprecated: true }),
    ['parameter-deprecated harmless harmless'],
  ],
  [
    'that a parameter is not deprecated',
    parameters({ deprecated: true }),
    parameters({}),
    ['parameter-not-deprecated harmless harmless'],
  ],
  [
    'that a parameter goes earlier',
    parameters({ deprecated: true, 'x-sunset': '2031-01-01' }),
    parameters({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ['parameter-sunset-changed risky harmless'],
  ],
  [
    'its type',
    parameters({ schema: { type: 'boolean' } }),
    parameters({ schema: { type: 'integer' } }),
    ['parameter-type-changed breaking breaking'],
  ],
  [
    'any text for numbers, which are written as text',
    parameters({ schema: { type: 'integer' } }),
    parameters({ schema: { type: 'string' } }),
    ['parameter-type-widened harmless breaking'],
  ],
  [
    'its largest value',
    parameters({ schema: { type: 'integer', maximum: 9 } }),
    parameters({ schema: { type: 'integer', maximum: 8 } }),
    ['parameter-maximum-lowered breaking harmless'],
  ],
  [
    'its default',
    parameters({ schema: { type: 'integer', default: 9 } }),
    parameters({ schema: { type: 'integer', default: 8 } }),
    ['parameter-default-changed risky risky'],
  ],
  [
    'the name of a parameter of the path',
    paths({ '/a/{id}': { get: { ...done, parameters: [{ in: 'path', name: 'id', required: true, ...text }] } } }),
    paths({ '/a/{key}': { get: { ...done, parameters: [{ in: 'path', name: 'key', required: true, ...text }] } } }),
    ['path-parameter-renamed harmless harmless'],
  ],
  [
    'the type of a parameter of the path that has another name',
    paths({ '/a/{id}': { get: { ...done, parameters: [{ in: 'path', name: 'id', required: true, ...text }] } } }),
    paths({
      '/a/{key}': {
        get: { ...done, parameters: [{ in: 'path', name: 'key', required: true, schema: { type: 'integer' } }] },
      },
    }),
    ['parameter-type-narrowed breaking harmless', 'path-parameter-renamed harmless harmless'],
  ],
  // Bodies
  ['a body', body(), body({}), ['body-added harmless risky']],
  ['a required body', body(), body({ required: true }), ['required-body-added breaking risky']],
  ['no body', body({}), body(), ['body-removed breaking breaking']],
  ['that the body is required', body({}), body({ required: true }), ['body-became-required breaking harmless']],
  ['that the body is not required', body({ required: true }), body({}), ['body-became-optional harmless breaking']],
  [
    'a media type',
    body(content('application/json')),
    body(content('application/json', 'text/csv')),
    ['request-media-type-added harmless breaking'],
  ],
  [
    'a media type less',
    body(content('application/json', 'text/csv')),
    body(content('application/json')),
    ['request-media-type-removed breaking harmless'],
  ],
  [
    'a media type with its charset',
    body(content('application/json')),
    body(content('application/json; charset=utf-8')),
    [],
  ],
  ['a media type in capitals', body(content('application/json')), body(content('Application/JSON')), []],
  [
    'a range that has the media type',
    body(content('text/csv')),
    body(content('text/*')),
    ['request-media-type-added harmless breaking'],
  ],
  [
    'a media type of a range that was right',
    body(content('text/*')),
    body({ content: { 'text/csv': { schema: { type: 'integer' } } } }),
    ['request-media-type-removed breaking harmless', 'request-type-changed breaking breaking'],
  ],
  [
    'a schema where there was none',
    body({ content: { 'application/json': {} } }),
    body({ content: { 'application/json': text } }),
    ['request-type-narrowed breaking harmless'],
  ],
  [
    'how a form is written',
    body({ content: { 'application/x-www-form-urlencoded': text } }),
    body({ content: { 'application/x-www-form-urlencoded': { ...text, encoding: { a: { explode: false } } } } }),
    ['encoding-changed risky risky'],
  ],
  [
    'how XML is written',
    body({ content: { 'application/xml': text } }),
    body({ content: { 'application/xml': { schema: { type: 'string', xml: { name: 'a' } } } } }),
    ['request-xml-changed breaking breaking'],
  ],
  // Answers
  ['a status', answers({ 200: {} }), answers({ 200: {}, 201: {} }), ['success-status-added risky harmless']],
  ['a status less', answers({ 200: {}, 201: {} }), answers({ 200: {} }), ['success-status-removed breaking risky']],
  [
    'a status of failures',
    answers({ 200: {} }),
    answers({ 200: {}, 404: {} }),
    ['error-status-added harmless harmless'],
  ],
  [
    'a status of failures less',
    answers({ 200: {}, 404: {} }),
    answers({ 200: {} }),
    ['error-status-removed harmless risky'],
  ],
  ['a status of a class', answers({ '2XX': {} }), answers({ '2XX': {}, 201: {} }), []],
  [
    'what a status of a class answers',
    answers({ '4XX': content('application/json') }),
    answers({
      '4XX': content('application/json'),
      404: { content: { 'application/json': { schema: { type: 'integer' } } } },
    }),
    ['response-type-changed breaking breaking'],
  ],
  ['a status for its class', answers({ '2XX': {} }), answers({ 200: {} }), ['status-class-narrowed harmless risky']],
  [
    'a status for another class',
    answers({ 200: {}, '3XX': {} }),
    answers({ 200: {} }),
    ['success-status-removed breaking risky'],
  ],
  ['the class for the status', answers({ 404: {} }), answers({ '4XX': {} }), ['error-status-added harmless harmless']],
  [
    'a body of the answer',
    answers({ 200: {} }),
    answers({ 200: content('application/json') }),
    ['response-body-added harmless breaking'],
  ],
  [
    'no body of the answer',
    answers({ 200: content('application/json') }),
    answers({ 200: {} }),
    ['response-body-removed breaking risky'],
  ],
  [
    'a media type of the answer',
    answers({ 200: content('application/json') }),
    answers({ 200: content('application/json', 'text/csv') }),
    ['response-media-type-added harmless breaking'],
  ],
  [
    'a media type of the answer less',
    answers({ 200: content('application/json', 'text/csv') }),
    answers({ 200: content('text/csv') }),
    ['response-media-type-removed breaking risky'],
  ],
  [
    'a media type of a range that was answered',
    answers({ 200: content('*/*') }),
    answers({ 200: { content: { 'application/json': { schema: { type: 'integer' } } } } }),
    ['response-media-type-narrowed harmless breaking', 'response-type-changed breaking breaking'],
  ],
  ['a header field', header({}), header({ 'X-A': text }), ['header-added harmless harmless']],
  [
    'a required header field',
    header({}),
    header({ 'X-A': { ...text, required: true } }),
    ['required-header-added harmless breaking'],
  ],
  ['a header field less', header({ 'X-A': text }), header({}), ['header-removed risky harmless']],
  [
    'a required header field less',
    header({ 'X-A': { ...text, required: true } }),
    header({}),
    ['required-header-removed breaking harmless'],
  ],
  [
    'that a header field may be missing',
    header({ 'X-A': { ...text, required: true } }),
    header({ 'x-a': text }),
    ['header-became-optional breaking harmless'],
  ],
  [
    'that a header field is always there',
    header({ 'X-A': text }),
    header({ 'X-A': { ...text, required: true } }),
    ['header-became-required harmless breaking'],
  ],
  [
    'how a header field is written',
    header({ 'X-A': text }),
    header({ 'X-A': { ...text, explode: true } }),
    ['header-style-changed breaking breaking'],
  ],
  [
    'what a header field holds',
    header({ 'X-A': text }),
    header({ 'X-A': { schema: { type: 'string', format: 'date' } } }),
    ['header-format-added harmless breaking'],
  ],
  ['a link', link({}), link({ self: { operationId: 'a' } }), ['link-added harmless harmless']],
  ['a link less', link({ self: { operationId: 'a' } }), link({}), ['link-removed risky harmless']],
  [
    'where a link leads',
    link({ self: { operationId: 'a' } }),
    link({ self: { operationId: 'b', description: 'x' } }),
    ['link-changed risky risky'],
  ],
  // Security
  ['that callers say who they are', secured(), secured({ key: [] }), ['security-added breaking harmless']],
  [
    'that callers need not say who they are',
    secured({ key: [] }),
    secured({ key: [] }, {}),
    ['security-dropped harmless breaking'],
  ],
  [
    'a further way to say it',
    secured({ key: [] }),
    secured({ key: [] }, { token: [] }),
    ['security-alternative-added harmless breaking'],
  ],
  [
    'a way less to say it',
    secured({ key: [] }, { token: [] }),
    secured({ token: [] }),
    ['security-alternative-removed breaking harmless'],
  ],
  [
    'two ways at once',
    secured({ key: [] }),
    secured({ key: [], token: [] }),
    ['security-alternative-removed breaking harmless'],
  ],
  [
    'a scope',
    secured({ login: ['read'] }),
    secured({ login: ['read', 'write'] }),
    ['security-scope-added breaking harmless'],
  ],
  [
    'a scope less',
    secured({ login: ['read', 'write'] }),
    secured({ login: ['read'] }),
    ['security-scope-removed harmless breaking'],
  ],
  [
    'nothing, where two schemes of one kind ask for other scopes',
    operationOf(
      { security: [{ a: ['read'], b: ['write'] }] },
      { components: { securitySchemes: { a: schemes.login, b: schemes.login } } },
    ),
    operationOf(
      { security: [{ b: ['write'], a: ['read'] }] },
      { components: { securitySchemes: { a: schemes.login, b: schemes.login } } },
    ),
    [],
  ],
  [
    'the name of a scheme',
    operationOf({ security: [{ a: [] }] }, { components: { securitySchemes: { a: schemes.key } } }),
    operationOf(
      { security: [{ b: [] }] },
      { components: { securitySchemes: { b: { ...schemes.key, name: 'x-key' } } } },
    ),
    [],
  ],
  [
    'what is said for all',
    operationOf({ security: [{ key: [] }] }, { components: { securitySchemes: schemes } }),
    operationOf({}, { security: [{ key: [] }], components: { securitySchemes: schemes } }),
    [],
  ],
  ['where tokens are got', flow(), flow({ tokenUrl: 'https://b.example/t' }), ['oauth-url-changed risky risky']],
  [
    'where OpenID Connect is',
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://a.example' }),
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://b.example' }),
    ['oauth-url-changed risky risky'],
  ],
  [
    'a scope that is described',
    flow(),
    flow({ scopes: { read: '', write: '' } }),
    ['oauth-scope-added harmless harmless'],
  ],
  ['a scope that is not described any more', flow(), flow({ scopes: {} }), ['oauth-scope-removed risky harmless']],
  [
    'another flow',
    flow(),
    scheme({ type: 'oauth2', flows: { password: {} } }),
    ['oauth-flow-added harmless risky', 'oauth-flow-removed breaking harmless'],
  ],
  // Requests of servers: who sends and who receives are exchanged.
  ['a callback', operationOf({}), called({}), ['callback-added risky harmless']],
  ['a callback less', called({}), operationOf({}), ['callback-removed breaking risky']],
  [
    'a required parameter of a callback',
    called({}),
    called({ parameters: [{ in: 'query', name: 'a', required: true, ...text }] }),
    ['required-parameter-added risky breaking'],
  ],
  [
    'what a callback sends',
    called({ requestBody: content('application/json') }),
    called({ requestBody: { content: { 'application/json': { schema: { type: 'string', enum: ['a'] } } } } }),
    ['request-became-enum harmless breaking'],
  ],
  ['a callback that calls back itself', itself({}), itself({ tags: ['a'] }), ['tags-changed harmless harmless']],
  ['a webhook', documentOf({}), hooked({}), ['webhook-added risky harmless']],
  ['a webhook less', hooked({}), documentOf({}), ['webhook-removed breaking risky']],
  [
    'what a webhook is answered',
    hooked({ responses: { 200: { description: 'So.', ...content('application/json') } } }),
    hooked({ responses: { 200: { description: 'So.', content: { 'application/json': { schema: {} } } } } }),
    ['response-type-widened harmless breaking'],
  ],
];

describe('an operation that changes:', () => {
  test.each(ROWS)('%s', (_, old, now, expected) => {
    expect(reported(changesOf(old, now, new Date('2026-06-01')))).toEqual(expected);
  });

  test('each rule is met in a row', () => {
    const met = new Set(ROWS.flatMap(([, , , expected]) => expected.map((line) => line.split(' ')[0])));
    // What is left out has a test of its own, of how much is compared.
    expect(Object.keys(OPERATION_RULES).filter((rule) => !met.has(rule))).toEqual(['rest-not-compared']);
  });
});

describe('who may call', () => {
  const get = (more: object = {}) => ({ get: { ...done, ...more } });
  const keys = { components: { securitySchemes: schemes } };
  const all = (security: readonly object[]) => ({
    ...keys,
    security,
    paths: { '/a': get(), '/b': get({ security: [] }), '/c': get() },
  });

  test('is told once where the documents say it for all, with the operations that say nothing else', () => {
    expect(changesOf(documentOf(all([{ key: [] }])), documentOf(all([{ token: [] }])))).toEqual([
      {
        ...{ rule: 'security-alternative-removed', clients: 'breaking', servers: 'harmless' },
        message: 'GET /a and 1 more: no longer accepts key',
        operations: ['GET /a', 'GET /c'],
        ...{ old: '/security', new: '/security' },
      },
      {
        ...{ rule: 'security-alternative-added', clients: 'harmless', servers: 'breaking' },
        message: 'GET /a and 1 more: accepts token now',
        operations: ['GET /a', 'GET /c'],
        ...{ old: '/security', new: '/security' },
      },
    ]);
  });

  test('with more or less beside what was asked for is told with both', () => {
    const [one, both] = [secured({ key: [] }), secured({ key: [], token: [] })];
    const message = (old: DocumentObject, now: DocumentObject) => changesOf(old, now).map((change) => change.message);
    expect(message(one, both)).toEqual(['POST /pets: no longer accepts key alone, but key with token']);
    expect(message(both, one)).toEqual(['POST /pets: accepts key alone (was key with token)']);
  });

  test('is told where an operation says it', () => {
    const [change] = changesOf(
      documentOf({ ...keys, paths: { '/a': get({ security: [{ login: ['read'] }] }) } }),
      documentOf({ ...keys, security: [{ login: ['read', 'write', 'admin'] }], paths: { '/a': get() } }),
    );
    expect(change).toMatchObject({
      message: 'GET /a: scope write and admin required',
      old: '/paths/~1a/get/security',
      new: '/security',
    });
  });

  test('is held against what others ask for only up to a number of ways: beyond, none counts as asking for less', () => {
    const ways = (count: number, more: object) =>
      secured(...Array.from({ length: count }, (_, index) => ({ login: [`scope${index}`], ...more })));
    expect(reported(changesOf(ways(3, {}), ways(3, { key: [] })))).toEqual(
      Array(3).fill('security-alternative-removed breaking harmless'),
    );
    expect(reported(changesOf(ways(400, {}), ways(400, { key: [] })))).toHaveLength(800);
  });
});

test('a parameter that is called otherwise, or stands elsewhere, is told with both', () => {
  const [message] = changesOf(parameters({ name: 'Page' }), parameters({ name: 'page', in: 'header' })).map(
    (change) => change.message,
  );
  expect(message).toBe('POST /pets: query parameter Page moved: now header parameter page');
});

test('a schema of several operations is told of the first one, in its words', () => {
  const limit = (name: string) => ({
    get: { ...done, parameters: [{ in: 'query', name, schema: { $ref: '#/components/schemas/Limit' } }] },
  });
  const both = (type: string) =>
    documentOf({
      paths: { '/b': limit('most'), '/a': limit('limit') },
      components: { schemas: { Limit: { type } } },
    });
  expect(changesOf(both('string'), both('integer'))[0]?.message).toMatch(
    /^GET \/a and 1 more: Limit in query parameter limit: type changed from string to integer$/,
  );
});

test('an operation may go on the very day that was told', () => {
  const old = gone({ deprecated: true, 'x-sunset': '2026-05-05' });
  expect(reported(changesOf(old, paths({}), new Date('2026-05-05')))).toEqual([
    'operation-removed-after-sunset harmless harmless',
  ]);
});
