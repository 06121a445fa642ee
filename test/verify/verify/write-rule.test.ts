// On a shared server, a run changes only what it has created.

import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { type VerifySettings, verify } from '../../../src/verify/verify.ts';
import { SWITCHES, type SwitchesSettings, startSwitches } from '../../support/switches/switches.ts';

const document = createDocument(await openDocument(SWITCHES));

async function run(more: Partial<VerifySettings> = {}, settings: SwitchesSettings = {}) {
  const server = await startSwitches(settings);
  const target = createTarget(server.url);
  const sandboxes = await detectSandboxes(target);
  const verdict = await verify({
    document,
    target,
    sandboxes,
    allowWrites: true,
    maxBoundaryRequests: 20,
    randomRequests: 5,
    ...more,
  });
  target.close();
  const changes = server.received.filter((one) => !/^(GET|HEAD|OPTIONS) /.test(one));
  return { ...server, verdict, changes };
}

/** Why operations were not tested. */
const outcomes = ({ operations }: Verdict) =>
  Object.fromEntries(operations.map(({ operation, reason = 'tested' }) => [operation.id, reason]));

const THEIRS = [
  ['theirs', true],
  ['key-1', true],
];

test('existing items are unchanged, and created ones are deleted', async () => {
  const { state, changes } = await run({ skipOperations: ['copyFlag', 'addKey'] });
  expect([...state.flags]).toEqual(THEIRS);
  expect([...state.environments]).toEqual([['production', true]]);
  expect(state).toMatchObject({ isInMaintenance: false, isDown: false });
  // Not even in invalid cases.
  expect(changes.filter((one) => !/^\w+ \/flags(\/flag-\d+(\/toggle)?)?$/.test(one))).toEqual([]);
  expect(changes).not.toContain('DELETE /flags');
});

test('operations that can change existing items are skipped with the reason, and the others are tested', async () => {
  expect(outcomes((await run()).verdict)).toEqual({
    listFlags: 'tested',
    addFlag: 'tested',
    removeAllFlags: 'it deletes all of /flags',
    getFlag: 'tested',
    changeFlag: 'tested',
    removeFlag: 'tested',
    toggleFlag: 'tested',
    copyFlag: 'tested',
    listKeys: 'tested',
    addKey: 'tested',
    listEnvironments: 'tested',
    getEnvironment: 'tested',
    disableEnvironment: 'it would change data that the run did not create, and no item could be created for it',
    sendSignal: 'its path names no item, and it creates none that can be identified',
    getMode: 'tested',
    setMode: 'it changes /mode, which the run did not create',
    shutDown: 'its path names no item, and it creates none that can be identified',
  });
});

test('an item with the id and the schema of a created one, but of another collection, is not changed', async () => {
  const { state, changes, verdict } = await run({ skipOperations: ['addFlag'] });
  expect([...state.flags]).toEqual(THEIRS);
  expect(changes.filter((one) => one.includes('/flags'))).toEqual([]);
  const [first] = verdict.leftovers?.items ?? [];
  expect(first).toMatchObject({
    reason: 'the document has no operation that certainly deletes it',
    request: undefined,
  });
});

test('an item that an action creates is listed as left behind', async () => {
  const { state, verdict } = await run({ skipOperations: ['addKey'] });
  const copies = [...state.flags.keys()].filter((name) => name.startsWith('copy-'));
  expect(copies.length).toBeGreaterThan(0);
  expect(verdict.leftovers?.items.map(({ id }) => id).toSorted()).toEqual(copies.toSorted());
});

test('an unsafe operation is sent if it is named, after all others, and listed as left behind', async () => {
  const { verdict, changes, state } = await run({ allowUnsafe: ['removeAllFlags', 'disableEnvironment'] });
  const first = changes.findIndex((one) => /\/disable$|DELETE \/flags$/.test(one));
  expect(first).toBeGreaterThan(0);
  expect(changes.slice(first).every((one) => /\/disable$|DELETE \/flags$/.test(one))).toBe(true);
  expect(state.flags.has('theirs')).toBe(false);
  expect(verdict.leftovers?.unsafe.map(({ operation, requests }) => [operation.id, requests > 0])).toEqual([
    ['removeAllFlags', true],
    ['disableEnvironment', true],
  ]);
  expect(outcomes(verdict)).toMatchObject({ removeAllFlags: 'tested', disableEnvironment: 'tested' });
});

test('an unsafe operation is not sent as a step of an earlier test', async () => {
  const { state } = await run({
    operations: ['listFlags'],
    allowUnsafe: ['shutDown'],
    contracts: new Map([['listFlags', { setup: (server) => server.send('shutDown') }]]),
  });
  expect(state.isDown).toBe(false);
});

test('an unsafe operation on an item gets a created one, if possible', async () => {
  const { changes } = await run({ allowUnsafe: ['toggleFlag'] });
  const toggled = changes.filter((one) => one.endsWith('/toggle'));
  expect(toggled.length).toBeGreaterThan(0);
  expect(toggled).not.toContain('POST /flags/theirs/toggle');
});

test('an item that a request has deleted is not deleted again, because its id may be reused', async () => {
  const { changes } = await run({ phases: ['examples'], operations: ['addFlag', 'removeFlag'] });
  const deleted = changes.filter((one) => one.startsWith('DELETE '));
  expect(deleted.length).toBeGreaterThan(1);
  expect(deleted).toEqual([...new Set(deleted)]);
});

test('an excluded operation is never sent, not even to delete items', async () => {
  const { verdict, received } = await run({ skipOperations: ['removeFlag', 'copyFlag', 'addKey', 'listEnvironments'] });
  expect(received.filter((one) => /^DELETE|^GET \/environments(\?|$)/.test(one))).toEqual([]);
  expect(outcomes(verdict)).toMatchObject({
    removeFlag: 'excluded by --skip-operations',
    listEnvironments: 'excluded by --skip-operations',
  });
  expect(verdict.leftovers?.items[0]).toMatchObject({
    reason: 'removeFlag is not sent: excluded by --skip-operations',
    request: { method: 'DELETE', target: expect.stringMatching(/^\/flags\/flag-\d+$/) },
  });
});

test.each([
  ['all requests', false],
  ['mutating requests', true],
])('a run is stopped when the server begins to reject them: %s', async (_, onlyWrites) => {
  const { verdict, received, state } = await run(
    {},
    {
      reject(request, _state, all) {
        const isOver = all.filter((one) => one === 'POST /flags').length > 3;
        return isOver && !(onlyWrites && request.startsWith('GET')) ? 503 : undefined;
      },
    },
  );
  expect(verdict.outage).toMatchObject({ status: 503, onlyWrites, after: { operation: { id: 'addFlag' } } });
  expect(verdict.isIncomplete).toBe(true);
  const fourth = received.flatMap((one, index) => (one === 'POST /flags' ? [index] : []))[3] ?? 0;
  expect(received.length - fourth).toBeLessThan(40);
  expect(verdict.leftovers?.items).toHaveLength(state.flags.size - THEIRS.length);
});

test('a run is stopped when the server accepts no connections', async () => {
  const { verdict } = await run({ allowUnsafe: ['shutDown'] }, { isLast: (_, { isDown }) => isDown });
  expect(verdict.outage).toMatchObject({ status: 0, onlyWrites: false, after: { operation: { id: 'shutDown' } } });
  expect(verdict.isIncomplete).toBe(true);
});

test('an operation that a server always rejects is not an outage', async () => {
  const { verdict } = await run({}, { reject: (request) => (/toggle|PATCH/.test(request) ? 401 : undefined) });
  expect(verdict.outage).toBeUndefined();
  expect(outcomes(verdict).getMode).toBe('tested');
});
