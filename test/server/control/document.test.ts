// The document of the control API: it declares each returned status, and its limits are enforced.

import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { askPets, petsStandIn } from '../../support/pets/stand-in.ts';

const DOCUMENT = await openDocument(new URL('../../../spec/control.yaml', import.meta.url));

/** The declared statuses of an operation. */
function namedStatuses(method: string, path: string): string[] {
  const item = DOCUMENT.bundled.paths?.[path] as Record<string, { responses: object } | undefined> | undefined;
  return Object.keys(item?.[method.toLowerCase()]?.responses ?? {});
}

type Step = readonly [method: string, path: string, body?: unknown];

describe('the control document', () => {
  test.each<{ what: string; before?: Step[]; ask: Step; at: string; status: number }>([
    {
      what: 'a sandbox whose name is taken',
      before: [['POST', '/_understudy/sandboxes', { name: 'blue' }]],
      ask: ['POST', '/_understudy/sandboxes', { name: 'blue' }],
      at: '/_understudy/sandboxes',
      status: 409,
    },
    {
      what: 'a sandbox from an unknown one',
      ask: ['POST', '/_understudy/sandboxes', { name: 'blue', from: 'green' }],
      at: '/_understudy/sandboxes',
      status: 404,
    },
    {
      what: 'the removal of main',
      ask: ['DELETE', '/_understudy/sandboxes/main'],
      at: '/_understudy/sandboxes/{name}',
      status: 400,
    },
    {
      what: 'the removal of an unknown sandbox',
      ask: ['DELETE', '/_understudy/sandboxes/green'],
      at: '/_understudy/sandboxes/{name}',
      status: 404,
    },
    {
      what: 'the restore of an unknown snapshot',
      ask: ['POST', '/_understudy/snapshots/none/restore'],
      at: '/_understudy/snapshots/{name}/restore',
      status: 404,
    },
    {
      what: 'the removal of an unknown snapshot',
      ask: ['DELETE', '/_understudy/snapshots/none'],
      at: '/_understudy/snapshots/{name}',
      status: 404,
    },
    {
      what: 'a snapshot with a name of 201 characters',
      ask: ['POST', '/_understudy/snapshots', { name: 'n'.repeat(201) }],
      at: '/_understudy/snapshots',
      status: 400,
    },
    {
      what: 'a snapshot with a name of 200 characters',
      ask: ['POST', '/_understudy/snapshots', { name: 'n'.repeat(200) }],
      at: '/_understudy/snapshots',
      status: 201,
    },
    {
      what: 'an undo of 1,001 changes',
      ask: ['POST', '/_understudy/undo', { changes: 1001 }],
      at: '/_understudy/undo',
      status: 400,
    },
    {
      what: 'an undo of 1,000 changes',
      ask: ['POST', '/_understudy/undo', { changes: 1000 }],
      at: '/_understudy/undo',
      status: 200,
    },
  ])('declares $status for $what', async ({ before = [], ask: [method, path, body], at, status }) => {
    const standIn = await petsStandIn();
    for (const [earlier, where, what] of before) await askPets(standIn, earlier, where, { body: what });
    expect((await askPets(standIn, method, path, { body })).status).toBe(status);
    expect(namedStatuses(method, at)).toContain(`${status}`);
  });
});
