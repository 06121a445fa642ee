// Items that several paths contain, and deletion of their parents.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string) => ({ get: { responses: jsonAnswers({ 200: { type: 'array', items: ref(name) } }) } });
const creates = (name: string) => ({
  post: { ...takes(ref(name)), responses: jsonAnswers({ 201: ref(name), 404: undefined }) },
});
const reads = (name: string) => ({ get: { responses: jsonAnswers({ 200: ref(name), 404: undefined }) } });
const changes = (name: string) => ({
  put: { ...takes(ref(name)), responses: jsonAnswers({ 200: ref(name) }) },
  patch: { ...takes({ type: 'object' }), responses: jsonAnswers({ 200: ref(name) }) },
});
const deletes = { delete: { responses: jsonAnswers({ 204: undefined, 404: undefined }) } };

const SCHEMAS = {
  Org: { type: 'object', required: ['id'], properties: { id: text, name: text } },
  Repo: { type: 'object', required: ['id'], properties: { id: text, orgId: text, name: text } },
  Issue: { type: 'object', properties: { id: { type: 'integer', readOnly: true }, title: text } },
  Note: { type: 'object', properties: { id: { type: 'integer', readOnly: true }, orgId: text, text } },
};
const PATHS = {
  '/orgs': { ...listOf('Org'), ...creates('Org') },
  '/orgs/{orgId}': { parameters: inPath({ orgId: text }), ...reads('Org'), ...changes('Org'), ...deletes },
  '/orgs/{orgId}/repos': { parameters: inPath({ orgId: text }), ...listOf('Repo'), ...creates('Repo') },
  '/repos': listOf('Repo'),
  '/repos/{repoId}': { parameters: inPath({ repoId: text }), ...reads('Repo'), ...changes('Repo'), ...deletes },
  '/repos/{repoId}/issues': { parameters: inPath({ repoId: text }), ...listOf('Issue'), ...creates('Issue') },
  '/repos/{repoId}/issues/{id}': {
    parameters: inPath({ repoId: text, id: { type: 'integer' } }),
    ...reads('Issue'),
    ...deletes,
  },
  '/orgs/{orgId}/notes': { parameters: inPath({ orgId: text }), ...listOf('Note'), ...creates('Note') },
  '/orgs/{orgId}/notes/{id}': {
    parameters: inPath({ orgId: text, id: { type: 'integer' } }),
    ...reads('Note'),
    ...changes('Note'),
  },
};

/** Two organizations, the first of which has a repository with an issue. */
async function openOrgs() {
  const open = await openInferred(PATHS, SCHEMAS);
  const { send } = open;
  for (const id of ['a', 'b']) await send('POST', '/orgs', { id });
  const { body: repo } = await send('POST', '/orgs/a/repos', { id: 'one' });
  const { body: other } = await send('POST', '/orgs/b/repos', { id: 'other' });
  await send('POST', `/repos/${repo.id}/issues`, { title: 'broken' });
  await send('POST', `/repos/${other.id}/issues`, { title: 'slow' });
  return { ...open, repo, other };
}

describe('an item with several paths', () => {
  test('is deleted with the parent that it references, together with its descendants', async () => {
    const { send, repo, other } = await openOrgs();
    expect((await send('DELETE', '/orgs/a')).status).toBe(204);
    expect((await send('GET', '/repos')).body).toEqual([other]);
    expect((await send('GET', `/repos/${repo.id}`)).status).toBe(404);
    await send('POST', '/orgs/b/repos', { id: repo.id });
    expect((await send('GET', `/repos/${repo.id}/issues`)).body).toEqual([]);
    expect((await send('GET', `/repos/${other.id}/issues/2`)).body).toEqual({ id: 2, title: 'slow' });
  });

  test('belongs to the parent in its path, for any sent value', async () => {
    const { send } = await openOrgs();
    expect((await send('POST', '/orgs/a/repos', { id: 'x', orgId: 'b' })).body).toMatchObject({ orgId: 'a' });
  });

  test('is listed below its new parent after a transfer', async () => {
    const { send, repo, other } = await openOrgs();
    const { body: given } = await send('PATCH', `/repos/${repo.id}`, { orgId: 'b' });
    expect(given).toEqual({ ...repo, orgId: 'b' });
    expect((await send('GET', '/orgs/a/repos')).body).toEqual([]);
    expect((await send('GET', '/orgs/b/repos')).body).toEqual([given, other]);
    await send('DELETE', '/orgs/a');
    expect((await send('GET', `/repos/${repo.id}`)).body).toEqual(given);
  });
});

describe('an item with only one path', () => {
  test('stays below the parent in that path', async () => {
    const { send } = await openOrgs();
    const { body: note } = await send('POST', '/orgs/a/notes', { text: 'Milk' });
    expect((await send('PATCH', '/orgs/a/notes/1', { orgId: 'b' })).body).toEqual(note);
    expect((await send('PUT', '/orgs/a/notes/1', { orgId: 'b', text: 'Milk' })).body).toEqual(note);
    expect((await send('GET', '/orgs/a/notes')).body).toEqual([note]);
  });

  test('does not change its id, for any sent id', async () => {
    const { send } = await openOrgs();
    expect((await send('PUT', '/orgs/a', { id: 'c', name: 'C' })).body).toEqual({ id: 'a', name: 'C' });
    expect((await send('PATCH', '/orgs/a', { id: 'c' })).body).toEqual({ id: 'a', name: 'C' });
    expect((await send('GET', '/orgs/c')).status).toBe(404);
  });
});

test('finds the same items by paths with other parameter names', async () => {
  const issue = {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: { type: 'integer' }, state: text, title: text },
  };
  const state = { name: 'state', in: 'query', schema: { type: 'string', enum: ['closed', 'open'], default: 'open' } };
  const named = inPath({ owner: text, repo: text });
  const { send } = await openInferred(
    {
      '/repos/{org}/{name}/rules': { parameters: inPath({ org: text, name: text }), ...listOf('Org') },
      '/repos/{owner}/{repo}/issues': {
        parameters: named,
        get: { parameters: [state], responses: jsonAnswers({ 200: { type: 'array', items: ref('Ticket') } }) },
        post: { ...takes({ type: 'object' }), responses: jsonAnswers({ 201: ref('Ticket') }) },
      },
      '/repos/{owner}/{repo}/issues/{id}': {
        parameters: [...named, ...inPath({ id: { type: 'integer' } })],
        ...reads('Ticket'),
      },
    },
    { ...SCHEMAS, Ticket: issue },
    {},
    5,
  );
  const { body: created } = await send('POST', '/repos/me/mine/issues', { title: 'slow' });
  expect(created.state).toBe('open');
  const { body: list } = await send('GET', '/repos/me/mine/issues');
  expect(list.at(-1)).toEqual(created);
  expect((await send('GET', '/repos/me/other/issues')).body).not.toContainEqual(created);
  expect((await send('GET', '/repos/me/mine/rules')).body).toHaveLength(5);
});

test('a parent that no path returns has items of its own, wherever its name is first declared', async () => {
  const Model = { type: 'object', required: ['name'], properties: { name: { ...text, readOnly: true }, label: text } };
  const { send } = await openInferred(
    {
      '/v1/{name}': { parameters: inPath({ name: text }), ...reads('Org'), ...deletes },
      '/v1/{parent}/models': { parameters: inPath({ parent: text }), ...listOf('Model'), ...creates('Model') },
    },
    { Org: SCHEMAS.Org, Model },
    {},
    3,
  );
  const { body: before } = await send('GET', '/v1/ada/models');
  for (const parent of ['bob', 'cleo']) await send('POST', `/v1/${parent}/models`, { label: parent });
  const { body: created } = await send('POST', '/v1/ada/models', { label: 'ada' });
  expect(before).toHaveLength(3);
  expect((await send('GET', '/v1/ada/models')).body).toEqual([...before, created]);
});

test('a parent property named like the path parameter is not the id', async () => {
  const Drive = {
    type: 'object',
    required: ['id', 'parentReference'],
    properties: {
      id: { type: 'string', readOnly: true },
      parentReference: { type: 'object', required: ['driveId'], properties: { driveId: { type: 'string' } } },
    },
  };
  const { send } = await openInferred(
    {
      '/drives': {
        get: { responses: jsonAnswers({ 200: { type: 'array', items: { $ref: '#/components/schemas/Drive' } } }) },
      },
      '/drives/{drive-id}': {
        parameters: inPath({ 'drive-id': { type: 'string' } }),
        get: { responses: jsonAnswers({ 200: { $ref: '#/components/schemas/Drive' }, 404: undefined }) },
      },
    },
    { Drive },
    {},
    3,
  );
  const { body: drives } = await send('GET', '/drives');
  expect(drives).toHaveLength(3);
  for (const drive of drives) expect((await send('GET', `/drives/${drive.id}`)).body).toEqual(drive);
});

describe('nested items that are `itemId` in their own path and have other names in paths below', () => {
  const Phone = { type: 'object', properties: { number: text } };
  const Call = { type: 'object', properties: { minutes: { type: 'integer' } } };
  const paths = {
    '/users': { ...listOf('Org'), ...creates('Org') },
    '/users/{itemId}': { parameters: inPath({ itemId: text }), ...reads('Org') },
    '/users/{userId}/phones': { parameters: inPath({ userId: text }), ...listOf('Phone'), ...creates('Phone') },
    '/users/{userId}/phones/{itemId}': { parameters: inPath({ userId: text, itemId: text }), ...reads('Phone') },
    '/users/{userId}/phones/{phoneId}/calls': {
      parameters: inPath({ userId: text, phoneId: text }),
      ...listOf('Call'),
      ...creates('Call'),
    },
    '/users/{userId}/phones/{phoneId}/calls/{itemId}': {
      parameters: inPath({ userId: text, phoneId: text, itemId: text }),
      ...reads('Call'),
    },
  };

  /** A user with two phones, the second of which has two calls. */
  async function openPhones() {
    const { send, mockServer } = await openInferred(paths, { Org: SCHEMAS.Org, Phone, Call });
    const make = async (path: string, item: object) =>
      (await send('POST', path, item)).headers.get('location') ?? 'nowhere';
    await send('POST', '/users', { id: 'ada' });
    await make('/users/ada/phones', { number: '1' });
    const phone = await make('/users/ada/phones', { number: '2' });
    return {
      send,
      mockServer,
      phone,
      calls: [await make(`${phone}/calls`, { minutes: 1 }), await make(`${phone}/calls`, { minutes: 2 })],
    };
  }

  test('are found at their Location', async () => {
    const { send, phone, calls } = await openPhones();
    expect((await send('GET', phone)).body).toEqual({ number: '2' });
    for (const [at, call] of calls.entries()) {
      expect(call).toMatch(`${phone}/calls/`);
      expect((await send('GET', call)).body).toEqual({ minutes: at + 1 });
    }
    expect((await send('GET', `${phone}/calls`)).body).toEqual([{ minutes: 1 }, { minutes: 2 }]);
  });

  test('have their parents after the record is removed and added again', async () => {
    const { send, mockServer, phone, calls } = await openPhones();
    const response = await mockServer.fetch(new Request('http://localhost/_understudy/records/calls'));
    const { records } = (await response.json()) as { records: readonly { id: string; record: { parents: object } }[] };
    const { id, record } = records[0] ?? {};
    expect(record?.parents).toEqual({ itemId: 'ada', itemId2: phone.split('/').at(-1) });
    const change = (one: object) =>
      mockServer.fetch(
        new Request('http://localhost/_understudy/records', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ changes: [{ collection: 'calls', ...one }] }),
        }),
      );
    expect((await change({ remove: id })).status).toBe(200);
    expect((await send('GET', calls[0] ?? '')).status).toBe(404);
    expect((await change({ add: { ...record, item: { minutes: 60 } } })).status).toBe(200);
    expect((await send('GET', calls[0] ?? '')).body).toEqual({ minutes: 60 });
  });
});

describe('a list in an envelope below an item', () => {
  const text = { type: 'string' };
  const tag = { type: 'object', required: ['type', 'value'], properties: { type: text, value: text } };
  const tags = {
    type: 'object',
    required: ['version', 'feature_name', 'tags'],
    properties: { version: { type: 'integer' }, feature_name: text, tags: { type: 'array', items: tag } },
  };
  const Feature = { type: 'object', required: ['name'], properties: { name: text } };
  const feature = { $ref: '#/components/schemas/Feature' };
  const environment = { type: 'object', required: ['name', 'on'], properties: { name: text, on: { type: 'boolean' } } };
  const paths = {
    '/features': { post: { ...takes(feature), responses: jsonAnswers({ 201: feature }) } },
    '/features/{featureName}': {
      parameters: inPath({ featureName: text }),
      get: { responses: jsonAnswers({ 200: feature }) },
    },
    '/features/{featureName}/tags': {
      parameters: inPath({ featureName: text }),
      get: { responses: jsonAnswers({ 200: tags }) },
      post: { ...takes(tag), responses: jsonAnswers({ 201: tag }) },
    },
    '/features/{featureName}/tags/{type}/{value}': {
      parameters: inPath({ featureName: text, type: text, value: text }),
      get: { responses: jsonAnswers({ 200: tag, 404: undefined }) },
      delete: { responses: jsonAnswers({ 204: undefined, 404: undefined }) },
    },
    '/features/{featureName}/environments/{name}': {
      parameters: inPath({ featureName: text, name: text }),
      get: { responses: jsonAnswers({ 200: environment }) },
      put: { ...takes(environment), responses: jsonAnswers({ 200: environment }) },
    },
    '/features/{featureName}/environments/{name}/on': {
      parameters: inPath({ featureName: text, name: text }),
      post: { responses: jsonAnswers({ 200: feature }) },
    },
  };
  const open = () => openInferred(paths, { Feature });

  test('collects what POST adds, and DELETE removes one item by two properties', async () => {
    const { send } = await open();
    await send('POST', '/features', { name: 'dark' });
    await send('POST', '/features', { name: 'light' });
    const [a, b, c] = ['simple a', 'simple b', 'team b'].map((one) => {
      const [type, value] = one.split(' ');
      return { type, value };
    });
    for (const one of [a, b, c]) expect((await send('POST', '/features/dark/tags', one)).body).toEqual(one);
    expect((await send('GET', '/features/dark/tags/simple/b')).body).toEqual(b);
    expect((await send('DELETE', '/features/dark/tags/simple/b')).status).toBe(204);
    expect((await send('DELETE', '/features/dark/tags/simple/b')).status).toBe(404);
    expect((await send('DELETE', '/features/light/tags/simple/a')).status).toBe(404);
    expect((await send('GET', '/features/dark/tags')).body).toMatchObject({ feature_name: 'dark', tags: [a, c] });
    expect((await send('GET', '/features/light/tags')).body).toMatchObject({ feature_name: 'light', tags: [] });
  });

  test('shows the item of the path after an action that returns it', async () => {
    const { send } = await open();
    await send('POST', '/features', { name: 'dark' });
    await send('PUT', '/features/dark/environments/prod', { name: 'prod', on: false });
    expect((await send('POST', '/features/dark/environments/prod/on')).body).toEqual({ name: 'dark' });
    expect((await send('GET', '/features/dark/environments/prod')).body).toEqual({ name: 'prod', on: true });
    expect((await send('POST', '/features/none/environments/prod/on')).status).toBe(404);
  });
});
