// `--log json` prints no credentials.

import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../../src/cli/serve/request-log-file.ts';
import { ApiError } from '../../src/server/pipeline/errors/api-error.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../support/own-api.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = documentOf(
  {
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: { content: { 'application/json': { schema: {} } } },
        responses: jsonAnswers({ 200: {} }),
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'readNote',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        security: [{ bearer: [] }, { basic: [] }, { key: [] }, { query: [] }, {}],
        responses: jsonAnswers({ 200: { type: 'string' }, 404: { type: 'object', required: ['reason'] } }),
      },
    },
  },
  {
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
        key: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
        query: { type: 'apiKey', in: 'query', name: 'appid' },
      },
    },
  },
);

/** The log lines of requests. */
async function linesOf(
  requests: readonly (readonly [target: string, headers: Readonly<Record<string, string>>, body?: string])[],
) {
  const file = join(await temporaryFolder(), 'log');
  const log = openLog(openSync(file, 'w'));
  const handlers = {
    readNote: ({ input: { id } }: { input: { id: string } }) => {
      if (id.startsWith('break')) throw new Error(`cannot read ${id}`);
      if (id.startsWith('missing')) throw new ApiError('not_found', `there is no ${id}`);
      return id;
    },
  };
  const addNote = ({ input }: { input: unknown }) => {
    throw new Error(`failed with ${JSON.stringify(input)}`);
  };
  const { onResponse, onError } = log;
  const { fetch } = await ownMockServer(
    DOCUMENT,
    { ...handlers, addNote },
    { authenticate: () => 'ada', describeError: () => ({}) },
    { onResponse, onError },
  );
  for (const [target, headers, body] of requests) {
    const more = body === undefined ? {} : { method: 'POST', body };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    await (await fetch(new Request(`http://localhost${target}`, { headers: { ...headers, ...type }, ...more }))).text();
  }
  log.close();
  return readFileSync(file, 'utf8');
}

test.each<[what: string, secret: string, headers: Readonly<Record<string, string>>]>([
  ['a token', 'hush-7', { authorization: 'Bearer hush-7' }],
  ['a token that is not known', 'hush-7', { authorization: 'Unknown hush-7' }],
  ['a token behind a tab', 'hush-7', { authorization: 'Bearer\thush-7' }],
  ['a parameter of a credential', 'hush-7', { authorization: 'Digest username="ada", response="hush-7"' }],
  ['a password', 'hush-7', { authorization: `Basic ${btoa('ada:hush-7')}` }],
  ['a password of letters', 'hushhush', { authorization: `Basic ${btoa('ada:hushhush')}` }],
  ['a session', 'hush-7', { cookie: 'lang=de; sid=hush-7' }],
  ['a key of the document', 'hush-7', { 'x-tenant': 'hush-7' }],
  ['a header with the name of a secret', 'hush-7', { 'x-session-id': 'hush-7' }],
])('%s is not in the log', async (_, secret, headers) => {
  const text = await linesOf([
    [`/notes/${secret}`, headers],
    [`/notes/break-${secret}`, headers],
    [`/notes/missing-${secret}`, headers],
    [`/notes/a?x=${secret}&y=%68${secret.slice(1)}&z=${btoa(`1:${secret}-longer`)}`, headers],
    [`/nothing/${secret}`, headers],
    [`/_sandbox/${secret}/notes/a`, headers],
    [`/_understudy/nothing/${secret}`, headers],
    [`/reference/${secret}`, headers],
  ]);
  expect(text.match(/"event":"request"/g)).toHaveLength(8);
  expect(text).toContain('Error: cannot read break-[redacted]');
  expect(text).toContain('readNote rejected a request with 404 (there is no missing-[redacted])');
  expect(text).toContain('[redacted]');
  expect(text).not.toContain(secret);
});

test('secrets in a body, and parts of an invalid body, are not in the log', async () => {
  const text = await linesOf([
    ['/notes', {}, '{"password":"hush-7"}'],
    ['/notes', {}, '{"password": hush-7, "more": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}'],
    ['/notes', {}, 'hush-7'],
  ]);
  expect(text.match(/"event":"request"/g)).toHaveLength(3);
  expect(text).toContain('Error: failed with {\\"password\\":\\"[redacted]\\"}');
  expect(text).toContain("the body is not valid JSON: Unexpected token 'h'");
  expect(text).not.toContain('hush');
});

test('a key in the query of a page is not in the log', async () => {
  expect(
    await linesOf([
      ['/?appid=hush-7', {}],
      ['/openapi.json?appid=hush-7', {}],
    ]),
  ).not.toContain('hush');
});

test('text in the format of a secret is not in the log, from any source', async () => {
  const token = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`;
  const text = await linesOf([
    [`/notes/${token}`, {}],
    ['/notes/break-password=hush-7', {}],
    ['/notes/a?sig=hush-8', {}],
  ]);
  expect(text).not.toMatch(/aB3dE5|hush/);
  expect(text).toContain('/notes/[redacted]');
});
