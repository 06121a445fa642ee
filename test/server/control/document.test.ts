// The document of the control API: it declares each returned status, and its limits are enforced.

import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const DOCUMENT = await openDocument(new URL('../../../spec/control.yaml', import.meta.url));

/** The declared statuses of an operation. */
function namedStatuses(method: string, path: string): string[] {
  const item = DOCUMENT.bundled.paths?.[path] as Record<string, { responses: object } | undefined> | undefined;
  return Object.keys(item?.[method.toLowerCase()]?.responses ?? {});
}

type Step = readonly [method: string, path: string, body?: unknown];

describe('the control document', () => {
  test.each<{ what: string; before?: Step[]; send: Step; at: string; status: number }>([
    {
      what: 'a sandbox whose name is taken',
      before: [['POST', '/_understudy/sandboxes', { name: 'blue' }]],
      send: ['POST', '/_understudy/sandboxes', { name: 'blue' }],
      at: '/_understudy/sandboxes',
      status: 409,
    },
    {
      what: 'a sandbox from an unknown one',
      send: ['POST', '/_understudy/sandboxes', { name: 'blue', from: 'green' }],
      at: '/_understudy/sandboxes',
      status: 404,
    },
    {
      what: 'the removal of main',
      send: ['DELETE', '/_understudy/sandboxes/main'],
      at: '/_understudy/sandboxes/{name}',
      status: 400,
    },
    {
      what: 'the removal of an unknown sandbox',
      send: ['DELETE', '/_understudy/sandboxes/green'],
      at: '/_understudy/sandboxes/{name}',
      status: 404,
    },
    {
      what: 'the restore of an unknown snapshot',
      send: ['POST', '/_understudy/snapshots/none/restore'],
      at: '/_understudy/snapshots/{name}/restore',
      status: 404,
    },
    {
      what: 'the removal of an unknown snapshot',
      send: ['DELETE', '/_understudy/snapshots/none'],
      at: '/_understudy/snapshots/{name}',
      status: 404,
    },
    {
      what: 'a snapshot with a name of 201 characters',
      send: ['POST', '/_understudy/snapshots', { name: 'n'.repeat(201) }],
      at: '/_understudy/snapshots',
      status: 400,
    },
    {
      what: 'a snapshot with a name of 200 characters',
      send: ['POST', '/_understudy/snapshots', { name: 'n'.repeat(200) }],
      at: '/_understudy/snapshots',
      status: 201,
    },
    {
      what: 'an undo of 1,001 changes',
      send: ['POST', '/_understudy/undo', { changes: 1001 }],
      at: '/_understudy/undo',
      status: 400,
    },
    {
      what: 'an undo of 1,000 changes',
      send: ['POST', '/_understudy/undo', { changes: 1000 }],
      at: '/_understudy/undo',
      status: 200,
    },
  ])('declares $status for $what', async ({ before = [], send: [method, path, body], at, status }) => {
    const mockServer = await petsMockServer();
    for (const [earlier, where, what] of before) await requestPets(mockServer, earlier, where, { body: what });
    expect((await requestPets(mockServer, method, path, { body })).status).toBe(status);
    expect(namedStatuses(method, at)).toContain(`${status}`);
  });
});
