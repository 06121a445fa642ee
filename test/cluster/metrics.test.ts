// Metrics of a replica about its storage: lag, conflicts, and wait times.

import { expect, onTestFinished, test, vi } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { createMockServer } from '../../src/index.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { pets } from '../support/pets/api.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { createSharedPlace } from '../support/shared-place.ts';

async function two() {
  const place = createSharedPlace();
  place.isQuiet = true;
  const replica = () => petsMockServer({ store: place, consistency: 'local' });
  return { place, one: await replica(), other: await replica() };
}

const add = async (mockServer: MockServer, name: string) =>
  expect((await requestPets(mockServer, 'POST', '/pets', { body: { name, kind: 'hen' } })).status).toBe(201);

async function metric(mockServer: MockServer, name: string): Promise<number> {
  const text = await (await mockServer.fetch(new Request('http://localhost/_understudy/metrics'))).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

const BEHIND = 'understudy_store_behind_versions{store="pets"}';
const BEHIND_FOR = 'understudy_store_behind_seconds{store="pets"}';
const waits = (kind: string) => `understudy_database_waits_total{kind="${kind}"}`;

test('a replica reports by how many versions it lags, and for how long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { one, other } = await two();
  expect(await metric(other, BEHIND)).toBe(0);
  vi.advanceTimersByTime(5000);
  for (let count = 0; count < 4; count += 1) await add(one, `${count}`);
  expect(await metric(other, BEHIND)).toBe(4);
  expect(await metric(other, BEHIND_FOR)).toBe(5);
  for (const line of [BEHIND, BEHIND_FOR]) expect(await metric(one, line)).toBe(0);
  const version = 'understudy_store_version{store="pets"}';
  expect(await metric(one, version)).toBe(await metric(other, version));
});

test('a scraper with a timeout queries the database once', async () => {
  const { place, one } = await two();
  await metric(one, BEHIND);
  const { requested } = place;
  await Promise.all(Array.from({ length: 10 }, () => metric(one, BEHIND)));
  expect(place.requested - requested).toBeLessThan(5);
});

test('a replica counts conflicts, and its wait times', async () => {
  const { one, other } = await two();
  expect(await metric(other, 'understudy_conflicts_total')).toBe(0);
  const appends = await metric(other, waits('append'));
  await add(one, 'Mia');
  await add(other, 'Rex');
  expect(await metric(other, 'understudy_conflicts_total')).toBe(1);
  expect(await metric(other, waits('append'))).toBe(appends + 2);
  expect(await metric(other, 'understudy_database_wait_seconds_total{kind="append"}')).toBeGreaterThan(0);
  expect(await metric(one, 'understudy_conflicts_total')).toBe(0);
  expect(await metric(one, 'understudy_exchanges_lost_total')).toBe(0);
});

test('unavailable storage is counted, and the lag of the replica increases', async () => {
  const { place, one } = await two();
  place.failsToAsk = true;
  const first = await metric(one, BEHIND_FOR);
  expect(first).toBeGreaterThan(0);
  expect(await metric(one, 'understudy_database_failures_total{kind="barrier"}')).toBeGreaterThan(0);
});

test('storage errors are reported to the operator once a minute, and to clients without details', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const notices: string[] = [];
  const place = createSharedPlace();
  const mockServer = await petsMockServer({ store: place, onNotice: (notice) => void notices.push(notice) });
  place.failsToAsk = true;
  for (let requested = 0; requested < 3; requested += 1) {
    const { status, body } = await requestPets(mockServer, 'GET', '/pets');
    expect(status).toBe(503);
    expect(JSON.stringify(body)).not.toContain('over there');
  }
  expect(notices).toEqual(['Requests get 503: it does not answer, over there']);
  vi.advanceTimersByTime(61_000);
  await requestPets(mockServer, 'GET', '/pets');
  expect(notices).toHaveLength(2);
});

test('a single process has no such metrics', async () => {
  const mockServer = await createMockServer({ apis: [pets] });
  onTestFinished(() => mockServer.close());
  const text = await (await mockServer.fetch(new Request('http://localhost/_understudy/metrics'))).text();
  expect(text).not.toMatch(/understudy_(store_behind|conflicts|database)/);
});

test('a metric without values at first is reported with its labels later', async () => {
  let values: { labels: { store: string }; value: number }[] = [];
  const metrics = createMetrics(() => [{ name: 'understudy_late', help: 'Late.', values: () => values }]);
  expect(await metrics.text()).not.toContain('understudy_late');
  values = [{ labels: { store: 'a' }, value: 3 }];
  expect(await metrics.text()).toContain('understudy_late{store="a"} 3');
});
