// The client as tests use it, with a mock server in the same process and over the network.

import { describe, expect, onTestFinished, test } from 'vitest';
import { UnderstudyError, understudy } from '../../src/client/client.ts';
import { closedAddress } from '../support/listening.ts';
import { identityMockServer } from '../support/mock-server.ts';
import { petsMockServer } from '../support/pets/mock-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A mock server for pets, its client, and helpers that send requests as another client. */
async function pets() {
  const mockServer = await petsMockServer();
  const client = understudy('http://localhost', { fetch: (request) => mockServer.fetch(request) });
  const add = (at: { readonly url: string }, name: string, headers = {}) => {
    const init = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify({ name, kind: 'hen' }) };
    return mockServer.fetch(new Request(`${at.url}/pets`, init));
  };
  const names = async (at: { readonly url: string }): Promise<readonly string[]> => {
    const response = await mockServer.fetch(new Request(`${at.url}/pets`));
    return ((await response.json()) as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  return { mockServer, client, add, names };
}

const FIXTURES = ['Minka', 'Bello', 'Tiger'];

test('the clock reads a date as midnight UTC', async () => {
  const { client } = await pets();
  expect(await client.clock.freeze('2027-01-01')).toMatchObject({ now: '2027-01-01T00:00:00.000Z' });
});

test('a string is rejected as input', async () => {
  const { client } = await pets();
  const given = client.control('setClock', '2027-01-01T00:00:00Z' as never);
  await expect(given).rejects.toThrow('the input of setClock must be an object, not "2027-01-01T00:00:00Z"');
});

describe('a sandbox', () => {
  test('has a unique name, and is selected by its host', async () => {
    const { client, add, names } = await pets();
    const [one, other] = [await client.createSandbox(), await client.createSandbox()];
    expect(one.name).not.toBe(other.name);
    expect(one.url).toBe(`http://${one.name}.localhost`);
    await add(one, 'Berta');
    expect([await names(one), await names(other), await names(client)]).toEqual([
      [...FIXTURES, 'Berta'],
      FIXTURES,
      FIXTURES,
    ]);
  });

  test('is selected by headers', async () => {
    const { client, add, names } = await pets();
    const sandbox = await client.createSandbox();
    await add(client, 'Berta', sandbox.headers);
    expect([await names(sandbox), await names(client)]).toEqual([[...FIXTURES, 'Berta'], FIXTURES]);
  });

  test('is selected by a path if names below localhost do not resolve', async () => {
    const { mockServer, names } = await pets();
    const client = understudy('http://localhost', {
      async fetch(request) {
        if (new URL(request.url).hostname !== 'localhost') throw new TypeError('fetch failed');
        return mockServer.fetch(request);
      },
    });
    const sandbox = await client.createSandbox('blue');
    expect(sandbox.url).toBe('http://localhost/_sandbox/blue');
    await mockServer.fetch(
      new Request(`${sandbox.url}/pets/1`, { method: 'DELETE', headers: { authorization: 'Bearer token-keeper' } }),
    );
    expect([await names(sandbox), await names(client)]).toEqual([['Bello', 'Tiger'], FIXTURES]);
  });

  test('is selected by a path if another server responds to all names', async () => {
    const { mockServer } = await pets();
    const client = understudy('http://localhost', {
      fetch: async (request) =>
        new URL(request.url).hostname === 'localhost' ? mockServer.fetch(request) : new Response('<html>'),
    });
    expect((await client.createSandbox('blue')).url).toBe('http://localhost/_sandbox/blue');
  });

  test('is created from another one, with a given name', async () => {
    const { client, add, names } = await pets();
    await add(client, 'Berta');
    const sandbox = await client.createSandbox({ name: 'blue', from: 'main' });
    expect([sandbox.name, await names(sandbox)]).toEqual(['blue', [...FIXTURES, 'Berta']]);
  });

  test('is deleted on close, also when closed twice; main is not', async () => {
    const { client } = await pets();
    const sandbox = await client.createSandbox();
    expect((await client.sandboxes()).map(({ sandbox }) => sandbox)).toEqual(['main', sandbox.name]);
    for (const one of [sandbox, sandbox, client]) await one.close();
    expect(await client.sandboxes()).toEqual([{ sandbox: 'main' }]);
  });

  test('is found by its name', async () => {
    const { client, add } = await pets();
    await add(await client.createSandbox('blue'), 'Berta');
    const sandbox = await client.sandbox('blue');
    expect([sandbox.url, (await sandbox.changes()).length]).toEqual(['http://blue.localhost', 1]);
    expect(await client.sandbox('main')).toBe(client);
  });
});

describe('the state', () => {
  test('has snapshots, is restored, undone, compared and reset', async () => {
    const { client, add, names } = await pets();
    const sandbox = await client.createSandbox();
    await sandbox.snapshot('before');
    await add(sandbox, 'Berta');
    await add(sandbox, 'Resi');
    expect(await sandbox.difference('snapshot:before')).toMatchObject({ touched: 2, to: `sandbox:${sandbox.name}` });
    expect(await sandbox.difference({ from: 'snapshot:before', to: 'fixtures' })).toMatchObject({ touched: 0 });
    const [first] = await sandbox.changes();
    expect(first).toMatchObject({ operation: 'addPet' });
    expect(await sandbox.undo({ to: first?.number ?? 0 })).toBe(1);
    expect(await names(sandbox)).toEqual([...FIXTURES, 'Berta']);
    expect(await sandbox.changes({ limit: 1 })).toHaveLength(1);
    expect(await sandbox.undo()).toBe(1);
    await add(sandbox, 'Rex');
    expect(await sandbox.snapshots()).toEqual(['before']);
    await sandbox.restore('before');
    expect(await names(sandbox)).toEqual(FIXTURES);
    await add(sandbox, 'Rex');
    await sandbox.reset();
    expect((await sandbox.state()).apis.pets?.pets).toHaveLength(3);
  });

  test('has records', async () => {
    const { client, names } = await pets();
    const sandbox = await client.createSandbox();
    const records = sandbox.records('pets');
    const { id } = await records.add({ name: 'Berta', kind: 'hen' });
    const { version } = await records.patch(id, { name: 'Berta the Second' });
    expect(await records.get(id)).toMatchObject({ version, record: { name: 'Berta the Second', kind: 'hen' } });
    await records.replace({ id, name: 'Resi', kind: 'hen' }, version);
    await expect(records.remove(id, version)).rejects.toMatchObject({ status: 409 });
    await expect(records.patch('1', { kind: 'cow' })).rejects.toMatchObject({
      details: [{ collection: 'pets', id: '1', pointer: '/kind', message: expect.any(String) }],
    });
    expect(await records.fields()).toContainEqual(expect.objectContaining({ pointer: '/name', types: ['string'] }));
    expect(await records.list({ q: 'resi' })).toMatchObject([{ id, record: { name: 'Resi' } }]);
    expect(await names(sandbox)).toEqual([...FIXTURES, 'Resi']);
    await records.remove(id);
    await sandbox.changeRecords([
      { collection: 'pets', remove: '3' },
      { collection: 'pets', id: '2', patch: { name: 'Rex' } },
    ]);
    expect(await names(sandbox)).toEqual(['Minka', 'Rex']);
    expect(await sandbox.records('pets', 'pets').list()).toHaveLength(2);
    expect(await records.make(500, { name: 'Hen {n}', kind: 'hen' })).toHaveLength(500);
    expect(await records.list({ q: 'hen 499' })).toMatchObject([{ record: { kind: 'hen' } }]);
    await sandbox.reset('empty');
    expect(await names(sandbox)).toEqual([]);
    await sandbox.reset({ fixtures: 'default' });
    expect(await names(sandbox)).toHaveLength(3);
    await sandbox.reset({ fixtures: 'empty' });
    expect(await names(sandbox)).toEqual([]);
    expect(await names(await client.createSandbox({ fixtures: 'empty' }))).toEqual([]);
  });

  test('has a clock', async () => {
    const { client } = await pets();
    const { clock } = await client.createSandbox();
    expect(await clock.show()).toMatchObject({ machine: true, frozen: false });
    expect(await clock.freeze(new Date('2027-01-01T00:00:00Z'))).toMatchObject({
      now: '2027-01-01T00:00:00.000Z',
      frozen: true,
    });
    expect(await clock.advance('2h 30m')).toMatchObject({ now: '2027-01-01T02:30:00.000Z' });
    expect(await clock.advance(1500)).toMatchObject({ now: '2027-01-01T02:30:01.500Z' });
    expect(await clock.set('2026-01-01T00:00:00Z')).toMatchObject({ now: '2026-01-01T00:00:00.000Z', frozen: true });
    expect(await clock.speed(10)).toMatchObject({ speed: 10 });
    expect(await clock.resume()).toMatchObject({ frozen: false, machine: false });
    expect(await clock.reset()).toMatchObject({ machine: true, speed: 1 });
  });

  test('has a seed', async () => {
    const { client } = await pets();
    expect([await client.seed(), await client.seed('checkout-7'), await client.seed()]).toEqual([
      'main',
      'checkout-7',
      'checkout-7',
    ]);
  });
});

describe('a fault', () => {
  test('is also parsed from the short text of the command line', async () => {
    const { client } = await pets();
    const sandbox = await client.createSandbox();
    const { plan } = await sandbox.fault('addPet: status=503, times=2');
    expect(plan).toEqual({ on: { operation: 'addPet' }, times: 2, steps: [{ status: 503 }] });
    await expect(sandbox.fault('addPet: stats=503')).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('invalid fault "stats=503"; expected status=503, '),
    });
    await expect(sandbox.control('addFault', { text: 'hang', times: 2 })).rejects.toThrow('cannot be combined');
    await expect(sandbox.control('addFault', { times: 2 })).rejects.toThrow('a fault needs steps or text');
    await expect(sandbox.fault('adPet: status=503')).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('is used, counted, paused and removed', async () => {
    const { client, add } = await pets();
    const sandbox = await client.createSandbox();
    const fault = await sandbox.fault({ on: { operation: 'addPet' }, every: 2, steps: [{ code: 'unavailable' }] });
    let added = 0;
    const addAnother = async () => (await add(sandbox, `Hen ${++added}`)).status;
    const statuses = async () => [await addAnother(), await addAnother()];
    expect(await statuses()).toEqual([201, 503]);
    expect(await fault.counts()).toMatchObject({ id: fault.id, matched: 2, met: 1, over: false });
    expect(await fault.pause()).toMatchObject({ paused: true });
    expect(await statuses()).toEqual([201, 201]);
    await fault.resume();
    expect(await statuses()).toEqual([201, 503]);
    expect(await sandbox.faults()).toMatchObject([{ id: fault.id, met: 2 }]);
    await fault.remove();
    expect(await statuses()).toEqual([201, 201]);
    await expect(fault.counts()).rejects.toThrow('fault "fault-1" not found');
    await sandbox.fault({ steps: [{ delay: 1 }] });
    await sandbox.removeFaults();
    expect(await sandbox.faults()).toEqual([]);
  });
});

describe('the request log', () => {
  test('is filtered, waited for and cleared', async () => {
    const { client, add, names } = await pets();
    const sandbox = await client.createSandbox();
    const waiting = sandbox.waitFor({ operation: 'addPet', status: 201 }, { count: 2 });
    for (const name of ['Berta', 'Resi']) await add(sandbox, name);
    expect((await waiting).map(({ number }) => number)).toEqual([1, 2]);
    await names(sandbox);
    expect(await sandbox.requests()).toHaveLength(3);
    expect(await sandbox.requests({ body: { name: 'Resi' } })).toMatchObject([{ number: 2, operation: 'addPet' }]);
    expect(await sandbox.requests({}, { after: 2 })).toMatchObject([{ number: 3 }]);
    expect(await sandbox.requests({}, { limit: 1 })).toMatchObject([{ number: 3 }]);
    await sandbox.clearRequests();
    expect(await sandbox.requests()).toEqual([]);
  });

  test('reports other requests with their differences on a timeout', async () => {
    const { client, add } = await pets();
    const sandbox = await client.createSandbox('blue');
    await add(sandbox, 'Berta');
    const thrown = await sandbox.waitFor({ operation: 'addPet', status: 503 }, { timeout: 1 }).catch((error) => error);
    expect(thrown).toBeInstanceOf(UnderstudyError);
    expect([thrown.code, thrown.message.split('\n')]).toEqual([
      'deadline_exceeded',
      [
        'Expected 1 request matching {"operation":"addPet","status":503} in sandbox blue within 1 ms, received 0. Similar requests:',
        '  1: POST /pets (201): the status is 201, not 503',
      ],
    ]);
    await expect(sandbox.waitFor({}, { count: 2, timeout: 1, after: 1 })).rejects.toThrow(
      /received 0. There were no other requests.$/,
    );
  });
});

test('coverage is that of one sandbox, of several, or of all including deleted ones', async () => {
  const { client, add } = await pets();
  const [one, other] = [await client.createSandbox('one'), await client.createSandbox('other')];
  for (const sandbox of [one, other, client]) await add(sandbox, 'Berta');
  await other.close();
  const requests = async (coverage: ReturnType<typeof one.coverage>) =>
    (await coverage).apis[0]?.operations.find(({ operation }) => operation === 'addPet')?.requests;
  expect(await requests(one.coverage())).toBe(1);
  expect(await requests(one.coverage(['main', 'one']))).toBe(2);
  expect([await requests(client.coverage()), await requests(client.coverage(['main']))]).toEqual([3, 1]);
  await one.clearCoverage();
  expect(await requests(client.coverage())).toBe(2);
  await one.clearCoverage('all');
  expect(await requests(client.coverage())).toBe(0);
  expect(await client.control('showCoverageTable')).toMatch(/^Pets \(pets\): 0% covered\n/);
});

test('a token belongs to a user', async () => {
  const mockServer = await identityMockServer();
  const sandbox = await understudy('http://localhost', {
    fetch: (request) => mockServer.fetch(request),
  }).createSandbox();
  const token = await sandbox.token('marlene.zuercher@murmeltal.example', { expiresIn: 60 });
  const response = await mockServer.fetch(
    new Request(`${sandbox.url}/management/v1/projects/_search`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      body: '{}',
    }),
  );
  expect(response.status).toBe(200);
});

test('any operation of the control API can be called', async () => {
  const { client, names } = await pets();
  await names(client);
  expect(await client.control('exportRequests')).toMatchObject({ log: { version: '1.2' } });
  expect(await client.control('ready')).toBe('ok');
});

describe('an error', () => {
  test.each([
    [404, 'not_found', 'snapshot "gone" of sandbox main not found; none exist', 'restoreSnapshot', { name: 'gone' }],
    [409, 'already_exists', 'sandbox "main" already exists; choose another name', 'createSandbox', { name: 'main' }],
    [
      400,
      'invalid_argument',
      'unknown operation "addPte"; did you mean addPet?',
      'addFault',
      { on: { operation: 'addPte' }, steps: [{ broken: true }] },
    ],
  ] as const)(
    'with %d has the code %s and the message of the mock server',
    async (status, code, message, operation, input) => {
      const { client } = await pets();
      const thrown = await client.control(operation, input as never).catch((error) => error);
      expect(thrown).toBeInstanceOf(UnderstudyError);
      expect([thrown.status, thrown.code, thrown.message]).toEqual([status, code, message]);
    },
  );

  test('is one sentence if the server is unreachable', async () => {
    const url = await closedAddress();
    const thrown = await understudy(`${url}/`)
      .createSandbox()
      .catch((error) => error);
    expect([thrown.status, thrown.code, thrown.message]).toEqual([
      0,
      'unavailable',
      `Cannot connect to the mock server at ${url}. Start it with \`understudy serve\`.`,
    ]);
    expect(thrown.cause).toBeInstanceOf(TypeError);
  });

  test.each([
    [200, '<html></html>'],
    [404, '{"message":"no"}'],
  ])('is one sentence if another server responds %d with %s', async (status, body) => {
    const client = understudy('http://localhost:3000', { fetch: async () => new Response(body, { status }) });
    await expect(client.seed()).rejects.toThrow(
      `The server at http://localhost:3000 is not an Understudy server of this version: GET /_understudy/seed returned ${status}.`,
    );
  });
});

test('the client works the same over the network', async () => {
  const mockServer = await petsMockServer();
  onTestFinished(() => mockServer.close());
  const { url, port } = await mockServer.listen();
  const client = understudy(url);
  const sandbox = await client.createSandbox();
  // Depends on whether the machine resolves names below localhost.
  expect([`http://${sandbox.name}.localhost:${port}`, `${url}/_sandbox/${sandbox.name}`]).toContain(sandbox.url);
  expect((await fetch(`${sandbox.url}/pets`)).status).toBe(200);
  expect(await sandbox.requests()).toMatchObject([{ target: '/pets' }]);
  await sandbox.close();
});
