// Projection delay: lists lag behind changes, like those of the real service.

import { describe, expect, test } from 'vitest';
import { identityApi } from '../../src/identity/api.ts';
import { type MockServer, UsageError } from '../../src/index.ts';
import { ORGANIZATION, PROJECT, USER } from '../support/identity-records.ts';
import { identityMockServer, NOW, NOW_TOLD, send } from '../support/mock-server.ts';

const DELAY = 3000;
const SEARCH = '/management/v1/projects/_search';

const lagging = (projectionDelay = DELAY) => identityMockServer({ apis: [identityApi({ projectionDelay })] });

/** The time this many seconds after the start, in the format of the API. */
const reported = (seconds: number) => new Date(NOW.getTime() + 1000 * seconds).toISOString().replace('.000Z', 'Z');

/** Requests and changes in a sandbox. */
function worldOf(mockServer: MockServer, headers: Record<string, string> = {}) {
  const control = async (method: string, path: string, body?: object) => {
    const response = await send(mockServer, method, `/_understudy/${path}`, { headers, ...(body && { body }) });
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  };
  const change = (...changes: object[]) => control('POST', 'records', { changes });
  return {
    control,
    change,
    advance: (seconds: number) => control('POST', 'clock', { advance: `${seconds}s` }),
    rename: (name: string, sequence: number) =>
      change({
        collection: 'projects',
        id: PROJECT.gearShop,
        patch: { name, sequence, changeDate: NOW.toISOString() },
      }),
    async projects() {
      const { body } = await send(mockServer, 'POST', SEARCH, { body: { query: { asc: true } }, headers });
      const { totalResult, processedSequence, viewTimestamp } = body.details;
      const names: string[] = body.result.map(({ name }: { name: string }) => name);
      return { name: names[1], total: Number(totalResult), processedSequence, viewTimestamp };
    },
    async linked() {
      const { body } = await send(mockServer, 'POST', '/management/v1/policies/login/idps/_search', {
        body: {},
        headers,
      });
      return body;
    },
  };
}

describe('with a projection delay', () => {
  test('a search finds a new user grant after the delay', async () => {
    const mockServer = await lagging();
    const { advance } = worldOf(mockServer);
    const total = async () =>
      (await send(mockServer, 'POST', '/management/v1/users/grants/_search', { body: {} })).body.details.totalResult;
    const body = { projectId: PROJECT.gearShop };
    await send(mockServer, 'POST', `/management/v1/users/${USER.theo}/grants`, { body });
    await advance(2);
    expect(await total()).toBe('6');
    await advance(1);
    expect(await total()).toBe('7');
  });

  test('a search finds a change after the delay, and returns the sequence of the last visible change', async () => {
    const { advance, rename, projects } = worldOf(await lagging());
    expect(await projects()).toEqual({
      name: 'Gear Shop',
      total: 7,
      processedSequence: '6',
      viewTimestamp: reported(-3),
    });
    await advance(1);
    await rename('Gear Store', 101);
    await advance(2);
    await rename('Gear House', 102);
    expect(await projects()).toMatchObject({ name: 'Gear Shop', processedSequence: '6', viewTimestamp: reported(0) });
    await advance(1);
    expect(await projects()).toMatchObject({
      name: 'Gear Store',
      processedSequence: '101',
      viewTimestamp: reported(1),
    });
    await advance(2);
    expect(await projects()).toMatchObject({
      name: 'Gear House',
      processedSequence: '102',
      viewTimestamp: reported(3),
    });
  });

  test('queries, sorting and the total use the delayed records', async () => {
    const mockServer = await lagging();
    const { change, advance, projects } = worldOf(mockServer);
    await change({
      collection: 'projects',
      id: PROJECT.gearShop,
      patch: { name: 'Zeug', resourceOwner: ORGANIZATION.brisefjord },
    });
    const named = async (name: string) =>
      (await send(mockServer, 'POST', SEARCH, { body: { queries: [{ nameQuery: { name } }] } })).body.details
        .totalResult;
    expect([await named('Gear Shop'), await named('Zeug'), (await projects()).total]).toEqual(['1', '0', 7]);
    await advance(3);
    expect([await named('Gear Shop'), await named('Zeug'), (await projects()).total]).toEqual(['0', '0', 6]);
  });

  test('linked identity providers and their names are delayed too', async () => {
    const { change, advance, linked } = worldOf(await lagging());
    const before = await linked();
    expect(before.details).toEqual({ totalResult: '4', processedSequence: '94', viewTimestamp: reported(-3) });
    const { idpId, idpName } = before.result[0];
    await change(
      { collection: 'identityProviders', id: idpId, patch: { name: 'Renamed' } },
      {
        collection: 'loginPolicies',
        id: ORGANIZATION.murmeltal,
        patch: { idps: [{ idpId, creationDate: NOW.toISOString() }], sequence: 200, changeDate: NOW.toISOString() },
      },
    );
    expect((await linked()).result.map((one: { idpName: string }) => one.idpName)).toContain(idpName);
    expect((await linked()).details).toEqual(before.details);
    await advance(3);
    expect((await linked()).result).toMatchObject([{ idpId, idpName: 'Renamed' }]);
    expect((await linked()).details).toEqual({
      totalResult: '1',
      processedSequence: '200',
      viewTimestamp: reported(0),
    });
  });

  test('permissions and validation of changes use the current records', async () => {
    const mockServer = await lagging();
    const { change } = worldOf(mockServer);
    const { tokens, memberships, roles } = (await send(mockServer, 'GET', '/_understudy/state')).body.apis.identity;
    const role = roles.find(({ projectId }: { projectId: string }) => projectId === PROJECT.gearShop);
    await change({ collection: 'roles', add: { ...role, id: 'new', key: 'brand_new' } });
    const grant = { projectId: PROJECT.gearShop, roleKeys: ['brand_new'] };
    expect((await send(mockServer, 'POST', `/management/v1/users/${USER.theo}/grants`, { body: grant })).status).toBe(
      200,
    );

    const { userId } = tokens.find(({ id }: { id: string }) => id === 'token-owner');
    const own = memberships.filter((one: { userId: string }) => one.userId === userId);
    await change(...own.map(({ id }: { id: string }) => ({ collection: 'memberships', remove: id })));
    const { status, body } = await send(mockServer, 'POST', SEARCH, { body: {} });
    expect([status, body.message]).toEqual([404, expect.stringContaining('membership')]);
  });

  test('an undone change is never visible, and a reset or restored snapshot is visible at once', async () => {
    const { control, advance, rename, projects } = worldOf(await lagging());
    await rename('Gear Store', 101);
    await advance(5);
    await rename('Gear House', 102);
    await control('POST', 'undo', { changes: 2 });
    expect(await projects()).toMatchObject({ name: 'Gear Shop', processedSequence: '6' });

    await rename('Gear Store', 101);
    await control('POST', 'snapshots', { name: 'then' });
    await advance(1);
    await rename('Gear House', 102);
    await control('POST', 'snapshots/then/restore');
    expect(await projects()).toMatchObject({
      name: 'Gear Store',
      processedSequence: '101',
      viewTimestamp: reported(6),
    });
    await rename('Gear Barn', 103);
    await control('POST', 'reset');
    // A reset restores the system time; no list has a time in the future.
    expect(await projects()).toEqual({ name: 'Gear Shop', total: 7, processedSequence: '6', viewTimestamp: NOW_TOLD });
  });

  test('each sandbox has its own delay, by its own clock', async () => {
    const mockServer = await lagging();
    const [main, blue] = [worldOf(mockServer), worldOf(mockServer, { 'x-understudy-sandbox': 'blue' })];
    await main.rename('Gear Store', 101);
    await blue.rename('Blue Shop', 102);
    await blue.advance(3);
    expect([(await main.projects()).name, (await blue.projects()).name]).toEqual(['Gear Shop', 'Blue Shop']);
    await blue.control('POST', 'clock', { set: new Date(NOW.getTime() - 60_000).toISOString() });
    expect(await blue.projects()).toMatchObject({ name: 'Gear Shop', viewTimestamp: reported(-63) });
  });

  test('a fork starts with all current records visible', async () => {
    const mockServer = await lagging();
    const { rename, control } = worldOf(mockServer);
    await rename('Gear Store', 101);
    await control('POST', 'sandboxes', { name: 'fork', from: 'main' });
    const fork = worldOf(mockServer, { 'x-understudy-sandbox': 'fork' });
    expect((await fork.projects()).name).toBe('Gear Store');
  });
});

test('without a projection delay, lists are current', async () => {
  const { rename, projects } = worldOf(await identityMockServer());
  await rename('Gear Store', 101);
  expect(await projects()).toEqual({ name: 'Gear Store', total: 7, processedSequence: '101', viewTimestamp: NOW_TOLD });
});

test.each([-1, Number.NaN, Infinity, '2s' as never])('%s is rejected as projection delay', (projectionDelay) => {
  expect(() => identityApi({ projectionDelay })).toThrow(UsageError);
});
