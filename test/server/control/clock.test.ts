// Clock and seed of a sandbox, over the control API.

import { describe, expect, test } from 'vitest';
import { defineApi } from '../../../src/index.ts';
import { PROJECT, USER } from '../../support/identity-records.ts';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, NOW, send } from '../../support/mock-server.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, petsWith, requestPets } from '../../support/pets/mock-server.ts';

const CLOCK = '/_understudy/clock';
const FROZEN = { set: '2027-01-01T00:00:00Z', frozen: true };
const blue = { headers: { 'x-understudy-sandbox': 'blue' } };

/** A mock server with an operation that returns the time. */
const telling = () =>
  petsMockServer({
    apis: [petsWith({ listPets: ({ now }: { now: Date }) => [{ id: '1', name: now.toISOString(), kind: 'hen' }] })],
    now: () => NOW,
  });

describe('the clock of a sandbox', () => {
  test('is shown', async () => {
    const { body } = await requestPets(await petsMockServer({ now: () => NOW }), 'GET', CLOCK);
    expect(body).toEqual({ sandbox: 'main', now: '2026-11-21T09:00:00.000Z', frozen: false, speed: 1, machine: true });
  });

  test('is used by handlers, by the request log and in the header Date, and not in other sandboxes', async () => {
    const mockServer = await telling();
    const { status, body } = await requestPets(mockServer, 'POST', CLOCK, { body: FROZEN, ...blue });
    expect([status, body]).toEqual([
      200,
      { sandbox: 'blue', now: '2027-01-01T00:00:00.000Z', frozen: true, speed: 1, machine: false },
    ]);
    const there = await requestPets(mockServer, 'GET', '/pets', blue);
    expect([there.body[0].name, there.headers.get('date')]).toEqual([
      '2027-01-01T00:00:00.000Z',
      'Fri, 01 Jan 2027 00:00:00 GMT',
    ]);
    const here = await requestPets(mockServer, 'GET', '/pets');
    expect([here.body[0].name, here.headers.get('date')]).toEqual([NOW.toISOString(), null]);
    const { exchanges } = (await requestPets(mockServer, 'GET', '/_understudy/requests', blue)).body;
    expect(exchanges.map(({ at }: { at: string }) => at)).toEqual(['2027-01-01T00:00:00.000Z']);
  });

  test.each([
    ['2h', '2026-11-21T11:00:00.000Z'],
    ['1d 12h30m', '2026-11-22T21:30:00.000Z'],
    ['1.5s', '2026-11-21T09:00:01.500Z'],
    ['250ms', '2026-11-21T09:00:00.250Z'],
    ['1w', '2026-11-28T09:00:00.000Z'],
  ])('can be advanced by %s', async (advance, now) => {
    const { body } = await requestPets(await petsMockServer({ now: () => NOW }), 'POST', CLOCK, { body: { advance } });
    expect(body.now).toBe(now);
  });

  test.each([
    [{}],
    [{ advance: '2 hours' }],
    [{ advance: '-2h' }],
    [{ advance: 7200 }],
    [{ set: 'tomorrow' }],
    [{ set: '1969-12-31T23:59:59Z' }],
    [{ advance: '999999999999w' }],
    [{ speed: 0 }],
    [{ speed: -1 }],
    [{ speed: 1e7 }],
    [{ stopped: true }],
  ])('rejects %j, and stays unchanged', async (body) => {
    const mockServer = await petsMockServer({ now: () => NOW });
    expect((await requestPets(mockServer, 'POST', CLOCK, { body })).status).toBe(400);
    expect((await requestPets(mockServer, 'GET', CLOCK)).body.machine).toBe(true);
  });

  test('shows the system time again after DELETE, and after a reset', async () => {
    const mockServer = await petsMockServer({ now: () => NOW });
    await requestPets(mockServer, 'POST', CLOCK, { body: FROZEN });
    expect((await requestPets(mockServer, 'DELETE', CLOCK)).body).toMatchObject({
      now: NOW.toISOString(),
      machine: true,
    });
    await requestPets(mockServer, 'POST', CLOCK, { body: FROZEN });
    await requestPets(mockServer, 'POST', '/_understudy/reset');
    expect((await requestPets(mockServer, 'GET', CLOCK)).body.machine).toBe(true);
  });

  test('is copied to a sandbox that is created from another one, and not changed by restoring a snapshot', async () => {
    const mockServer = await petsMockServer({ now: () => NOW });
    await requestPets(mockServer, 'POST', '/_understudy/snapshots', { body: { name: 'before' } });
    await requestPets(mockServer, 'POST', CLOCK, { body: FROZEN });
    await requestPets(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'blue', from: 'main' } });
    expect((await requestPets(mockServer, 'GET', CLOCK, blue)).body.now).toBe('2027-01-01T00:00:00.000Z');
    await requestPets(mockServer, 'POST', '/_understudy/snapshots/before/restore');
    expect((await requestPets(mockServer, 'GET', CLOCK)).body.now).toBe('2027-01-01T00:00:00.000Z');
  });

  test('can be set to any time: ids stay unique, and changes before and after are listed and can be undone', async () => {
    const mockServer = await identityMockServer();
    const grant = async (user: string) => {
      const body = { projectId: PROJECT.gearShop, roleKeys: [] };
      return (await send(mockServer, 'POST', `/management/v1/users/${user}/grants`, { body })).body;
    };
    const ids = [(await grant(USER.khue)).userGrantId];
    for (const set of ['1970-01-01T00:00:00Z', '9899-12-31T23:59:59Z', '2000-01-01T00:00:00Z']) {
      expect((await send(mockServer, 'POST', CLOCK, { body: { set, frozen: true } })).status).toBe(200);
      const made = await grant([USER.chihiro, USER.theo, USER.eskil][ids.length - 1] ?? '');
      expect(made, set).toMatchObject({ details: { creationDate: set } });
      ids.push(made.userGrantId);
      expect((await send(mockServer, 'POST', '/_understudy/tokens', { body: { user: USER.marlene } })).status).toBe(
        201,
      );
    }
    expect(new Set(ids).size).toBe(4);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^\d{18,}$/)));
    expect((await send(mockServer, 'GET', '/_understudy/changes')).body.changes).toHaveLength(4);
    expect((await send(mockServer, 'POST', '/_understudy/undo', { body: { to: 0 } })).status).toBe(200);
    const { userGrants } = (await send(mockServer, 'GET', '/_understudy/state')).body.apis.identity;
    expect(userGrants.filter(({ id }: { id: string }) => ids.includes(id))).toEqual([]);
  });

  test('expires tokens', async () => {
    const mockServer = await identityMockServer();
    const order = { user: 'marlene.zuercher@murmeltal.example', expiresIn: 3600 };
    const { token } = (await send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body: order })).body;
    const search = () => send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {} });
    expect((await search()).status).toBe(200);
    await send(mockServer, 'POST', CLOCK, { body: { advance: '61m' } });
    expect((await search()).status).toBe(401);
  });
});

const THINGS = `
paths:
  /things:
    post:
      operationId: addThing
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /weather:
    get:
      operationId: weather
      responses: { '200': { description: it, content: { application/json: { schema: { type: object, required: [city], properties: { city: { type: string } } } } } } }
components:
  schemas:
    Thing: { type: object, required: [id, city], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string }, city: { type: string, readOnly: true } } }
`;

describe('the seed of a sandbox', () => {
  const sowed = async (seed: string) => {
    const requested = await inferred(THINGS, { now: () => NOW });
    expect((await requested('POST', '/_understudy/seed', { seed })).body).toEqual({ sandbox: 'main', seed });
    return [await requested('GET', '/weather'), await requested('POST', '/things', { name: 'Axe' })].map(
      ({ body }) => body,
    );
  };

  test('determines generated values, and nothing else', async () => {
    const [one, same, other] = [await sowed('one'), await sowed('one'), await sowed('two')];
    expect(one).toEqual(same);
    expect(other[0]).not.toEqual(one[0]);
    expect(other[1].city).not.toBe(one[1].city);
    expect(other[1].name).toBe('Axe');
  });

  test('determines ids: the same requests get the same responses, byte by byte', async () => {
    const made = async (seed: string) => {
      const mockServer = await petsMockServer({
        apis: [defineApi({ ...pets, newId: ({ random }) => `p${random()}` })],
      });
      await requestPets(mockServer, 'POST', '/_understudy/seed', { body: { seed } });
      return (await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' } })).body;
    };
    expect(await made('one')).toEqual(await made('one'));
    expect((await made('two')).id).not.toBe((await made('one')).id);
  });

  test('is the first one again after a reset, and that of a snapshot after its restore', async () => {
    const mockServer = await petsMockServer();
    const seed = async () => (await requestPets(mockServer, 'GET', '/_understudy/seed')).body.seed;
    await requestPets(mockServer, 'POST', '/_understudy/seed', { body: { seed: 'one' } });
    await requestPets(mockServer, 'POST', '/_understudy/snapshots', { body: { name: 'before' } });
    await requestPets(mockServer, 'POST', '/_understudy/seed', { body: { seed: 'two' } });
    await requestPets(mockServer, 'POST', '/_understudy/snapshots/before/restore');
    expect(await seed()).toBe('one');
    await requestPets(mockServer, 'POST', '/_understudy/reset');
    expect(await seed()).toBe('main');
  });
});
