// Sandboxes, snapshots and undo over the control API.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { greeter } from '../../support/greeter/api.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const CLOCK = { now: () => new Date('2026-11-21T09:00:00Z') };

/** Helpers for requests in one sandbox. */
function inSandbox(mockServer: MockServer, sandbox?: string) {
  const headers: Readonly<Record<string, string>> = sandbox === undefined ? {} : { 'x-understudy-sandbox': sandbox };
  const send = (method: string, path: string, body?: unknown) =>
    requestPets(mockServer, method, path, { headers, body });
  return {
    send,
    add: async (name: string): Promise<string> => (await send('POST', '/pets', { name, kind: 'hen' })).body.id,
    names: async (): Promise<string[]> =>
      (await send('GET', '/pets')).body.map((pet: { readonly name: string }) => pet.name),
    control: async (path: string, body?: unknown) => (await send('POST', `/_understudy/${path}`, body)).body,
  };
}

const FIXTURES = ['Minka', 'Bello', 'Tiger'];

describe('a sandbox', () => {
  test('starts from the fixtures with the first request that names it, independent of others', async () => {
    const mockServer = await petsMockServer();
    const main = inSandbox(mockServer);
    const blue = inSandbox(mockServer, 'blue');
    await main.add('Berta');
    expect(await blue.names()).toEqual(FIXTURES);
    await blue.add('Resi');
    expect(await blue.names()).toEqual([...FIXTURES, 'Resi']);
    expect(await main.names()).toEqual([...FIXTURES, 'Berta']);
  });

  test('can be created from another one', async () => {
    const mockServer = await petsMockServer();
    const main = inSandbox(mockServer);
    await main.add('Berta');
    expect(await main.control('sandboxes', { name: 'blue', from: 'main' })).toEqual({ sandbox: 'blue' });
    const blue = inSandbox(mockServer, 'blue');
    await blue.add('Resi');
    await main.add('Frieda');
    expect(await blue.names()).toEqual([...FIXTURES, 'Berta', 'Resi']);
    expect(await main.names()).toEqual([...FIXTURES, 'Berta', 'Frieda']);
  });

  test('can be created from the state of another one after one of its changes', async () => {
    const mockServer = await petsMockServer();
    const main = inSandbox(mockServer);
    for (const name of ['Berta', 'Resi', 'Frieda']) await main.add(name);
    expect(await main.control('sandboxes', { name: 'blue', from: 'main', at: 1 })).toEqual({ sandbox: 'blue' });
    expect(await inSandbox(mockServer, 'blue').names()).toEqual([...FIXTURES, 'Berta']);
    await main.control('sandboxes', { name: 'green', from: 'main', at: 0, api: 'pets' });
    expect(await inSandbox(mockServer, 'green').names()).toEqual(FIXTURES);
    await main.control('sandboxes', { name: 'white', from: 'main', at: 3 });
    expect(await inSandbox(mockServer, 'white').names()).toEqual([...FIXTURES, 'Berta', 'Resi', 'Frieda']);
    expect(await main.names()).toEqual([...FIXTURES, 'Berta', 'Resi', 'Frieda']);
    const unknown = await main.control('sandboxes', { name: 'red', from: 'main', at: 4 });
    expect(unknown.message).toBe('sandbox main has no change 4; it was undone, or is too old');
    const alone = await main.control('sandboxes', { name: 'red', at: 1 });
    expect(alone.message).toBe('at needs from, the sandbox of the change');
    expect((await main.send('GET', '/_understudy/sandboxes')).body.sandboxes).toHaveLength(4);
  });

  test('generates the same ids for the same requests, and so does a fork', async () => {
    const mockServer = await petsMockServer(CLOCK);
    const [main, blue] = [inSandbox(mockServer), inSandbox(mockServer, 'blue')];
    expect(await blue.add('Resi')).toBe(await main.add('Resi'));
    await main.control('sandboxes', { name: 'green', from: 'main' });
    const fromFork = await inSandbox(mockServer, 'green').add('Frieda');
    expect(await main.add('Frieda')).toBe(fromFork);
  });

  test('has its own exchanges', async () => {
    const mockServer = await petsMockServer();
    const blue = inSandbox(mockServer, 'blue');
    await blue.add('Resi');
    await inSandbox(mockServer).names();
    const { body } = await blue.send('GET', '/_understudy/requests');
    expect(body).toMatchObject({ sandbox: 'blue', exchanges: [{ operation: 'addPet', number: 1 }] });
  });

  test('is reset independently of others', async () => {
    const mockServer = await petsMockServer();
    const [main, blue] = [inSandbox(mockServer), inSandbox(mockServer, 'blue')];
    await Promise.all([main.add('Berta'), blue.add('Resi')]);
    expect(await blue.control('reset')).toEqual({ sandbox: 'blue' });
    expect(await blue.names()).toEqual(FIXTURES);
    expect(await main.names()).toEqual([...FIXTURES, 'Berta']);
  });

  test('is selected by the host, unless the header names one', async () => {
    const mockServer = await petsMockServer();
    await inSandbox(mockServer, 'blue').add('Resi');
    const namesAt = async (url: string, headers = {}) => {
      const response = await mockServer.fetch(new Request(url, { headers }));
      return ((await response.json()) as { name: string }[]).map(({ name }) => name);
    };
    expect(await namesAt('http://blue.localhost:8080/pets')).toEqual([...FIXTURES, 'Resi']);
    expect(await namesAt('http://localhost/pets')).toEqual(FIXTURES);
    expect(await namesAt('http://blue.localhost/pets', { 'x-understudy-sandbox': 'main' })).toEqual(FIXTURES);
  });

  test('is listed with its expiry, until it is removed', async () => {
    const mockServer = await petsMockServer();
    const main = inSandbox(mockServer);
    await inSandbox(mockServer, 'blue').add('Resi');
    const shown = async () => (await main.send('GET', '/_understudy/sandboxes')).body.sandboxes;
    expect(await shown()).toEqual([{ sandbox: 'main' }, { sandbox: 'blue', expires: expect.any(String) }]);
    expect((await main.send('DELETE', '/_understudy/sandboxes/blue')).status).toBe(204);
    expect(await shown()).toEqual([{ sandbox: 'main' }]);
    expect(await inSandbox(mockServer, 'blue').names()).toEqual(FIXTURES);
  });

  test('is lost when the server stops, but main is not', async () => {
    const data = await temporaryFolder();
    const first = await petsMockServer({ data });
    await Promise.all([inSandbox(first).add('Berta'), inSandbox(first, 'blue').add('Resi')]);
    await first.close();
    const second = await petsMockServer({ data });
    expect(await inSandbox(second).names()).toEqual([...FIXTURES, 'Berta']);
    expect(await inSandbox(second, 'blue').names()).toEqual(FIXTURES);
  });

  test.each(['Blue', 'b_1', '-blue', 'blue-', 'a.b', '__proto__', '..', 'x'.repeat(64), 'blue, green', '%00'])(
    'cannot have the name "%s", and nothing changes',
    async (name) => {
      const mockServer = await petsMockServer();
      const { status, body } = await inSandbox(mockServer, name).send('POST', '/pets', { name: 'Resi', kind: 'hen' });
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 3 } });
      expect(body.message).toContain(JSON.stringify(name));
      expect(await inSandbox(mockServer).names()).toEqual(FIXTURES);
      expect((await inSandbox(mockServer).send('GET', '/_understudy/sandboxes')).body.sandboxes).toHaveLength(1);
    },
  );

  test('is rejected if there are too many, with a hint', async () => {
    const mockServer = await petsMockServer({ sandboxes: 2 });
    for (const name of ['one', 'two']) await inSandbox(mockServer, name).add(name);
    const { status, body } = await inSandbox(mockServer, 'three').send('GET', '/pets');
    expect({ status, code: body.code }).toEqual({ status: 429, code: 8 });
    expect(body.message).toMatch(/2 sandboxes.*DELETE \/_understudy\/sandboxes\/\{name\}.*--sandboxes/);
    expect(await inSandbox(mockServer, 'two').names()).toContain('two');
    await inSandbox(mockServer).send('DELETE', '/_understudy/sandboxes/one');
    expect(await inSandbox(mockServer, 'three').names()).toEqual(FIXTURES);
  });

  test('that is unknown is rejected with a list of existing ones', async () => {
    const main = inSandbox(await petsMockServer());
    await main.control('sandboxes', { name: 'blue' });
    const { status, body } = await main.send('DELETE', '/_understudy/sandboxes/bleu');
    expect([status, body.message]).toEqual([404, 'sandbox "bleu" not found; existing: main, blue']);
  });

  test.each([
    [404, { name: 'blue', from: 'nowhere' }, 'cannot copy sandbox "nowhere": not found; existing: main'],
    [409, { name: 'main' }, 'sandbox "main" already exists; choose another name'],
    [400, { name: '' }, 'invalid sandbox name ""'],
    [400, { from: 'main' }, 'body /name is required'],
  ])('is rejected with %i if it is created as %j', async (status, body, message) => {
    const answer = await inSandbox(await petsMockServer()).send('POST', '/_understudy/sandboxes', body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
  });
});

describe('a snapshot', () => {
  test('can be restored any number of times, with the same next ids', async () => {
    const mockServer = await petsMockServer(CLOCK);
    const main = inSandbox(mockServer);
    await main.add('Berta');
    expect(await main.control('snapshots', { name: 'with Berta' })).toEqual({
      sandbox: 'main',
      snapshot: 'with Berta',
    });
    const ids = new Set<string>();
    for (const name of ['Resi', 'Frieda', 'Vreni']) {
      ids.add(await main.add(name));
      expect(await main.names()).toEqual([...FIXTURES, 'Berta', name]);
      await main.control('snapshots/with%20Berta/restore');
      expect(await main.names()).toEqual([...FIXTURES, 'Berta']);
    }
    expect(ids.size).toBe(1);
  });

  test('belongs to its sandbox, and can be removed', async () => {
    const mockServer = await petsMockServer();
    const [main, blue] = [inSandbox(mockServer), inSandbox(mockServer, 'blue')];
    await blue.control('snapshots', { name: 'one' });
    expect((await blue.send('GET', '/_understudy/snapshots')).body).toEqual({ sandbox: 'blue', snapshots: ['one'] });
    expect((await main.send('GET', '/_understudy/snapshots')).body.snapshots).toEqual([]);
    expect((await main.send('POST', '/_understudy/snapshots/one/restore')).status).toBe(404);
    expect((await blue.send('DELETE', '/_understudy/snapshots/one')).status).toBe(204);
    expect((await blue.send('DELETE', '/_understudy/snapshots/one')).body.message).toBe(
      'snapshot "one" of sandbox blue not found; none exist',
    );
  });

  test('that is unknown is rejected with a list of at most twenty existing ones', async () => {
    const main = inSandbox(await petsMockServer());
    for (let number = 1; number <= 22; number += 1) await main.control('snapshots', { name: `s${number}` });
    const { message } = await main.control('snapshots/s0/restore');
    expect(message).toMatch(/^snapshot "s0" of sandbox main not found; existing: s1, s2, .*, s20 and 2 more$/);
  });

  test('survives a reset', async () => {
    const main = inSandbox(await petsMockServer());
    await main.add('Berta');
    await main.control('snapshots', { name: 'one' });
    await main.control('reset');
    await main.control('snapshots/one/restore');
    expect(await main.names()).toEqual([...FIXTURES, 'Berta']);
  });
});

describe('undo', () => {
  test('reverts the last changes, newest first, and no more than exist', async () => {
    const main = inSandbox(await petsMockServer());
    for (const name of ['Berta', 'Resi', 'Frieda']) await main.add(name);
    expect(await main.control('undo')).toEqual({ sandbox: 'main', undone: 1 });
    expect(await main.names()).toEqual([...FIXTURES, 'Berta', 'Resi']);
    expect(await main.control('undo', { changes: 5 })).toEqual({ sandbox: 'main', undone: 2 });
    expect(await main.names()).toEqual(FIXTURES);
    expect(await main.control('undo')).toEqual({ sandbox: 'main', undone: 0 });
  });

  test('reverts a reset', async () => {
    const main = inSandbox(await petsMockServer());
    await main.add('Berta');
    await main.control('reset');
    await main.control('undo');
    expect(await main.names()).toEqual([...FIXTURES, 'Berta']);
  });

  test('requires the name of one of several APIs', async () => {
    const main = inSandbox(await petsMockServer({ apis: [pets, { ...greeter(), name: 'others' }] }));
    await main.add('Berta');
    expect(await main.control('undo')).toMatchObject({
      code: 3,
      message: 'api must be one of pets, others',
    });
    expect(await main.control('undo', { api: 'others' })).toMatchObject({ undone: 0 });
    expect(await main.control('undo', { api: 'pets' })).toMatchObject({ undone: 1 });
    expect(await main.names()).toEqual(FIXTURES);
  });
});
