// The mock server has no findings.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { identity } from '../../../src/identity/api.ts';
import type { MockServerSettings } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { inRoot, reported, verdictOf } from '../../support/verdicts.ts';

test('every operation of the identity API passes, each request in its own sandbox, which is removed', async () => {
  const verdict = await verdictOf(
    inRoot('spec/identity.yaml'),
    [identity],
    (mockServer) => new Map([['oauth2', mockServer.introductions()[0]?.introduction?.example?.token ?? '']]),
    async (url) => {
      const mockServer = understudy(url);
      expect((await mockServer.sandboxes()).map(({ sandbox }) => sandbox)).toEqual(['main']);
      expect(await mockServer.changes()).toEqual([]);
    },
  );
  expect(reported(verdict)).toEqual([]);
  const outcomes = verdict.operations.map(({ operation, outcome }) => [operation.id, outcome]);
  expect(outcomes.sort()).toEqual(
    Object.keys(identity.handlers)
      .map((id) => [id, 'passed'])
      .sort(),
  );
  expect(verdict.requests).toBeGreaterThan(150);
});

test.each(['examples/petstore/petstore.yaml', 'test/support/shop/shop.yaml'])(
  'every operation of %s passes',
  async (path) => {
    const file = inRoot(path);
    const apis: MockServerSettings['apis'] = [{ name: 'own', document: file, infer: true }];
    const verdict = await verdictOf(file, apis, () => new Map([['', 'token']]));
    expect(reported(verdict)).toEqual([]);
    expect(new Set(verdict.operations.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
  },
);

describe('resources without lists', () => {
  const item = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
  });
  const named = { name: { type: 'string', maxLength: 20 } };
  const known = { ...named, id: { type: 'integer', readOnly: true } };
  const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
  const action = (name: string) => ({ name: 'X-Job-Action', in: 'header', required: true, schema: { enum: [name] } });
  const ok = (properties: object) => ({ 200: { description: 'x', ...item(properties) } });
  const gone = { 204: { description: 'x' }, 404: { description: 'x' } };
  const player = [inPath('teamId', { type: 'integer' }), inPath('playerId', { type: 'integer' })];
  const document = {
    openapi: '3.1.0',
    info: { title: 'Teams', version: '1' },
    paths: {
      '/teams': {
        post: {
          operationId: 'addTeam',
          requestBody: item(named),
          responses: { 201: { description: 'x', ...item(known) } },
        },
      },
      '/teams/{teamId}/players': {
        parameters: player.slice(0, 1),
        post: {
          operationId: 'addPlayer',
          requestBody: item(named),
          responses: { 201: { description: 'x', ...item(known) } },
        },
      },
      '/teams/{teamId}/players/{playerId}': {
        parameters: player,
        get: { operationId: 'getPlayer', responses: { ...ok(known), 404: { description: 'x' } } },
        delete: { operationId: 'removePlayer', responses: gone },
      },
      '/labels/{label}': {
        parameters: [inPath('label', { type: 'string', pattern: '^[a-z]{3,9}$' })],
        get: { operationId: 'getLabel', responses: { ...ok(named), 404: { description: 'x' } } },
        put: { operationId: 'setLabel', requestBody: item(named), responses: ok(named) },
      },
      '/jobs#X-Job-Action=Start': {
        post: { operationId: 'startJob', parameters: [action('Start')], responses: ok(named) },
      },
      '/jobs#X-Job-Action=Stop': {
        post: { operationId: 'stopJob', parameters: [action('Stop')], responses: ok(named) },
      },
    },
  };

  test('every operation is tested: its items are created first, in the same sandbox', async () => {
    const file = join(await temporaryFolder(), 'teams.json');
    await writeFile(file, JSON.stringify(document));
    const apis: MockServerSettings['apis'] = [{ name: 'own', document: file, infer: true }];
    const verdict = await verdictOf(file, apis, () => new Map());
    expect(reported(verdict)).toEqual([]);
    expect(verdict.operations.map(({ operation, outcome, reason }) => [operation.id, outcome, reason])).toEqual(
      [...Object.values(document.paths)].flatMap((path) =>
        Object.values(path).flatMap((one) => ('operationId' in one ? [[one.operationId, 'passed', undefined]] : [])),
      ),
    );
    const read = verdict.operations.find(({ operation }) => operation.id === 'getPlayer');
    expect(read?.statuses.get(200)).toBeGreaterThan(2);
  });
});
