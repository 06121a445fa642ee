// The identity API with custom settings.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { identityApi } from '../../src/identity/api.ts';
import { PROJECT, USER } from '../support/identity-records.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const search = async (apis: [ReturnType<typeof identityApi>]) => {
  const mockServer = await identityMockServer({ apis });
  return send(mockServer, 'POST', '/management/v1/projects/_search', { body: {} });
};

test('serves the seeded records without settings', async () => {
  expect((await search([identityApi()])).body.details.totalResult).toBe('7');
});

test('reads a fixtures folder with some collections, and seeds the others', async () => {
  const fixtures = await temporaryFolder();
  await writeFile(join(fixtures, 'tokens.json'), '[{ "id": "mine", "userId": "249814560662377161" }]');
  const mockServer = await identityMockServer({ apis: [identityApi({ fixtures })] });
  const searched = (token: string) => send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {} });
  expect((await searched('mine')).body.details.totalResult).toBe('7');
  expect((await searched('token-owner')).status).toBe(401);
});

test('accepts other API settings', async () => {
  const { headers } = await search([identityApi({ responseHeaders: { 'x-own': 'yes' } })]);
  expect([headers.get('x-own'), headers.get('x-robots-tag')]).toEqual(['yes', null]);
});

test.each([
  ['4.11', 'en', 'Grant not found'],
  ['4.12', 'en', 'Project Grant not found'],
  ['4.12', 'de', 'Grant konnte nicht gefunden werden'],
] as const)('returns the texts of version %s, in %s: %s', async (texts, language, text) => {
  const mockServer = await identityMockServer({ apis: [identityApi({ texts })] });
  const body = { projectId: PROJECT.gearShop, projectGrantId: '1' };
  const headers = { 'accept-language': language };
  const response = await send(mockServer, 'POST', `/management/v1/users/${USER.theo}/grants`, { body, headers });
  expect(response).toMatchObject({ status: 400, body: rejection(9, text, 'COMMAND-4m9ff') });
});
