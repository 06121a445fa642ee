// Uploaded files are returned at the content paths of the document.

import { describe, expect, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { documentOf, jsonAnswers, ownApi } from '../../support/own-api.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const bytes = { type: 'string', format: 'binary' };
const file = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    name: text,
    size: { type: 'integer', readOnly: true },
    contentType: { ...text, readOnly: true },
  },
};
const parameters = inPath({ id: { type: 'integer' } });
const NO_TEXT = new Uint8Array([0, 1, 200, 255]);

/** A request body, or a response, of bytes. */
const takesBytes = (type: string) => ({ requestBody: { content: { [type]: { schema: bytes } } } });
const returnsBytes = (type: string, more: object = {}) => ({
  responses: {
    200: { description: 'ok', content: { [type]: { schema: bytes } }, ...more },
    404: { description: 'no' },
  },
});
const takesForm = (properties: object) => ({
  requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } },
});
const created = { responses: jsonAnswers({ 201: file }) };
const item = { get: { responses: jsonAnswers({ 200: file }) }, delete: { responses: jsonAnswers({ 204: undefined }) } };
const list = { get: { responses: jsonAnswers({ 200: { type: 'array', items: file } }) } };

function formWith(name: string, content: Uint8Array | string = NO_TEXT, type = 'image/png'): FormData {
  const form = new FormData();
  form.set(name, new File([content as string], 'a b.png', { type }));
  return form;
}

async function open(paths: object, records = 0) {
  const { send, mockServer } = await openInferred(paths, {}, {}, records);
  /** The status, media type and bytes of a file. */
  const read = async (path: string, accept = '*/*') => {
    const response = await mockServer.fetch(new Request(`http://mock-server${path}`, { headers: { accept } }));
    const content = [...new Uint8Array(await response.arrayBuffer())];
    const { status, headers } = response;
    return { status, type: headers.get('content-type'), content, headers };
  };
  const upload = async (
    method: string,
    path: string,
    body: FormData | string | Uint8Array<ArrayBuffer>,
    type?: string,
  ) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const request = new Request(`http://mock-server${path}`, { method, headers, body });
    const response = await mockServer.fetch(request);
    const answer = await response.text();
    return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
  };
  const control = (method: string, path: string) =>
    mockServer.fetch(new Request(`http://127.0.0.1/_understudy${path}`, { method }));
  return { send, read, upload, control };
}

const FILES = {
  '/files': { ...list, post: { ...takesForm({ file: bytes }), ...created } },
  '/files/{id}': { parameters, ...item },
};
const content = (path: string, type = '*/*') => ({ ...FILES, [path]: { parameters, get: returnsBytes(type) } });

describe('a file of a form', () => {
  test.each([
    '/files/{id}/content',
    '/files/{id}/download',
    '/files/{id}/raw',
    '/files/download/{id}',
    '/assets/{id}',
    '/files/{id}/thumbnail',
  ])('is returned by %s', async (path) => {
    const { read, upload } = await open(content(path));
    expect((await upload('POST', '/files', formWith('file'))).body).toEqual({
      id: 1,
      name: 'a b.png',
      size: 4,
      contentType: 'image/png',
    });
    expect(await read(path.replace('{id}', '1'))).toMatchObject({
      status: 200,
      type: 'image/png',
      content: [...NO_TEXT],
    });
    expect((await read(path.replace('{id}', '2'))).status).toBe(404);
  });

  test('is deleted with its item', async () => {
    const { send, read, upload } = await open(content('/files/{id}/content'));
    await upload('POST', '/files', formWith('file'));
    await send('DELETE', '/files/1');
    expect((await read('/files/1/content')).status).toBe(404);
  });

  test('has the declared media type if the sent one is not declared, and its name in the declared header', async () => {
    const headers = { 'Content-Disposition': { schema: text } };
    const get = returnsBytes('application/octet-stream', { headers });
    const { read, upload } = await open({ ...FILES, '/files/{id}/content': { parameters, get } });
    await upload('POST', '/files', formWith('file'));
    const answer = await read('/files/1/content');
    expect(answer).toMatchObject({ type: 'application/octet-stream', content: [...NO_TEXT] });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a b.png"');
  });

  test('among several is found by its name', async () => {
    const { read, upload } = await open({
      '/cards': { ...list, post: { ...takesForm({ front: bytes, back: bytes }), ...created } },
      '/cards/{id}': { parameters, ...item },
      '/cards/{id}/front': { parameters, get: returnsBytes('image/png') },
      '/cards/{id}/back': { parameters, get: returnsBytes('image/png') },
    });
    const form = formWith('front', 'f');
    form.set('back', new File(['b'], 'back.png', { type: 'image/png' }));
    await upload('POST', '/cards', form);
    expect((await read('/cards/1/front')).content).toEqual([...Buffer.from('f')]);
    expect((await read('/cards/1/back')).content).toEqual([...Buffer.from('b')]);
  });
});

describe('a body of bytes', () => {
  test.each([
    ['image/*', 'image/gif'],
    ['application/octet-stream', 'application/octet-stream'],
    ['*/*', 'text/plain; charset=latin1'],
    ['*/*', 'application/json'],
  ])('of %s creates an item: %s', async (declared, type) => {
    const name = { name: 'filename', in: 'query', schema: text };
    const { read, upload } = await open({
      '/files': { ...list, post: { parameters: [name], ...takesBytes(declared), ...created } },
      '/files/{id}': { parameters, ...item },
      '/files/{id}/content': { parameters, get: returnsBytes(declared) },
    });
    const sent = type === 'application/json' ? Buffer.from('{ "a" :1.0}') : NO_TEXT;
    const { body } = await upload('POST', '/files?filename=x.gif', sent, type);
    expect(body).toEqual({ id: 1, name: 'x.gif', size: sent.length, contentType: type });
    expect(await read('/files/1/content')).toMatchObject({ type, content: [...sent] });
  });

  test('is stored by PUT at a content path, for an item that was created as JSON', async () => {
    const { send, read, upload } = await open({
      '/files': { ...list, post: { ...takes(file), ...created } },
      '/files/{id}': { parameters, ...item },
      '/files/{id}/content': {
        parameters,
        get: returnsBytes('*/*'),
        put: { ...takesBytes('*/*'), responses: jsonAnswers({ 200: file }) },
        delete: { responses: jsonAnswers({ 204: undefined }) },
      },
    });
    await send('POST', '/files', { name: 'x' });
    expect((await read('/files/1/content')).status).toBe(404);
    expect((await upload('PUT', '/files/1/content', NO_TEXT, 'image/png')).body).toMatchObject({ name: 'x', size: 4 });
    expect(await read('/files/1/content')).toMatchObject({ type: 'image/png', content: [...NO_TEXT] });
    await upload('PUT', '/files/1/content', 'new', 'text/plain');
    expect((await read('/files/1/content')).content).toEqual([...Buffer.from('new')]);
    expect((await upload('PUT', '/files/2/content', NO_TEXT, 'image/png')).status).toBe(404);
    expect((await send('DELETE', '/files/1/content')).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await send(method, '/files/1/content')).status).toBe(404);
    expect((await send('GET', '/files/1')).status).toBe(200);
  });

  test('is the item itself', async () => {
    const { send, read, upload } = await open({
      '/blobs/{key}': {
        parameters: inPath({ key: text }),
        get: returnsBytes('application/octet-stream'),
        put: { ...takesBytes('application/octet-stream'), responses: jsonAnswers({ 201: undefined }) },
        delete: { responses: jsonAnswers({ 204: undefined }) },
      },
    });
    expect((await read('/blobs/a')).status).toBe(404);
    expect((await upload('PUT', '/blobs/a', NO_TEXT, 'application/octet-stream')).status).toBe(201);
    expect((await read('/blobs/a')).content).toEqual([...NO_TEXT]);
    await send('DELETE', '/blobs/a');
    expect((await read('/blobs/a')).status).toBe(404);
  });

  test('is a separate file if the item has a path for it', async () => {
    const avatar = { put: { ...takesBytes('image/png'), responses: jsonAnswers({ 204: undefined }) } };
    const { send, read, upload } = await open({
      '/users': { ...list, post: { ...takes(file), ...created } },
      '/users/{id}': { parameters, ...item },
      '/users/{id}/avatar': { parameters, ...avatar, get: returnsBytes('image/png') },
      '/users/{id}/card': { parameters, get: returnsBytes('image/png') },
    });
    await send('POST', '/users', { name: 'Ann' });
    expect((await read('/users/1/avatar')).status).toBe(404);
    await upload('PUT', '/users/1/avatar', NO_TEXT, 'image/png');
    expect((await read('/users/1/avatar')).content).toEqual([...NO_TEXT]);
    expect((await send('GET', '/users/1')).body).toMatchObject({ name: 'Ann' });
    const card = await read('/users/1/card');
    expect([card.status, card.headers.get('x-understudy-source')]).toEqual([200, 'generated']);
    expect((await read('/users/2/card')).status).toBe(404);
  });
});

test('GET of an item returns the file to a client that prefers it', async () => {
  const both = { 'application/json': { schema: file }, 'image/*': { schema: bytes } };
  const { read, upload } = await open({
    '/images': { ...list, post: { ...takesBytes('image/*'), ...created } },
    '/images/{id}': { parameters, get: { responses: { 200: { description: 'ok', content: both } } } },
  });
  await upload('POST', '/images', NO_TEXT, 'image/gif');
  expect(await read('/images/1', 'image/*')).toMatchObject({ type: 'image/gif', content: [...NO_TEXT] });
  expect((await read('/images/1')).type).toBe('application/json');
});

test('the upload path may differ, and the item path may be a sibling of the content path', async () => {
  const { send, read, upload } = await open({
    '/files/upload': { post: { ...takesForm({ file: bytes }), ...created } },
    '/files/{id}': { parameters, get: returnsBytes('*/*') },
    '/files/{id}/info': { parameters, get: { responses: jsonAnswers({ 200: file }) } },
  });
  expect((await upload('POST', '/files/upload', formWith('file'))).body.id).toBe(1);
  expect((await send('GET', '/files/1/info')).body).toMatchObject({ id: 1, size: 4 });
  expect((await read('/files/1')).content).toEqual([...NO_TEXT]);
});

test('seed data has generated content until a file is stored', async () => {
  const put = { ...takesBytes('*/*'), responses: jsonAnswers({ 204: undefined }) };
  const { read, upload } = await open(
    { ...FILES, '/files/{id}/content': { parameters, put, get: returnsBytes('image/png') } },
    2,
  );
  expect((await read('/files/1/content')).headers.get('x-understudy-source')).toBe('generated');
  await upload('PUT', '/files/1/content', NO_TEXT, 'image/png');
  expect((await read('/files/1/content')).content).toEqual([...NO_TEXT]);
});

test('undo and reset revert a file', async () => {
  const { control, read, upload } = await open(content('/files/{id}/content'));
  await upload('POST', '/files', formWith('file'));
  await control('POST', '/undo');
  expect((await read('/files/1/content')).status).toBe(404);
  await upload('POST', '/files', formWith('file'));
  await control('POST', '/reset');
  expect((await read('/files/1/content')).status).toBe(404);
});

test('a file exists after a restart', async () => {
  const folder = await temporaryFolder();
  const { document } = await ownApi(documentOf(content('/files/{id}/content')), {});
  const start = () =>
    createMockServer({ apis: [defineApi({ name: 'own', document, infer: true })], records: 0, data: folder });
  const first = await start();
  await first.fetch(new Request('http://mock-server/files', { method: 'POST', body: formWith('file') }));
  await first.close();
  const second = await start();
  const response = await second.fetch(new Request('http://mock-server/files/1/content'));
  await second.close();
  expect(response.headers.get('content-type')).toBe('image/png');
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...NO_TEXT]);
});

test('rejects a file above the record limit with 507, and above the body limit with 413', async () => {
  const { document } = await ownApi(documentOf(content('/files/{id}/content')), {});
  const server = await createMockServer({
    apis: [defineApi({ name: 'own', document, infer: true })],
    bodyLimit: 14 * 1024 * 1024,
  });
  const post = async (size: number) => {
    const body = formWith('file', new Uint8Array(size));
    return server.fetch(new Request('http://mock-server/files', { method: 'POST', body }));
  };
  expect((await post(13 * 1024 * 1024)).status).toBe(507);
  expect((await post(15 * 1024 * 1024)).status).toBe(413);
  await server.close();
});
