// The language of error messages.

import { describe, expect, test } from 'vitest';
import { textFor } from '../../src/identity/error-language.ts';
import { de, en, fr, it, type TextKey } from '../../src/identity/error-texts.ts';
import { call } from '../support/call.ts';
import { APP, PROJECT, PROJECT_GRANT, USER } from '../support/identity-records.ts';
import { type SendOptions, send } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const { gearShop, hutBooking } = PROJECT;

test.each<[string | undefined, string | undefined, string]>([
  [undefined, undefined, en.unchangedApp],
  [undefined, '', en.unchangedApp],
  [undefined, '*', en.unchangedApp],
  [undefined, 'de', de.unchangedApp],
  [undefined, 'DE-ch', de.unchangedApp],
  [undefined, 'de-CH-1996, fr;q=0.9', de.unchangedApp],
  [undefined, 'fr;q=0.3, it ; q=0.7,de;q=0.5', it.unchangedApp],
  [undefined, 'fr, it', fr.unchangedApp],
  [undefined, 'de;q=0, it;q=0.1', it.unchangedApp],
  [undefined, 'vi, is;q=0.9, fr;q=0.1', fr.unchangedApp],
  [undefined, 'en-US, de;q=0.9', en.unchangedApp],
  [undefined, 'den, deutsch', en.unchangedApp],
  [undefined, 'de;q=much', de.unchangedApp],
  [undefined, '__proto__, constructor', en.unchangedApp],
  [undefined, ',;q=1,-,;;;', en.unchangedApp],
  ['it', 'de', it.unchangedApp],
  ['it-CH', undefined, it.unchangedApp],
  ['en', 'de', en.unchangedApp],
  ['tr', 'de', de.unchangedApp],
  ['tr', undefined, en.unchangedApp],
])('a user who prefers %s and accepts %s gets: %s', (preferred, accepted, text) => {
  expect(textFor({ preferred, accepted, texts: '4.11' }, 'unchangedApp')).toBe(text);
});

test.each(Object.entries({ de, fr, it }))('%s has every text, each translated', (_, texts) => {
  expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en) as TextKey[]) expect(texts[key]).not.toBe(en[key]);
});

const RENAME = `/management/v1/projects/${gearShop}/apps/${APP.storefront}`;
const grants = (userId: string) => `/management/v1/users/${userId}/grants`;

test.each<[number, number, string, string, string, string, object | undefined, string]>([
  [
    400,
    3,
    de.limitExceeded,
    'QUERY-4M0fs',
    'POST',
    '/management/v1/projects/_search',
    { query: { limit: 1001 } },
    'owner',
  ],
  [
    404,
    5,
    de.foreignApp,
    'MANAG-SFf2a',
    'GET',
    `/management/v1/projects/${PROJECT.parcelTracking}/apps/${APP.trackAndTrace}`,
    undefined,
    'owner',
  ],
  [404, 5, de.unknownApp, 'COMMAND-28di9', 'PUT', `/management/v1/projects/${gearShop}/apps/1`, { name: 'x' }, 'owner'],
  [400, 9, de.unchangedApp, 'COMMAND-2m8vx', 'PUT', RENAME, { name: 'Storefront' }, 'owner'],
  [409, 6, de.appNameTaken, 'V3-DKcYh', 'PUT', RENAME, { name: 'Back Office' }, 'owner'],
  [
    403,
    7,
    de.noPermissionOnProject,
    'EVENT-Shu7e',
    'POST',
    grants(USER.theo),
    { projectId: hutBooking },
    'project-owner',
  ],
  [400, 9, de.unknownUser, 'COMMAND-4f8sg', 'POST', grants('1'), { projectId: gearShop }, 'owner'],
  [400, 9, de.unknownProject, 'COMMAND-3n77S', 'POST', grants(USER.theo), { projectId: '1' }, 'owner'],
  [
    400,
    9,
    de.unknownProjectGrant,
    'COMMAND-4m9ff',
    'POST',
    grants(USER.theo),
    { projectId: gearShop, projectGrantId: PROJECT_GRANT.parcelsToOese },
    'owner',
  ],
  [409, 6, de.userGrantExists, 'V3-DKcYh', 'POST', grants(USER.chihiro), { projectId: hutBooking }, 'owner'],
])('%i, code %i, has the message %s (%s)', async (status, code, text, id, method, path, body, caller) => {
  const headers = { 'accept-language': 'de' };
  const response = await send(shared(), method, path, { body, token: `token-${caller}`, headers });
  expect(response).toMatchObject({ status, body: rejection(code, text, id) });
});

describe('the language is', () => {
  const rename = (token: string, headers: SendOptions['headers'] = {}) =>
    send(shared(), 'PUT', RENAME, { token, headers, body: { name: 'Storefront' } });
  const tokenOf = async (user: string): Promise<string> =>
    (await send(shared(), 'POST', '/_understudy/tokens', { token: undefined, body: { user } })).body.token;
  const reported = (text: string) => ({ status: 400, body: rejection(9, text, 'COMMAND-2m8vx') });

  test('that of the user who logged in, regardless of Accept-Language', async () => {
    const token = await tokenOf('marlene.zuercher');
    expect(await rename(token)).toMatchObject(reported('Keine Änderungen gefunden'));
    expect(await rename(token, { 'accept-language': 'fr' })).toMatchObject(reported('Keine Änderungen gefunden'));
  });

  test('what the request accepts, for a user with an unsupported language', async () => {
    const token = await tokenOf('zeynep.taskiran');
    expect(await rename(token, { 'accept-language': 'fr-CH, fr;q=0.9' })).toMatchObject(reported('Aucun changement'));
    expect(await rename(token)).toMatchObject(reported('No changes'));
  });

  test('not that of the user with a personal access token', async () => {
    expect(await rename('token-owner')).toMatchObject(reported('No changes'));
    expect(await rename('token-owner', { 'accept-language': 'it' })).toMatchObject(reported('Nessun cambiamento'));
  });

  test('English for authentication and permission errors, as in the reference implementation', async () => {
    const headers = { 'accept-language': 'de' };
    expect((await rename('nobody', headers)).body.message).toBe('Errors.Token.Invalid (AUTH-7fs1e)');
    expect((await rename('token-viewer', headers)).body.message).toBe('No matching permissions found (AUTH-5mWD2)');
  });

  test('the same over gRPC, in the message and in its details', async () => {
    const path = '/identity.management.v1.ManagementService/ListProjects';
    // query { limit: 1001 }
    const message = Uint8Array.of(0x0a, 3, 0x10, 0xe9, 0x07);
    const headers = { 'accept-language': 'de' };
    const { status, text, http } = await call(shared(), 'grpc', path, message, headers);
    expect([status, text]).toEqual([3, 'Limit überschritten (QUERY-4M0fs)']);
    const details = Buffer.from(http.headers.get('grpc-status-details-bin') ?? '', 'base64').toString();
    expect(details.split('Limit überschritten')).toHaveLength(3);
  });
});
