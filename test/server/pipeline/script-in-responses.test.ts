// Responses of all sources: browsers neither sniff their media type nor run scripts from clients.

import { describe, expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { ownMockServer } from '../../support/own-api.ts';
import { connectRaw } from '../../support/raw-http.ts';

const SCRIPT = '<script>document.title = "mine"</script>';

/** The security headers of a response. */
function guards({ headers }: { readonly headers: Headers }): readonly (string | null)[] {
  return [headers.get('x-content-type-options'), headers.get('content-security-policy')];
}

const SANDBOXED = ['nosniff', 'sandbox'];

/** A document with one operation `show`, whose response has this media type. */
const shows = (type: string, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Own', version: '1' },
  paths: {
    '/show': { get: { operationId: 'show', responses: { 200: { description: 'it', content: { [type]: more } } } } },
  },
});

const NOTES = `paths:
  /notes:
    get:
      responses: { '200': { description: all, content: { TYPE: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: made, content: { TYPE: { schema: { $ref: '#/components/schemas/Note' } } } }
        '400': { description: bad, content: { text/html: { schema: { type: string } } } }
components:
  schemas:
    Note: { type: object, required: [text], properties: { id: { type: string }, text: { type: string } } }
`;

describe('an HTML response', () => {
  test.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml', 'image/svg+xml', 'text/javascript'])(
    'of a handler, as %s, is sandboxed',
    async (type) => {
      const mockServer = await ownMockServer(shows(type.toLowerCase().replace(/;.*/, '')), {
        show: () => SCRIPT,
      });
      const response = await mockServer.fetch(new Request('http://localhost/show'));
      expect(await response.text()).toBe(SCRIPT);
      expect(guards(response)).toEqual(SANDBOXED);
    },
  );

  test('of an example is sandboxed', async () => {
    const mockServer = await ownMockServer(shows('text/html', { example: SCRIPT }), {}, { infer: true });
    expect(guards(await mockServer.fetch(new Request('http://localhost/show')))).toEqual(SANDBOXED);
  });

  test('of a generated value is sandboxed', async () => {
    const mockServer = await ownMockServer(shows('text/html', { schema: { type: 'string' } }), {}, { infer: true });
    expect(guards(await mockServer.fetch(new Request('http://localhost/show')))).toEqual(SANDBOXED);
  });

  test('of a planned fault is sandboxed', async () => {
    const mockServer = await ownMockServer(shows('text/html', { schema: { type: 'string' } }), {}, { infer: true });
    const body = { steps: [{ body: SCRIPT }] };
    const planned = await send(mockServer, 'POST', '/_understudy/faults', { token: undefined, body });
    expect(planned.body).toMatchObject({ id: expect.anything() });
    const response = await mockServer.fetch(new Request('http://localhost/show'));
    expect(await response.text()).toBe(SCRIPT);
    expect(guards(response)).toEqual(SANDBOXED);
  });

  test('that shows submitted form data contains no markup of it', async () => {
    const send = await inferred(NOTES.replaceAll('TYPE', 'text/html'));
    const made = await send('POST', '/notes', new URLSearchParams({ text: SCRIPT }));
    expect(guards(made)).toEqual(SANDBOXED);
    expect(made.body).not.toContain('<script');
    expect(JSON.parse(made.body)).toMatchObject({ text: SCRIPT });
  });

  test('that rejects a request is sandboxed', async () => {
    const send = await inferred(NOTES.replaceAll('TYPE', 'application/json'));
    const rejected = await send('POST', '/notes', new URLSearchParams({ [SCRIPT]: 'a' }));
    expect([rejected.status, rejected.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(rejected.body).not.toContain('<script');
    expect(guards(rejected)).toEqual(SANDBOXED);
  });
});

test('an XML response of a resource is sandboxed', async () => {
  const send = await inferred(NOTES.replaceAll('TYPE', 'application/xml'));
  const made = await send('POST', '/notes', new URLSearchParams({ text: SCRIPT }));
  expect([made.status, made.source]).toEqual([201, 'stored']);
  expect(made.body).not.toContain('<script');
  expect(guards(made)).toEqual(SANDBOXED);
});

test.each([
  ['a JSON response', 'GET', '/management/v1/healthz', 200],
  ['a rejected request', 'GET', '/nowhere', 404],
  ['the control API', 'GET', '/_understudy/state', 200],
  ['a rejected request of the control API', 'GET', '/_understudy/nothing', 404],
  ['health', 'GET', '/_understudy/ready', 200],
  ['metrics', 'GET', '/_understudy/metrics', 200],
  ['an unknown method', 'DELETE', '/', 405],
  ['a style sheet', 'GET', '/_understudy/home.css', 200],
])('%s is not sniffed', async (_, method, path, status) => {
  const mockServer = await identityMockServer();
  const response = await send(mockServer, method, path, { token: undefined });
  expect(response.status).toBe(status);
  expect(guards(response)).toEqual(['nosniff', null]);
});

test('a preflight response is not sniffed', async () => {
  const mockServer = await identityMockServer();
  const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
  const response = await send(mockServer, 'OPTIONS', '/management/v1/projects/_search', { token: undefined, headers });
  expect(response.headers.get('access-control-allow-methods')).toBe('POST');
  expect(guards(response)).toEqual(['nosniff', null]);
});

test.each([
  ['the start page', '/', { accept: 'text/html' }],
  ['the inspector', '/inspector', {}],
  ['the login', '/oauth/v2/authorize?client_id=nobody', { accept: 'text/html' }],
  ['the issuer', '/.well-known/openid-configuration', {}],
])('%s has its own policy', async (_, path, headers) => {
  const mockServer = await identityMockServer();
  const response = await send(mockServer, 'GET', path, { token: undefined, headers });
  const [sniff, policy] = guards(response);
  expect(sniff).toBe('nosniff');
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('sandbox');
});

test('the response to an invalid HTTP request is JSON that is not sniffed', async () => {
  const mockServer = await identityMockServer();
  const { port } = await mockServer.listen();
  const connection = await connectRaw(port);
  connection.send('GET / HTTP/1.1\r\n\r\n');
  const { status, headers } = await connection.response();
  expect([status, headers.get('x-content-type-options')]).toEqual([400, 'nosniff']);
});
