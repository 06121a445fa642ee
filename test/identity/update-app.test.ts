// updateApp: renaming an application, its effects, and rejected names.

import { describe, expect, test } from 'vitest';
import { APP, mockServerWith, ORGANIZATION, PROJECT, recordsOf } from '../support/identity-records.ts';
import { NOW_TOLD, type SendOptions, send, type TestResponse } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();

const rename = (name: string, projectId: string, appId: string, requested: SendOptions = {}): Promise<TestResponse> =>
  send(shared(), 'PUT', `/management/v1/projects/${projectId}/apps/${appId}`, { body: { name }, ...requested });
const renameStorefront = (name: string) => rename(name, PROJECT.gearShop, APP.storefront);

describe('a new name', () => {
  test('is stored as an event; the response has no creationDate', async () => {
    const { status, body } = await renameStorefront('Gear Shop Web');
    expect(status).toBe(200);
    expect(body).toEqual({ details: { sequence: '15', changeDate: NOW_TOLD, resourceOwner: ORGANIZATION.murmeltal } });
    const { apps } = await recordsOf(shared());
    expect(apps.find(({ id }) => id === APP.storefront)).toMatchObject({
      name: 'Gear Shop Web',
      sequence: 15,
      creationDate: '2024-03-12T08:50:50.434419Z',
      changeDate: NOW_TOLD,
      oidc: { clientId: '257928641298631524' },
    });
  });

  test('changes nothing else', async () => {
    const before = await recordsOf(shared());
    await renameStorefront('Gear Shop Web');
    const after = await recordsOf(shared());
    const others = ({ apps, projects, ...rest }: typeof before) => ({
      ...rest,
      apps: apps.filter(({ id }) => id !== APP.storefront),
      projects: projects.filter(({ id }) => id !== PROJECT.gearShop),
    });
    expect(others(after)).toEqual(others(before));
  });

  test('is the next event of the project, for any of its applications', async () => {
    const sequences = [
      await renameStorefront('one'),
      await rename('two', PROJECT.gearShop, APP.shopApi),
      await rename('three', PROJECT.wool, APP.woolStorefront),
      await renameStorefront('four'),
    ].map(({ body }) => body.details.sequence);
    expect(sequences).toEqual(['15', '16', '6', '17']);
  });

  test('does not change the details of the project in a search', async () => {
    const search = () => send(shared(), 'POST', '/management/v1/projects/_search', { body: {} });
    const before = await search();
    await renameStorefront('Gear Shop Web');
    expect((await search()).body).toEqual(before.body);
  });

  test.each([
    ['surrounding space, which is not trimmed', '  Storefront '],
    ['only space', ' '],
    ['only its letter case', 'STOREFRONT'],
    ['the name of an application of another project', 'Summit Cam'],
    ['200 characters outside the basic plane', '🏔'.repeat(200)],
    ['a control character', 'a\u0000b'],
    ['a name from JavaScript', '__proto__'],
  ])('may be %s', async (_, name) => {
    const { status } = await renameStorefront(name);
    expect(status).toBe(200);
    const { apps } = await recordsOf(shared());
    expect(apps.find(({ id }) => id === APP.storefront)?.name).toBe(name);
  });

  test('makes the old one available', async () => {
    expect((await rename('Storefront', PROJECT.gearShop, APP.shopApi)).status).toBe(409);
    await renameStorefront('Gear Shop Web');
    expect((await rename('Storefront', PROJECT.gearShop, APP.shopApi)).status).toBe(200);
  });

  test('is accepted in a deactivated project', async () => {
    expect((await rename('Stamp', PROJECT.peaks, APP.summitStamp)).status).toBe(200);
  });

  test('is accepted for a deactivated application', async () => {
    const mockServer = await mockServerWith(({ apps }) => {
      apps.forEach((app, index) => {
        apps[index] = { ...app, state: 'APP_STATE_INACTIVE' };
      });
    });
    const path = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
    expect((await send(mockServer, 'PUT', path, { body: { name: 'new' } })).status).toBe(200);
  });
});

describe('rejects', () => {
  const { murmeltal, brisefjord } = ORGANIZATION;
  const unknown = rejection(5, "Application doesn't exist", 'COMMAND-28di9');
  const taken = rejection(6, 'Application already exists', 'V3-DKcYh');
  const unchanged = rejection(9, 'No changes', 'COMMAND-2m8vx');

  test.each([
    ['an unknown project', 404, unknown, 'x', '1', APP.storefront, murmeltal],
    ['an unknown application', 404, unknown, 'x', PROJECT.gearShop, '1', murmeltal],
    ['an application of another project', 404, unknown, 'x', PROJECT.gearShop, APP.woolStorefront, murmeltal],
    ['a project of another organization', 404, unknown, 'x', PROJECT.parcelTracking, APP.trackAndTrace, murmeltal],
    [
      'a project of the own organization, called for another',
      404,
      unknown,
      'x',
      PROJECT.gearShop,
      APP.storefront,
      brisefjord,
    ],
    ['an id from JavaScript', 404, unknown, 'x', '__proto__', 'constructor', murmeltal],
    ['the current name', 400, unchanged, 'Storefront', PROJECT.gearShop, APP.storefront, murmeltal],
    ['the name of another application', 409, taken, 'Shop API', PROJECT.gearShop, APP.storefront, murmeltal],
    ['that name in other letter case', 409, taken, 'shop api', PROJECT.gearShop, APP.storefront, murmeltal],
    // The order of checks: the application exists, the name differs from its own, then from those of others.
    [
      'the current name of an application in another project',
      404,
      unknown,
      'Storefront',
      PROJECT.hutBooking,
      APP.storefront,
      murmeltal,
    ],
  ])('%s', async (_, status, body, name, projectId, appId, organization) => {
    const before = await recordsOf(shared());
    const headers = { 'x-service-orgid': organization };
    expect(await rename(name, projectId, appId, { token: 'token-iam', headers })).toMatchObject({ status, body });
    expect(await recordsOf(shared())).toEqual(before);
  });

  test('the same name a second time', async () => {
    await renameStorefront('Gear Shop Web');
    expect(await renameStorefront('Gear Shop Web')).toMatchObject({ status: 400, body: unchanged });
  });
});

test('many simultaneous renames are separate events', async () => {
  const responses = await Promise.all(Array.from({ length: 30 }, (_, index) => renameStorefront(`name ${index}`)));
  const sequences = responses.map(({ body }) => Number(body.details.sequence)).sort((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: 30 }, (_, index) => 15 + index));
});
