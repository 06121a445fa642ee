// Names for the seeded records of the identity API, and the identity API with records changed for one test.

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import type { Records } from '../../src/identity/records.ts';
import { createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';
import { NOW, send } from './mock-server.ts';

export const ORGANIZATION = {
  murmeltal: '249661328644377444',
  brisefjord: '266923694620693193',
  oese: '306490868485852004',
} as const;

export const PROJECT = {
  hutBooking: '253727421948252873',
  gearShop: '257810824104530633',
  repairs: '307502699413263049',
  peaks: '318655191429679972',
  wool: '285177300394201801',
  /** Of Brisefjord; granted to Murmeltal and to Öse. */
  parcelTracking: '268949799993103049',
  /** Of Brisefjord. */
  crewRoster: '288216499699583844',
} as const;

/** The names of Murmeltal's own projects, oldest first. */
export const OF_MURMELTAL: readonly string[] = [
  'Hut Booking',
  'Gear Shop',
  'hut weather',
  '100% Wool',
  'gear_sync',
  'Flickstübli Repairs',
  '100 Peaks',
];

export const APP = {
  storefront: '257928641298565988',
  shopApi: '257931294229400420',
  woolStorefront: '285500792381639524',
  summitStamp: '318850661431118692',
  trackAndTrace: '269104010407989961',
} as const;

export const USER = {
  marlene: '249814560662377161',
  theo: '252704730189400932',
  ximena: '257785285541104484',
  chihiro: '268072256888900452',
  khue: '306773216431442788',
  /** Locked. */
  bartlomiej: '270119473535519588',
  /** Deactivated, and of Brisefjord. */
  eskil: '272997089443599049',
} as const;

export const PROJECT_GRANT = {
  /** Parcel Tracking to Murmeltal, with the roles sender and dispatcher. */
  parcelsToMurmeltal: '271985422194707300',
  /** Parcel Tracking to Öse, with the role sender. */
  parcelsToOese: '309560523354016612',
  /** Hut Booking to Brisefjord; deactivated. */
  hutsToBrisefjord: '270992427785933513',
  /** Repairs to Öse, with the roles front_desk and mender. */
  repairsToOese: '308526788059878089',
} as const;

/** The records of every collection, in arrays that a test may change. */
export type AllRecords = { [Name in keyof Records]: Records[Name][] };

const FIXTURES = fileURLToPath(new URL('../../fixtures/identity/', import.meta.url));
const COLLECTIONS = [
  'organizations',
  'users',
  'tokens',
  'memberships',
  'projects',
  'apps',
  'roles',
  'projectGrants',
  'userGrants',
  'identityProviders',
  'loginPolicies',
] as const;

/** A mock server that starts from the seed data after `change`, and ends with the test. */
export async function mockServerWith(change: (records: AllRecords) => void): Promise<MockServer> {
  const mockServer = await openMockServerWith(change);
  onTestFinished(() => mockServer.close());
  return mockServer;
}

/** The same, closed by the caller. */
export async function openMockServerWith(
  change: (records: AllRecords) => void,
  settings: Partial<MockServerSettings> = {},
): Promise<MockServer> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-records-'));
  try {
    const read = async (name: string) => [name, JSON.parse(await readFile(join(FIXTURES, `${name}.json`), 'utf8'))];
    const records = Object.fromEntries(await Promise.all(COLLECTIONS.map(read))) as AllRecords;
    change(records);
    await copyFile(join(FIXTURES, 'schema.yaml'), join(folder, 'schema.yaml'));
    await Promise.all(
      COLLECTIONS.map((name) => writeFile(join(folder, `${name}.json`), JSON.stringify(records[name]))),
    );
    return await createMockServer({ apis: [{ ...identity, fixtures: folder }], now: () => NOW, ...settings });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All records of the mock server. */
export async function recordsOf(mockServer: MockServer): Promise<AllRecords> {
  const { body } = await send(mockServer, 'GET', '/_understudy/state');
  return body.apis.identity;
}
