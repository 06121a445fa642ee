// Registration after data loss in shared storage: adds what is missing, once, beside the others.

import { expect, onTestFinished, test } from 'vitest';
import { joinReplicas, registerAgain, type SharedApi } from '../../src/cluster/join-replicas.ts';
import { openSharedRecords } from '../../src/cluster/replica.ts';
import { createSharedPlace, type SharedPlace } from '../support/shared-place.ts';

const api = (document: string): SharedApi => ({ name: 'pets', document: { title: document }, fixtures: {} });
const without =
  (...gone: readonly string[]) =>
  async (all: readonly string[]) =>
    all.filter((one) => !gone.includes(one));

/** Shared records of a replica without notifications. */
async function records(place: SharedPlace) {
  place.isQuiet = true;
  const shared = await openSharedRecords(place);
  onTestFinished(() => shared.close());
  return shared;
}

/** The processes that serve each document, as stored. */
async function serving(place: SharedPlace) {
  const shared = await records(place);
  return [...shared.collections.digests.values()].map(({ by }) => by);
}

test('a process is registered once, however often it registers', async () => {
  const place = createSharedPlace();
  const one = await records(place);
  await joinReplicas(one, [api('here')], { fresh: false, by: 'one' });
  await registerAgain(one, { by: 'one', apis: [api('here')] }, without());
  await joinReplicas(await records(place), [api('here')], { fresh: false, by: 'two' });
  await registerAgain(one, { by: 'one', apis: [api('here')] }, without());
  expect(await serving(place)).toEqual([['one', 'two']]);
});

test.each([
  ['is a conflict', [], [['two']]],
  ['is no conflict when it has ended', ['two'], [['one']]],
])('another process that serves something else %s', async (_, gone, served) => {
  const place = createSharedPlace();
  const one = await records(place);
  await joinReplicas(one, [api('here')], { fresh: false, by: 'one' });
  await joinReplicas(await records(place), [api('elsewhere')], { fresh: false, by: 'two', living: without('one') });
  const rejected = await registerAgain(one, { by: 'one', apis: [api('here')] }, without(...gone)).catch(String);
  expect(rejected).toEqual(gone.length > 0 ? undefined : expect.stringContaining('differs from that of'));
  expect(await serving(place)).toEqual(served);
});

test('keys of others are preserved, and missing ones are the own signing keys', async () => {
  const place = createSharedPlace();
  const [one, two] = [await records(place), await records(place)];
  const keys = (kid: string) => ({ signing: { kid, kty: 'oct' }, cookies: [] });
  await registerAgain(one, { by: 'one', apis: [api('here')], keys: keys('first') }, without());
  await registerAgain(two, { by: 'two', apis: [api('here')], keys: keys('second') }, without());
  const stored = (await records(place)).collections.keys;
  expect([...stored.values()]).toEqual([{ id: 'issuer', ...keys('first') }]);
});
