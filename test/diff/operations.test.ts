// Each kind of change outside schemas, with its levels for clients and servers.

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
const properties = (name: string) => ({
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { [name]: { type: 'string' } } } } },
  },
});
const gone = (more: object) => paths({ '/a': { get: { ...done, ...more } } });
const goesAt = (day: string) => operationOf({ deprecated: true, 'x-sunset': day });
const problem = (required: readonly string[]) => ({
  content: { 'application/json': { schema: { type: 'object', required, properties: { code: { type: 'string' } } } } },
});
const link = (links: object) => answers({ 200: { links } });

const ROWS: readonly Row[] = [
  // Operations
  [
    'an operation added',
    paths({ '/a': { get: done } }),
    paths({ '/a': { get: done, put: done } }),
    ['operation-added harmless breaking'],
  ],
  [
    'an operation removed',
    paths({ '/a': { get: done, put: done } }),
    paths({ '/a': { get: done } }),
    ['operation-removed breaking harmless'],
  ],
  [
    'a deprecated operation removed',
    gone({ deprecated: true }),
    paths({}),
    ['operation-removed-when-deprecated risky harmless'],
  ],
  [
    'an operation removed after its sunset',
    gone({ deprecated: true, 'x-sunset': '2026-01-01' }),
    paths({}),
    ['operation-removed-after-sunset harmless harmless'],
  ],
  [
    'an operation removed before its sunset',
    gone({ deprecated: true, 'x-sunset': '2027-01-01' }),
    paths({}),
    ['operation-removed-before-sunset breaking harmless'],
  ],
  ['the same sunset in another format', goesAt('2031-01-01'), goesAt('2031-01-01T00:00:00Z'), []],
  [
    'an operation with a sunset removed that was not deprecated',
    gone({ 'x-sunset': '2026-01-01' }),
    paths({}),
    ['operation-removed breaking harmless'],
  ],
  [
    'a deprecated operation with an invalid sunset removed',
    gone({ deprecated: true, 'x-sunset': 'soon' }),
    paths({}),
    ['operation-removed-when-deprecated risky harmless'],
  ],
  [
    'another path with the same operationId',
    paths({ '/a': { get: { ...done, operationId: 'a' } } }),
    paths({ '/b': { get: { ...done, operationId: 'a' } } }),
    ['operation-moved breaking breaking'],
  ],
  [
    'another operationId',
    operationOf({ operationId: 'a' }),
    operationOf({ operationId: 'b' }),
    ['operation-id-changed risky harmless'],
  ],
  [
    'a changed response declared by status instead of default',
    answers({ default: problem(['code']) }),
    answers({ 404: problem([]), default: problem(['code']) }),
    ['response-property-became-optional breaking harmless'],
  ],
  [
    'a changed response declared by default instead of status',
    answers({ 404: problem(['code']), default: problem([]) }),
    answers({ default: problem([]) }),
    ['response-property-became-optional breaking harmless'],
  ],
  [
    'a range with the same suffix instead of a media type',
    body(content('application/vnd.a+json')),
    body(content('application/*+json')),
    ['request-media-type-added harmless breaking'],
  ],
  [
    'a range with another suffix instead of a media type',
    body(content('application/vnd.a+xml')),
    body(content('application/*+json')),
    ['request-media-type-added harmless breaking', 'request-media-type-removed breaking harmless'],
  ],
  [
    'a media type instead of a range with a parameter',
    body(content('application/*;v=1')),
    body(content('application/json')),
    ['request-media-type-added harmless breaking', 'request-media-type-removed breaking harmless'],
  ],
  [
    'the old server URL of the document as that of an operation',
    documentOf({ servers: [{ url: 'https://a.example' }], paths: { '/a': { get: done } } }),
    documentOf({
      servers: [{ url: 'https://b.example' }],
      paths: { '/a': { get: { ...done, servers: [{ url: 'https://a.example' }] } } },
    }),
    ['server-added harmless risky', 'server-removed risky harmless'],
  ],
  [
    'a flow removed from a scheme after a removed scheme',
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
  ['an operationId added', operationOf({}), operationOf({ operationId: 'b' }), []],
  ['other tags', operationOf({ tags: ['a'] }), operationOf({ tags: ['b'] }), ['tags-changed harmless harmless']],
  ['another order of tags', operationOf({ tags: ['a', 'b'] }), operationOf({ tags: ['b', 'a'] }), []],
  ['a description instead of a summary', operationOf({ summary: 'a' }), operationOf({ description: 'b' }), []],
  ['deprecated added', operationOf({}), operationOf({ deprecated: true }), ['operation-deprecated harmless harmless']],
  [
    'deprecated removed',
    operationOf({ deprecated: true }),
    operationOf({}),
    ['operation-not-deprecated harmless harmless'],
  ],
  [
    'an earlier sunset',
    operationOf({ deprecated: true, 'x-sunset': '2031-01-01' }),
    operationOf({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ['operation-sunset-changed risky harmless'],
  ],
  [
    'the sunset removed',
    operationOf({ deprecated: true, 'x-sunset': '2031-01-01' }),
    operationOf({ deprecated: true }),
    ['operation-sunset-changed risky harmless'],
  ],
  ['another version of the document', documentOf({}), documentOf({ info: { title: 'Pets', version: '2' } }), []],
  [
    'another order of paths that differ only in parameters',
    paths({ '/a/{x}': { get: { ...done, operationId: 'x' } }, '/a/{y}': { get: { ...done, operationId: 'y' } } }),
    paths({ '/a/{y}': { get: { ...done, operationId: 'y' } }, '/a/{x}': { get: { ...done, operationId: 'x' } } }),
    [],
  ],
  // Servers
  [
    'a server added',
    documentOf({ servers: [{ url: 'https://a.example' }] }),
    documentOf({ servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    ['server-added harmless risky'],
  ],
  [
    'a server removed',
    documentOf({ servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    documentOf({ servers: [{ url: 'https://a.example/' }] }),
    ['server-removed risky harmless'],
  ],
  [
    'the base path moved into the paths',
    documentOf({ servers: [{ url: 'https://a.example/v1' }], paths: { '/a': { get: done } } }),
    documentOf({ servers: [{ url: 'https://a.example' }], paths: { '/v1/a': { get: done } } }),
    ['server-added harmless risky', 'server-removed risky harmless'],
  ],
  [
    'another server of one operation',
    operationOf({ servers: [{ url: 'https://a.example' }] }),
    operationOf({ servers: [{ url: 'https://b.example' }] }),
    ['operation-server-added harmless risky', 'operation-server-removed risky harmless'],
  ],
  [
    'the server of one operation removed that the document has',
    operationOf({ servers: [{ url: 'https://a.example' }] }, { servers: [{ url: 'https://a.example' }] }),
    operationOf({}, { servers: [{ url: 'https://a.example' }] }),
    [],
  ],
  // Parameters
  ['a parameter added', parameters(), parameters({}), ['parameter-added harmless risky']],
  [
    'a required parameter added',
    parameters(),
    parameters({ required: true }),
    ['required-parameter-added breaking risky'],
  ],
  ['a parameter removed', parameters({}), parameters(), ['parameter-removed risky harmless']],
  [
    'a required parameter removed',
    parameters({ required: true }),
    parameters(),
    ['required-parameter-removed risky breaking'],
  ],
  [
    'a parameter removed after its sunset',
    parameters({ deprecated: true, 'x-sunset': '2026-01-01' }),
    parameters(),
    ['parameter-removed-after-sunset harmless risky'],
  ],
  [
    'a parameter removed before its sunset',
    parameters({ deprecated: true, 'x-sunset': '2027-01-01' }),
    parameters(),
    ['parameter-removed-before-sunset breaking risky'],
  ],
  [
    'a required, deprecated parameter removed',
    parameters({ deprecated: true, required: true }),
    parameters(),
    ['required-parameter-removed risky breaking'],
  ],
  [
    'a parameter that becomes required',
    parameters({}),
    parameters({ required: true }),
    ['parameter-became-required breaking harmless'],
  ],
  [
    'a parameter that becomes optional',
    parameters({ required: true }),
    parameters({}),
    ['parameter-became-optional harmless breaking'],
  ],
  [
    'another location of a parameter',
    parameters({}),
    parameters({ in: 'header' }),
    ['parameter-moved breaking breaking'],
  ],
  [
    'another case of a header name',
    parameters({ in: 'header', name: 'X-A' }),
    parameters({ in: 'header', name: 'x-a' }),
    [],
  ],
  [
    'another case of a query name',
    parameters({ name: 'a' }),
    parameters({ name: 'A' }),
    ['parameter-moved breaking breaking'],
  ],
  ['another order of parameters', parameters({}, { name: 'a' }), parameters({ name: 'a' }, {}), []],
  [
    'a parameter declared by the path instead of the operation',
    paths({ '/a': { get: { ...done, parameters: [{ in: 'query', name: 'a', ...text }] } } }),
    paths({ '/a': { parameters: [{ in: 'query', name: 'a', ...text }], get: done } }),
    [],
  ],
  [
    'another style of a parameter',
    parameters({ schema: { type: 'array' }, explode: true }),
    parameters({ schema: { type: 'array' }, explode: false }),
    ['parameter-style-changed breaking breaking'],
  ],
  [
    'a list instead of a single value',
    parameters({ schema: { type: 'string' } }),
    parameters({ schema: { type: 'array', items: { type: 'string' } } }),
    ['parameter-became-list harmless breaking'],
  ],
  [
    'a single value instead of a list',
    parameters({ schema: { type: 'array', items: { type: 'string' } } }),
    parameters({ schema: { type: 'string' } }),
    ['parameter-became-single breaking harmless'],
  ],
  [
    'another style of a single value described by an enum or alternatives',
    parameters({ schema: { enum: ['a', 'b'] } }),
    parameters({ schema: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { const: 'c' }] }, explode: false }),
    ['parameter-alternative-added harmless breaking'],
  ],
  ['another style of a single value', parameters({ explode: true }), parameters({ explode: false }), []],
  ['the default style written out', parameters({}), parameters({ style: 'form', explode: true }), []],
  [
    'a media type instead of a style',
    parameters({}),
    parameters({ schema: undefined, content: { 'application/json': text } }),
    ['parameter-style-changed breaking breaking'],
  ],
  [
    'allowReserved added',
    parameters({}),
    parameters({ allowReserved: true }),
    ['parameter-reserved-changed risky risky'],
  ],
  [
    'allowEmptyValue added',
    parameters({}),
    parameters({ allowEmptyValue: true }),
    ['parameter-empty-allowed harmless breaking'],
  ],
  [
    'allowEmptyValue removed',
    parameters({ allowEmptyValue: true }),
    parameters({}),
    ['parameter-empty-forbidden breaking harmless'],
  ],
  [
    'deprecated added to a parameter',
    parameters({}),
    parameters({ deprecated: true }),
    ['parameter-deprecated harmless harmless'],
  ],
  [
    'deprecated removed from a parameter',
    parameters({ deprecated: true }),
    parameters({}),
    ['parameter-not-deprecated harmless harmless'],
  ],
  [
    'an earlier sunset of a parameter',
    parameters({ deprecated: true, 'x-sunset': '2031-01-01' }),
    parameters({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ['parameter-sunset-changed risky harmless'],
  ],
  [
    'another type of a parameter',
    parameters({ schema: { type: 'boolean' } }),
    parameters({ schema: { type: 'integer' } }),
    ['parameter-type-changed breaking breaking'],
  ],
  [
    'a string parameter instead of an integer',
    parameters({ schema: { type: 'integer' } }),
    parameters({ schema: { type: 'string' } }),
    ['parameter-type-widened harmless breaking'],
  ],
  [
    'a lower maximum of a parameter',
    parameters({ schema: { type: 'integer', maximum: 9 } }),
    parameters({ schema: { type: 'integer', maximum: 8 } }),
    ['parameter-maximum-lowered breaking harmless'],
  ],
  [
    'another default of a parameter',
    parameters({ schema: { type: 'integer', default: 9 } }),
    parameters({ schema: { type: 'integer', default: 8 } }),
    ['parameter-default-changed risky risky'],
  ],
  [
    'another name of a path parameter',
    paths({ '/a/{id}': { get: { ...done, parameters: [{ in: 'path', name: 'id', required: true, ...text }] } } }),
    paths({ '/a/{key}': { get: { ...done, parameters: [{ in: 'path', name: 'key', required: true, ...text }] } } }),
    ['path-parameter-renamed harmless harmless'],
  ],
  [
    'another type and name of a path parameter',
    paths({ '/a/{id}': { get: { ...done, parameters: [{ in: 'path', name: 'id', required: true, ...text }] } } }),
    paths({
      '/a/{key}': {
        get: { ...done, parameters: [{ in: 'path', name: 'key', required: true, schema: { type: 'integer' } }] },
      },
    }),
    ['parameter-type-narrowed breaking harmless', 'path-parameter-renamed harmless harmless'],
  ],
  // Bodies
  ['a request body added', body(), body({}), ['body-added harmless risky']],
  ['a required request body added', body(), body({ required: true }), ['required-body-added breaking risky']],
  ['the request body removed', body({}), body(), ['body-removed breaking breaking']],
  [
    'a request body that becomes required',
    body({}),
    body({ required: true }),
    ['body-became-required breaking harmless'],
  ],
  [
    'a request body that becomes optional',
    body({ required: true }),
    body({}),
    ['body-became-optional harmless breaking'],
  ],
  [
    'a media type added',
    body(content('application/json')),
    body(content('application/json', 'text/csv')),
    ['request-media-type-added harmless breaking'],
  ],
  [
    'a media type removed',
    body(content('application/json', 'text/csv')),
    body(content('application/json')),
    ['request-media-type-removed breaking harmless'],
  ],
  [
    'a charset added to a media type',
    body(content('application/json')),
    body(content('application/json; charset=utf-8')),
    [],
  ],
  ['another case of a media type', body(content('application/json')), body(content('Application/JSON')), []],
  [
    'a range instead of its media type',
    body(content('text/csv')),
    body(content('text/*')),
    ['request-media-type-added harmless breaking'],
  ],
  [
    'a media type instead of its range',
    body(content('text/*')),
    body({ content: { 'text/csv': { schema: { type: 'integer' } } } }),
    ['request-media-type-removed breaking harmless', 'request-type-changed breaking breaking'],
  ],
  [
    'a schema added',
    body({ content: { 'application/json': {} } }),
    body({ content: { 'application/json': text } }),
    ['request-type-narrowed breaking harmless'],
  ],
  [
    'an encoding of a form added',
    body({ content: { 'application/x-www-form-urlencoded': text } }),
    body({ content: { 'application/x-www-form-urlencoded': { ...text, encoding: { a: { explode: false } } } } }),
    ['encoding-changed risky risky'],
  ],
  [
    'an XML name added',
    body({ content: { 'application/xml': text } }),
    body({ content: { 'application/xml': { schema: { type: 'string', xml: { name: 'a' } } } } }),
    ['request-xml-changed breaking breaking'],
  ],
  // Responses
  [
    'a success status added',
    answers({ 200: {} }),
    answers({ 200: {}, 201: {} }),
    ['success-status-added risky harmless'],
  ],
  [
    'a success status removed',
    answers({ 200: {}, 201: {} }),
    answers({ 200: {} }),
    ['success-status-removed breaking risky'],
  ],
  [
    'an error status added',
    answers({ 200: {} }),
    answers({ 200: {}, 404: {} }),
    ['error-status-added harmless harmless'],
  ],
  [
    'an error status removed',
    answers({ 200: {}, 404: {} }),
    answers({ 200: {} }),
    ['error-status-removed harmless risky'],
  ],
  ['a status added beside its class', answers({ '2XX': {} }), answers({ '2XX': {}, 201: {} }), []],
  [
    'a status with another schema added beside its class',
    answers({ '4XX': content('application/json') }),
    answers({
      '4XX': content('application/json'),
      404: { content: { 'application/json': { schema: { type: 'integer' } } } },
    }),
    ['response-type-changed breaking breaking'],
  ],
  [
    'a status instead of its class',
    answers({ '2XX': {} }),
    answers({ 200: {} }),
    ['status-class-narrowed harmless risky'],
  ],
  [
    'a status class removed',
    answers({ 200: {}, '3XX': {} }),
    answers({ 200: {} }),
    ['success-status-removed breaking risky'],
  ],
  [
    'a class instead of its status',
    answers({ 404: {} }),
    answers({ '4XX': {} }),
    ['error-status-added harmless harmless'],
  ],
  [
    'a response body added',
    answers({ 200: {} }),
    answers({ 200: content('application/json') }),
    ['response-body-added harmless breaking'],
  ],
  [
    'a response body removed',
    answers({ 200: content('application/json') }),
    answers({ 200: {} }),
    ['response-body-removed breaking risky'],
  ],
  [
    'a response media type added',
    answers({ 200: content('application/json') }),
    answers({ 200: content('application/json', 'text/csv') }),
    ['response-media-type-added harmless breaking'],
  ],
  [
    'a response media type removed',
    answers({ 200: content('application/json', 'text/csv') }),
    answers({ 200: content('text/csv') }),
    ['response-media-type-removed breaking risky'],
  ],
  [
    'a response media type instead of its range',
    answers({ 200: content('*/*') }),
    answers({ 200: { content: { 'application/json': { schema: { type: 'integer' } } } } }),
    ['response-media-type-narrowed harmless breaking', 'response-type-changed breaking breaking'],
  ],
  ['a header added', header({}), header({ 'X-A': text }), ['header-added harmless harmless']],
  [
    'a required header added',
    header({}),
    header({ 'X-A': { ...text, required: true } }),
    ['required-header-added harmless breaking'],
  ],
  ['a header removed', header({ 'X-A': text }), header({}), ['header-removed risky harmless']],
  [
    'a required header removed',
    header({ 'X-A': { ...text, required: true } }),
    header({}),
    ['required-header-removed breaking harmless'],
  ],
  [
    'a header that becomes optional',
    header({ 'X-A': { ...text, required: true } }),
    header({ 'x-a': text }),
    ['header-became-optional breaking harmless'],
  ],
  [
    'a header that becomes required',
    header({ 'X-A': text }),
    header({ 'X-A': { ...text, required: true } }),
    ['header-became-required harmless breaking'],
  ],
  [
    'another style of a header',
    header({ 'X-A': text }),
    header({ 'X-A': { ...text, explode: true } }),
    ['header-style-changed breaking breaking'],
  ],
  [
    'a format of a header added',
    header({ 'X-A': text }),
    header({ 'X-A': { schema: { type: 'string', format: 'date' } } }),
    ['header-format-added harmless breaking'],
  ],
  ['a link added', link({}), link({ self: { operationId: 'a' } }), ['link-added harmless harmless']],
  ['a link removed', link({ self: { operationId: 'a' } }), link({}), ['link-removed risky harmless']],
  [
    'another target of a link',
    link({ self: { operationId: 'a' } }),
    link({ self: { operationId: 'b', description: 'x' } }),
    ['link-changed risky risky'],
  ],
  // Security
  ['authentication required', secured(), secured({ key: [] }), ['security-added breaking harmless']],
  ['authentication optional', secured({ key: [] }), secured({ key: [] }, {}), ['security-dropped harmless breaking']],
  [
    'a security alternative added',
    secured({ key: [] }),
    secured({ key: [] }, { token: [] }),
    ['security-alternative-added harmless breaking'],
  ],
  [
    'a security alternative removed',
    secured({ key: [] }, { token: [] }),
    secured({ token: [] }),
    ['security-alternative-removed breaking harmless'],
  ],
  [
    'two schemes required instead of one',
    secured({ key: [] }),
    secured({ key: [], token: [] }),
    ['security-alternative-removed breaking harmless'],
  ],
  [
    'a required scope added',
    secured({ login: ['read'] }),
    secured({ login: ['read', 'write'] }),
    ['security-scope-added breaking harmless'],
  ],
  [
    'a required scope removed',
    secured({ login: ['read', 'write'] }),
    secured({ login: ['read'] }),
    ['security-scope-removed harmless breaking'],
  ],
  [
    'another order of schemes of the same type with different scopes',
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
    'another name of a security scheme',
    operationOf({ security: [{ a: [] }] }, { components: { securitySchemes: { a: schemes.key } } }),
    operationOf(
      { security: [{ b: [] }] },
      { components: { securitySchemes: { b: { ...schemes.key, name: 'x-key' } } } },
    ),
    [],
  ],
  [
    'another header of a security scheme',
    secured({ key: [] }, { login: ['read'] }),
    operationOf(
      { security: [{ key: [] }, { login: ['read'] }] },
      { components: { securitySchemes: { ...schemes, key: { ...schemes.key, name: 'X-Other' } } } },
    ),
    ['security-scheme-changed breaking breaking'],
  ],
  [
    'security declared by the document instead of the operation',
    operationOf({ security: [{ key: [] }] }, { components: { securitySchemes: schemes } }),
    operationOf({}, { security: [{ key: [] }], components: { securitySchemes: schemes } }),
    [],
  ],
  ['another token URL', flow(), flow({ tokenUrl: 'https://b.example/t' }), ['oauth-url-changed risky risky']],
  [
    'another OpenID Connect URL',
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://a.example' }),
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://b.example' }),
    ['oauth-url-changed risky risky'],
  ],
  [
    'another URL of OAuth metadata',
    scheme({ type: 'oauth2', flows: {}, oauth2MetadataUrl: 'https://a.example' }),
    scheme({ type: 'oauth2', flows: {}, oauth2MetadataUrl: 'https://b.example' }),
    ['oauth-url-changed risky risky'],
  ],
  [
    'another device authorization URL',
    flow({ deviceAuthorizationUrl: 'https://a.example/d' }),
    flow({ deviceAuthorizationUrl: 'https://b.example/d' }),
    ['oauth-url-changed risky risky'],
  ],
  [
    'a declared scope added',
    flow(),
    flow({ scopes: { read: '', write: '' } }),
    ['oauth-scope-added harmless harmless'],
  ],
  ['a declared scope removed', flow(), flow({ scopes: {} }), ['oauth-scope-removed risky harmless']],
  [
    'another flow',
    flow(),
    scheme({ type: 'oauth2', flows: { password: {} } }),
    ['oauth-flow-added harmless risky', 'oauth-flow-removed breaking harmless'],
  ],
  [
    'another default and enum of a server variable',
    documentOf({ servers: [{ url: 'https://{at}.example', variables: { at: { default: 'a', enum: ['a', 'b'] } } }] }),
    documentOf({ servers: [{ url: 'https://{at}.example', variables: { at: { default: 'c', enum: ['a', 'c'] } } }] }),
    ['server-added harmless risky', 'server-removed risky harmless'],
  ],
  // Requests by the server: sender and receiver are swapped.
  ['a callback added', operationOf({}), called({}), ['callback-added risky harmless']],
  ['a callback removed', called({}), operationOf({}), ['callback-removed breaking risky']],
  [
    'a required parameter of a callback added',
    called({}),
    called({ parameters: [{ in: 'query', name: 'a', required: true, ...text }] }),
    ['required-parameter-added risky breaking'],
  ],
  [
    'another request body of a callback',
    called({ requestBody: content('application/json') }),
    called({ requestBody: { content: { 'application/json': { schema: { type: 'string', enum: ['a'] } } } } }),
    ['request-became-enum harmless breaking'],
  ],
  ['a callback that calls back itself', itself({}), itself({ tags: ['a'] }), ['tags-changed harmless harmless']],
  [
    'a property of a webhook request added, another one removed',
    hooked(properties('a')),
    hooked(properties('b')),
    ['request-property-added harmless harmless', 'request-property-removed risky harmless'],
  ],
  ['other tags of a recursive callback', itself({}), itself({ tags: ['a'] }), ['tags-changed harmless harmless']],
  ['a webhook added', documentOf({}), hooked({}), ['webhook-added risky harmless']],
  ['a webhook removed', hooked({}), documentOf({}), ['webhook-removed breaking risky']],
  [
    'another response of a webhook',
    hooked({ responses: { 200: { description: 'So.', ...content('application/json') } } }),
    hooked({ responses: { 200: { description: 'So.', content: { 'application/json': { schema: {} } } } } }),
    ['response-type-widened harmless breaking'],
  ],
];

describe('an operation that changes:', () => {
  test.each(ROWS)('%s', (_, old, now, expected) => {
    expect(reported(changesOf(old, now, new Date('2026-06-01')))).toEqual(expected);
  });

  test('each rule has a row', () => {
    const met = new Set(ROWS.flatMap(([, , , expected]) => expected.map((line) => line.split(' ')[0])));
    // `effort.slow.test.ts` tests what is not compared.
    expect(Object.keys(OPERATION_RULES).filter((rule) => !met.has(rule))).toEqual(['rest-not-compared']);
  });
});

describe('a change of security', () => {
  const get = (more: object = {}) => ({ get: { ...done, ...more } });
  const keys = { components: { securitySchemes: schemes } };
  const all = (security: readonly object[]) => ({
    ...keys,
    security,
    paths: { '/a': get(), '/b': get({ security: [] }), '/c': get() },
  });

  test('of the document is reported once, with the affected operations', () => {
    expect(changesOf(documentOf(all([{ key: [] }])), documentOf(all([{ token: [] }])))).toEqual([
      {
        ...{ rule: 'security-alternative-removed', clients: 'breaking', servers: 'harmless' },
        message: 'GET /a and 1 more operation: no longer accepts key',
        operations: ['GET /a', 'GET /c'],
        ...{ old: '/security', new: '/security' },
      },
      {
        ...{ rule: 'security-alternative-added', clients: 'harmless', servers: 'breaking' },
        message: 'GET /a and 1 more operation: accepts token now',
        operations: ['GET /a', 'GET /c'],
        ...{ old: '/security', new: '/security' },
      },
    ]);
  });

  test('of the number of schemes is reported with both', () => {
    const [one, both] = [secured({ key: [] }), secured({ key: [], token: [] })];
    const message = (old: DocumentObject, now: DocumentObject) => changesOf(old, now).map((change) => change.message);
    expect(message(one, both)).toEqual(['POST /pets: no longer accepts key alone, but key with token']);
    expect(message(both, one)).toEqual(['POST /pets: accepts key alone (was key with token)']);
  });

  test('of what a scheme takes is reported once, at the scheme', () => {
    const now = all([{ key: [] }]);
    const key = { type: 'http', scheme: 'Bearer' };
    const moved = { ...now, components: { securitySchemes: { ...schemes, key } } };
    expect(changesOf(documentOf(all([{ key: [] }])), documentOf(moved))).toEqual([
      {
        ...{ rule: 'security-scheme-changed', clients: 'breaking', servers: 'breaking' },
        message: 'security scheme key: takes http bearer instead of header X-Key',
        operations: [],
        ...{ old: '/components/securitySchemes/key', new: '/components/securitySchemes/key' },
      },
    ]);
  });

  test('is reported with the location in the operation', () => {
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

  test('is compared with other alternatives only up to a limit; beyond, each is a change', () => {
    const ways = (count: number, more: object) =>
      secured(...Array.from({ length: count }, (_, index) => ({ login: [`scope${index}`], ...more })));
    expect(reported(changesOf(ways(3, {}), ways(3, { key: [] })))).toEqual(
      Array(3).fill('security-alternative-removed breaking harmless'),
    );
    expect(reported(changesOf(ways(400, {}), ways(400, { key: [] })))).toHaveLength(800);
  });
});

test('a renamed and moved parameter is reported with both names and locations', () => {
  const [message] = changesOf(parameters({ name: 'Page' }), parameters({ name: 'page', in: 'header' })).map(
    (change) => change.message,
  );
  expect(message).toBe('POST /pets: query parameter Page moved: now header parameter page');
});

test('a schema of several operations is reported with the first one', () => {
  const limit = (name: string) => ({
    get: { ...done, parameters: [{ in: 'query', name, schema: { $ref: '#/components/schemas/Limit' } }] },
  });
  const both = (type: string) =>
    documentOf({
      paths: { '/b': limit('most'), '/a': limit('limit') },
      components: { schemas: { Limit: { type } } },
    });
  expect(changesOf(both('string'), both('integer'))[0]?.message).toMatch(
    /^GET \/a and 1 more operation: Limit in query parameter limit: type changed from string to integer$/,
  );
});

test('an operation may be removed on the day of its sunset', () => {
  const old = gone({ deprecated: true, 'x-sunset': '2026-05-05' });
  expect(reported(changesOf(old, paths({}), new Date('2026-05-05')))).toEqual([
    'operation-removed-after-sunset harmless harmless',
  ]);
});
