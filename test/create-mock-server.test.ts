// A mock server in a program, of a document alone or with code.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, type MockServer } from '../src/index.ts';
import { documentHost } from './support/document-host.ts';
import { documentOf, jsonAnswers } from './support/own-api.ts';
import { pets } from './support/pets/api.ts';
import { temporaryFolder } from './support/temporary.ts';

const pet = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};
const DOCUMENT = JSON.stringify(
  documentOf({
    '/pets': {
      get: { responses: jsonAnswers({ 200: { type: 'array', items: pet } }) },
      post: { requestBody: { content: { 'application/json': { schema: pet } } }, responses: jsonAnswers({ 201: pet }) },
    },
  }),
);

async function documentFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'openapi.json');
  await writeFile(path, DOCUMENT);
  return path;
}

async function until<T extends MockServer>(server: T): Promise<T> {
  onTestFinished(() => server.close());
  return server;
}

const names = async (response: Response) => ((await response.json()) as { name: string }[]).map(({ name }) => name);

test('of a document listens on a free port, remembers what clients create, and is closed', async () => {
  const server = await until(await createMockServer(await documentFile(), { port: 0, records: 0 }));
  const headers = { 'content-type': 'application/json' };
  const made = await fetch(`${server.url}/pets`, { method: 'POST', headers, body: '{"name":"Rex"}' });
  expect([server.url, made.status]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), 201]);
  expect(await names(await fetch(`${server.url}/pets`))).toEqual(['Rex']);
  await server.close();
  await expect(fetch(`${server.url}/pets`)).rejects.toThrow();
});

test('without a port responds to fetch only', async () => {
  const path = await documentFile();
  for (const document of [path, pathToFileURL(path)]) {
    const server = await until(await createMockServer(document, { records: 1 }));
    expect(server.url).toBeUndefined();
    expect(await names(await server.fetch(new Request('http://localhost/pets')))).toHaveLength(1);
  }
});

test('takes a document as an object', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { responses: jsonAnswers({ 200: { type: 'array', items: pet } }) } } },
  };
  const server = await until(await createMockServer(document, { records: 2, port: 0 }));
  expect(await names(await fetch(`${server.url}/pets`))).toHaveLength(2);
  const swagger = {
    swagger: '2.0',
    info: document.info,
    paths: { '/ok': { get: { responses: { 204: { description: 'ok' } } } } },
  };
  const old = await until(await createMockServer(swagger));
  expect((await old.fetch(new Request('http://localhost/ok'))).status).toBe(204);
});

test('is closed at the end of the block that uses it', async () => {
  let url: string | undefined;
  {
    await using server = await createMockServer(await documentFile(), { port: 0 });
    url = server.url;
    expect((await fetch(`${url}/pets`)).status).toBe(200);
  }
  await expect(fetch(`${url}/pets`)).rejects.toThrow();
});

test('starts with the fixtures beside the document', async () => {
  const path = await documentFile();
  await mkdir(join(path, '../fixtures'));
  await writeFile(join(path, '../fixtures/pets.json'), '[{"id":1,"name":"Minka"}]');
  const server = await until(await createMockServer(path));
  expect(await names(await server.fetch(new Request('http://localhost/pets')))).toEqual(['Minka']);
});

test('reads a document from a URL', async () => {
  const { url } = await documentHost(() => ({ '/openapi.json': DOCUMENT }));
  const server = await until(await createMockServer(`${url}/openapi.json`));
  expect((await server.fetch(new Request('http://localhost/pets'))).status).toBe(200);
});

test('takes APIs with code as well', async () => {
  const server = await until(await createMockServer({ apis: [pets], port: 0 }));
  expect((await fetch(`${server.url}/pets`)).status).toBe(200);
});

test('is closed if it cannot listen, or cannot read its document', async () => {
  const first = await until(await createMockServer(await documentFile(), { port: 0 }));
  const port = Number(new URL(first.url ?? '').port);
  await expect(createMockServer(await documentFile(), { port })).rejects.toThrow('EADDRINUSE');
  await expect(createMockServer('nothing-here.yaml')).rejects.toThrow('nothing-here.yaml');
});
