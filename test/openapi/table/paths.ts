// Paths: templates, methods and CORS.

import { documentOf, inPath, operation, query, type Row, row, STRING } from './row.ts';

/** A document with these operations, each with its own line as its id: `GET /a`. */
function lines(...all: readonly string[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const line of all) {
    const [method = '', ...rest] = line.split(' ');
    const path = rest.join(' ');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operation({ operationId: line });
  }
  return documentOf(paths);
}

const to = (operation: string, input?: object) => ({ operation, ...(input && { input }) });
const MISSING = { status: 404 };
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const form = (body: string) => ({ line: 'POST /', headers: FORM, body });
const NAMED = { type: 'object', required: ['Name'], properties: { Name: STRING, Size: { type: 'integer' } } };
/** Two cloud operations, selected by `Action`. */
const cloud = (content: object | undefined) =>
  documentOf(
    Object.fromEntries(
      ['List', 'Add'].map((name) => {
        const parameters = [
          query({ type: 'string', enum: [name] }, { name: 'Action', required: true }),
          query(STRING, { name: 'Version', required: true }),
        ];
        const body = content && { requestBody: { required: true, content: content as never } };
        return [`/#Action=${name}`, { post: operation({ operationId: `POST ${name}`, parameters, ...body }) }];
      }),
    ),
  );
const described = (path: string, more: object) =>
  documentOf({ [path]: { get: operation({ operationId: 'get', parameters: [inPath(STRING, more)] }) } });

const templates: readonly Row[] = [
  row('a path without values', lines('GET /a/b'), 'GET /a/b', to('GET /a/b')),
  row('a path before one with a value', lines('GET /a/{x}', 'GET /a/mine'), 'GET /a/mine', to('GET /a/mine')),
  row(
    'a value after a path with another method',
    lines('GET /a/mine', 'DELETE /a/{x}'),
    'DELETE /a/mine',
    to('DELETE /a/{x}', { x: 'mine' }),
  ),
  row(
    'text in an earlier segment',
    lines('GET /{kind}/settings', 'GET /users/{id}'),
    'GET /users/settings',
    to('GET /users/{id}'),
  ),
  row(
    'text that cannot be resolved',
    lines('GET /a/b', 'GET /{x}/{y}/c'),
    'GET /a/b/c',
    to('GET /{x}/{y}/c', { x: 'a', y: 'b' }),
  ),
  row(
    'two values in a segment',
    lines('GET /{from}-{to}'),
    'GET /bern-oslo',
    to('GET /{from}-{to}', { from: 'bern', to: 'oslo' }),
  ),
  row(
    'two values with a dot between',
    lines('GET /a/{name}.{ending}'),
    'GET /a/x.tar.gz',
    to('GET /a/{name}.{ending}', { name: 'x.tar', ending: 'gz' }),
  ),
  row(
    'a value with a suffix',
    lines('GET /a/{id}.json', 'GET /a/{id}'),
    'GET /a/7.json',
    to('GET /a/{id}.json', { id: '7' }),
  ),
  row(
    'a value with a custom method',
    lines('POST /a/{id}:cancel', 'POST /a/{id}'),
    'POST /a/7:cancel',
    to('POST /a/{id}:cancel', { id: '7' }),
  ),
  row(
    'a value with an encoded custom method',
    lines('POST /a/{id}:cancel'),
    'POST /a/7%3Acancel',
    to('POST /a/{id}:cancel', { id: '7' }),
  ),
  row(
    'a value in quotes and brackets',
    lines("GET /users(name='{name}')"),
    'GET /users(name=%27x%27)',
    to("GET /users(name='{name}')", { name: 'x' }),
  ),
  row('letters beyond ASCII in a template', lines('GET /größe'), 'GET /größe', to('GET /größe')),
  row('an encoded template', lines('GET /caf%C3%A9'), 'GET /café', to('GET /caf%C3%A9')),
  row('a space in a template', lines('GET /a b'), 'GET /a%20b', to('GET /a b')),
  row('needless encoding in a request', lines('GET /abc'), 'GET /%61bc', to('GET /abc')),
  row('a path in another case', lines('GET /abc'), 'GET /ABC', MISSING),
  row('an empty value', lines('GET /a/{x}'), 'GET /a/', MISSING),
  row('a trailing slash of the document', lines('GET /a/'), 'GET /a/', to('GET /a/')),
  row('an omitted trailing slash', lines('GET /a/'), 'GET /a', to('GET /a/')),
  row('an additional trailing slash', lines('GET /a'), 'GET /a/', MISSING),
  row('two consecutive slashes', lines('GET /a//b'), 'GET /a//b', to('GET /a//b')),
  row('the root', lines('GET /'), 'GET /', to('GET /')),
  row('a path with a question mark', lines('GET /a?op=one', 'GET /a?op=two'), 'GET /a?op=two', to('GET /a?op=two')),
  row(
    'values after a question mark',
    lines('GET /a?city={city}', 'GET /a?lat={lat}&lon={lon}'),
    'GET /a?lat=1&lon=2',
    to('GET /a?lat={lat}&lon={lon}', { lat: '1', lon: '2' }),
  ),
  row(
    'a hash and a header',
    lines('POST /#X-Amz-Target=S.List', 'POST /#X-Amz-Target=S.Add'),
    { line: 'POST /', headers: { 'x-amz-target': 'S.Add' } },
    to('POST /#X-Amz-Target=S.Add'),
  ),
  row(
    'a hash and a text in the query',
    lines('GET /#Action=List', 'GET /#Action=Add'),
    'GET /?Action=Add',
    to('GET /#Action=Add'),
  ),
  row('a hash and a name in the query', lines('GET /{b}', 'GET /{b}#cors'), 'GET /x?cors', to('GET /{b}#cors')),
  row('a hash without its conditions', lines('GET /{b}', 'GET /{b}#cors'), 'GET /x', to('GET /{b}')),
  row('a hash that is sent literally', lines('GET /a', 'GET /a#copy'), 'GET /a%23copy', to('GET /a#copy')),
  row(
    'a hash and a field of a form',
    cloud({ 'application/x-www-form-urlencoded': { schema: NAMED } }),
    form('Action=Add&Version=1&Name=a+b&Size=7'),
    { operation: 'POST Add', input: { Action: 'Add', Version: '1', Name: 'a b', Size: 7 } },
  ),
  row(
    'a hash and a field of a form where the document names the media type of responses',
    cloud({ 'text/xml': { schema: NAMED } }),
    form('Size=7&Name=x&Version=1&Action=Add'),
    { operation: 'POST Add', input: { Action: 'Add', Version: '1', Name: 'x', Size: 7 } },
  ),
  row(
    'a hash, and a form that violates the schema',
    cloud({ 'text/xml': { schema: NAMED } }),
    form('Action=Add&Version=1&Size=x'),
    { status: 400, says: 'body /Size must be an integer' },
  ),
  row('a hash and a form of an operation without a body', cloud(undefined), form('Action=List&Version=1'), {
    operation: 'POST List',
    input: { Action: 'List', Version: '1' },
  }),
  row(
    'a hash and a name in a form that is part of another one',
    cloud({ 'text/xml': { schema: NAMED } }),
    form('TheAction=Add&ActionName=Add&Name=Action=Add'),
    { status: 404, says: 'select one with Action in the query, the headers or a form' },
  ),
  row(
    'a hash and its text in the query before one in a form',
    cloud({ 'text/xml': { schema: NAMED } }),
    { ...form('Action=List&Name=x'), line: 'POST /?Action=Add&Version=1' },
    // The form selects nothing then, and is an ordinary body.
    { status: 415 },
  ),
  row(
    'a form where a header tells operations apart',
    documentOf({
      '/#X-Amz-Target=S.List': { post: operation({ requestBody: { content: { 'application/json': {} } } }) },
    }),
    { ...form('Name=x'), headers: { ...FORM, 'x-amz-target': 'S.List' } },
    { status: 415 },
  ),
  row('several hashes without their conditions', lines('GET /#Action=List', 'GET /#Action=Add'), 'GET /', {
    status: 404,
    says: 'select one with Action',
  }),
  row(
    'one hash without its conditions',
    documentOf({ '/a#tags': { get: operation({ parameters: [query(STRING, { name: 'tags', required: true })] }) } }),
    'GET /a',
    { status: 400, says: '/tags is required' },
  ),
  row(
    'slashes in a value, by its braces',
    lines('GET /files/{path+}'),
    'GET /files/a/b',
    to('GET /files/{path+}', { path: 'a/b' }),
  ),
  row(
    'slashes in a value, by its pattern',
    described('/v1/{p}', { schema: { type: 'string', pattern: '^projects/[^/]+$' } }),
    'GET /v1/projects/a',
    { input: { p: 'projects/a' } },
  ),
  row(
    'slashes in a value, by its description',
    described('/v1/{p}', { description: 'Format: `projects/{project}/topics/{topic}`' }),
    'GET /v1/projects/a/topics/b',
    { input: { p: 'projects/a/topics/b' } },
  ),
  row('slashes in a value, by its example', described('/data/{p}', { example: 'a/b' }), 'GET /data/x/y', {
    input: { p: 'x/y' },
  }),
  row('slashes in a value without a declaration', lines('GET /a/{x}'), 'GET /a/b/c', MISSING),
  row('one path under two names', lines('GET /a/{x}', 'PUT /a/{y}'), 'PUT /a/1', to('PUT /a/{y}', { y: '1' })),
  row(
    'a value that is an inherited property name',
    lines('GET /a/{x}'),
    'GET /a/__proto__',
    to('GET /a/{x}', { x: '__proto__' }),
  ),
];

const PAGE = { origin: 'https://app.test' };
const preflight = (method: string, fields?: string) => ({
  ...PAGE,
  'access-control-request-method': method,
  ...(fields && { 'access-control-request-headers': fields }),
});
const ALLOWED = { 'access-control-allow-origin': 'https://app.test' };
const secured = documentOf(
  {
    '/a': {
      post: operation({ security: [{ key: [] }], parameters: [{ name: 'X-Trace', in: 'header', schema: STRING }] }),
      get: operation(),
    },
  },
  { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } } },
);
const responding = documentOf({
  '/a': {
    get: operation({
      responses: {
        204: { description: 'Done.', headers: { ETag: { schema: STRING }, 'X-Total': { schema: STRING } } },
      },
    }),
  },
});

const methods: readonly Row[] = [
  row('a method that a path does not have', lines('GET /a', 'POST /a'), 'PUT /a', {
    status: 405,
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
    says: 'allowed: GET, HEAD, POST, OPTIONS',
  }),
  row('HEAD for GET', lines('GET /a'), 'HEAD /a', { operation: 'GET /a', body: '' }),
  row('undeclared OPTIONS', lines('GET /a', 'POST /a'), 'OPTIONS /a', {
    status: 204,
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
    body: '',
  }),
  row('declared OPTIONS', lines('OPTIONS /a'), 'OPTIONS /a', to('OPTIONS /a')),
  row('OPTIONS of an unknown path', lines('GET /a'), 'OPTIONS /b', MISSING),
  row('a method that does not exist', lines('GET /a'), 'PURGE /a', {
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  }),
  row(
    'a preflight for an API key of the document',
    secured,
    { line: 'OPTIONS /a', headers: preflight('POST', 'x-api-key,content-type') },
    { status: 204, headers: { ...ALLOWED, 'access-control-allow-headers': 'x-api-key,content-type' } },
  ),
  row(
    'a preflight for a header of the document',
    secured,
    { line: 'OPTIONS /a', headers: preflight('POST', 'x-trace') },
    { status: 204, headers: ALLOWED },
  ),
  row(
    'a preflight for an undeclared header',
    secured,
    { line: 'OPTIONS /a', headers: preflight('POST', 'x-other') },
    { status: 204, headers: ALLOWED },
  ),
  row(
    'exposed headers of the document',
    responding,
    { line: 'GET /a', headers: PAGE },
    {
      status: 204,
      headers: {
        'access-control-expose-headers': 'etag, x-content-type-options, content-length, date',
      },
    },
  ),
];

export const paths: readonly Row[] = [...templates, ...methods];
