// Fixtures, examples and contract cases from a browser recording contain no secrets.

import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { contractsFromRecording } from '../../../src/verify/import/contracts-from-recording.ts';
import { examplesFromRecording } from '../../../src/verify/import/examples-from-recording.ts';
import { fixturesFromRecording } from '../../../src/verify/import/fixtures-from-recording.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { recordedCredentials } from '../../../src/verify/import/recording-redaction.ts';
import { documentSource } from '../../support/document-source.ts';

const text = { type: 'string' };
const PROPERTIES = Object.fromEntries(
  ['id', 'name', 'database', 'download', 'hook', 'note', 'digest', 'image', 'echo', 'session'].map((name) => [
    name,
    text,
  ]),
);
const JOB = { type: 'object', required: ['name'], properties: PROPERTIES };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      get: {
        operationId: 'listJobs',
        parameters: [
          { name: 'sig', in: 'query', schema: text },
          { name: 'X-Session-Id', in: 'header', schema: text },
        ],
        responses: { 200: { description: 'ok', ...content({ type: 'array', items: JOB }) } },
      },
      post: {
        operationId: 'createJob',
        requestBody: content(JOB),
        responses: { 201: { description: 'ok', ...content(JOB) } },
      },
    },
    '/jobs/{id}': {
      get: {
        operationId: 'readJob',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: { description: 'ok', ...content(JOB) } },
      },
    },
  },
} as unknown as DocumentObject;

const letters = 'aB3dE5gH7jK9'.repeat(5);
const ORDINARY = {
  name: 'Clean = up',
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  image: `data:image/png;base64,${'iVBORw0KGgo'.repeat(10)}`,
};
const SECRET = {
  database: 'postgres://ada:hush-db@db/jobs',
  download: 'https://s3.example/x?X-Amz-Signature=hush-amz',
  hook: `https://discord.com/api/webhooks/123456789012345678/${letters}`,
  note: `use gh${'p_'}${letters.slice(0, 36)}`,
  echo: `it was ${btoa('ada:hush-pass+1')} or hush-pass+1`,
  session: 'hush-cookie-12',
};

const fields = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const json = (value: unknown) => ({ mimeType: 'application/json', text: JSON.stringify(value) });
const exchange = (method: string, url: string, status: number, response: unknown, sent?: unknown) => ({
  request: {
    method,
    url: `https://api.example.com${url}`,
    headers: fields({ Authorization: `Basic ${btoa('ada:hush-pass+1')}`, 'X-Session-Id': 'hush-header-7' }),
    ...(sent !== undefined && { postData: json(sent) }),
  },
  response: { status, headers: fields({ 'Set-Cookie': 'sid=hush-cookie-12; Path=/' }), content: json(response) },
});

const job = { id: 'job-1', ...ORDINARY, ...SECRET };
const HAR = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      exchange('POST', '/jobs', 201, job, { ...ORDINARY, ...SECRET }),
      exchange('GET', '/jobs?sig=hush-query', 200, [job]),
      exchange('GET', '/jobs/job-1', 200, job),
      exchange('GET', '/jobs/[redacted]', 200, { ...job, id: 'job-2' }),
    ],
  },
});

test('imports no secrets recognised by name, by format or from a request, but ordinary values', async () => {
  const document = createDocument(documentSource(DOCUMENT));
  const recording = readHar(HAR, 'day.har');
  const credentials = recordedCredentials(document, recording.exchanges);
  const { recorded, remarks } = await matchRecording(document, recording);
  const fixtures = await fixturesFromRecording(document, recorded, credentials);
  const examples = await examplesFromRecording(document, recorded, credentials);
  const contracts = await contractsFromRecording(document, recorded, credentials);
  const [stored] = fixtures.collections.get('jobs') ?? [];
  expect(stored).toMatchObject({ id: 'job-1', ...ORDINARY });
  for (const made of [[...fixtures.collections], examples.overlay, contracts]) {
    const written = JSON.stringify(made);
    expect(written).toContain('Clean = up');
    expect(written).not.toMatch(/hush|aB3dE5|aHVza|redacted/);
  }
  expect(remarks).toEqual(['Skipped 1 request (a secret in the path was redacted): GET /jobs/[redacted].']);
});
