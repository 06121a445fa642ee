// Rows about references, security, parameters and methods.

import { BAD_REQUEST, BOOLEAN, DONE, documentOf, type FeatureRow, json, jsonIn, NOTE, operation } from './row.ts';

/** Whether a value is a note of the document. */
function isNote(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title } = value as Readonly<Record<string, unknown>>;
  return Number.isInteger(id) && typeof title === 'string' && title !== '';
}

const SELF = 'https://api.example/v1/openapi.json';

const self: FeatureRow = {
  feature: '`$self`',
  files: {
    'api.json': documentOf(
      { '/note': { get: operation('getNote', json({ $ref: 'schemas.json#/components/schemas/Note' })) } },
      { $self: SELF, components: { schemas: { Title: NOTE.properties.title } } },
    ),
    'schemas.json': documentOf(
      {},
      {
        $self: 'https://api.example/v1/schemas.json',
        components: {
          schemas: {
            Note: { ...NOTE, properties: { ...NOTE.properties, title: { $ref: `${SELF}#/components/schemas/Title` } } },
          },
        },
      },
    ),
  },
  uses: (_, { body }) => isNote(JSON.parse(Buffer.from(body).toString() || 'null')),
  faults: {
    'a body that contradicts the other document': ['response-body', /response 200 \/id is required/],
    'a body that contradicts the schema behind it': ['response-body', /response 200 \/title must be a string/],
  },
  serve: (fault) => () => ({
    type: 'application/json',
    body: JSON.stringify({
      ...(fault !== 'a body that contradicts the other document' && { id: 1 }),
      title: fault === 'a body that contradicts the schema behind it' ? 1 : 'A',
    }),
  }),
};

const security: FeatureRow = {
  feature: 'security schemes by URI',
  files: {
    'api.json': documentOf({
      '/note': {
        get: operation('getNote', json(NOTE), { security: [{ './auth.json#/components/securitySchemes/key': [] }] }),
      },
    }),
    'auth.json': documentOf(
      {},
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
    ),
  },
  token: 'secret',
  uses: ({ headers }, { status }) => status === 200 && headers.some(([name]) => /^x-key$/i.test(name)),
  faults: { 'requests without a key are accepted': ['authentication-required', /200/] },
  serve:
    (fault) =>
    ({ headers }) =>
      fault !== undefined || headers['x-key'] === 'secret'
        ? { type: 'application/json', body: '{"id":1,"title":"A"}' }
        : { ...BAD_REQUEST, status: 401, headers: { 'www-authenticate': 'ApiKey' } },
};

const cookie: FeatureRow = {
  feature: '`style: cookie`',
  files: {
    'api.json': documentOf({
      '/visit': {
        get: operation('visit', BOOLEAN, {
          parameters: [
            {
              name: 'token',
              in: 'cookie',
              style: 'cookie',
              required: true,
              schema: { type: 'string', pattern: '^[a-z]%[0-9A-F]{2}[a-z]$' },
              example: 'a%20b',
            },
          ],
        }),
      },
    }),
  },
  uses: ({ headers }, { status }) =>
    status === 200 &&
    headers.some(([name, text]) => name.toLowerCase() === 'cookie' && /^token=[a-z]%..[a-z]$/.test(text)),
  faults: {
    'values are decoded': ['example-accepted', /400/],
    'the cookie is ignored': ['invalid-input-rejected', /cookie/],
  },
  serve:
    (fault) =>
    ({ headers }) => {
      if (fault === 'the cookie is ignored') return DONE;
      const [, raw = ''] = /(?:^|; )token=([^;]*)/.exec(headers.cookie ?? '') ?? [];
      const value = fault === 'values are decoded' ? raw.replaceAll(/%20/g, ' ') : raw;
      return /^[a-z]%[0-9A-F]{2}[a-z]$/.test(value) ? DONE : BAD_REQUEST;
    },
};

const methods: FeatureRow = {
  feature: '`query`, `additionalOperations`',
  files: {
    'api.json': documentOf({
      '/notes': {
        query: operation('queryNotes', json({ type: 'array', items: NOTE }), {
          requestBody: {
            required: true,
            content: json({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } }),
          },
        }),
        additionalOperations: { PURGE: operation('purgeNotes', json({ type: 'integer' })) },
      },
      '/ping': { get: operation('ping', BOOLEAN) },
    }),
  },
  uses: ({ method }, { status }) => (method === 'QUERY' || method === 'PURGE') && status === 200,
  faults: {
    'QUERY is not implemented': ['operation-implemented', /rejected with 405/],
    'PURGE is not implemented': ['operation-implemented', /rejected with 501/],
    'QUERY returns another body': ['response-body', /response 200 must be an array/],
    'PURGE returns another body': ['response-body', /response 200 must be an integer/],
    'QUERY ignores its body': ['invalid-input-rejected', /body/],
  },
  serve: (fault) => (request) => {
    const type = 'application/json';
    if (request.path === '/ping') return DONE;
    if (request.method === 'PURGE') {
      if (fault === 'PURGE is not implemented') return { status: 501 };
      return { type, body: fault === 'PURGE returns another body' ? '"3"' : '3' };
    }
    if (fault === 'QUERY is not implemented') return { status: 405, headers: { allow: 'PURGE' } };
    const sent = jsonIn(request);
    const isValid = typeof sent === 'object' && typeof Object(sent).title === 'string';
    if (!isValid && fault !== 'QUERY ignores its body') return BAD_REQUEST;
    return { type, body: fault === 'QUERY returns another body' ? '{}' : '[{"id":1,"title":"A"}]' };
  },
};

const querystring: FeatureRow = {
  feature: '`in: querystring`',
  files: {
    'api.json': documentOf({
      '/search': {
        get: operation('search', BOOLEAN, {
          parameters: [
            {
              name: 'filter',
              in: 'querystring',
              required: true,
              content: json(
                { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } },
                { example: { n: 3 } },
              ),
            },
          ],
        }),
      },
    }),
  },
  uses: ({ target }, { status }) => status === 200 && decodeURIComponent(target).includes('?{"n":'),
  faults: {
    'the query is ignored': ['invalid-input-rejected', /query/],
    'a missing query is accepted': ['missing-required-rejected', /filter/],
    'the query is read as a form': ['example-accepted', /is rejected with 400/],
  },
  serve:
    (fault) =>
    ({ query }) => {
      if (fault === 'the query is ignored') return query === '' ? BAD_REQUEST : DONE;
      if (fault === 'a missing query is accepted' && query === '') return DONE;
      if (fault === 'the query is read as a form')
        return Number.isInteger(Number(new URLSearchParams(query).get('n') ?? 'none')) ? DONE : BAD_REQUEST;
      try {
        const { n } = JSON.parse(decodeURIComponent(query));
        return Number.isInteger(n) && n >= 1 ? DONE : BAD_REQUEST;
      } catch {
        return BAD_REQUEST;
      }
    },
};

export const REQUEST_ROWS: readonly FeatureRow[] = [self, security, cookie, methods, querystring];
