// The comparison used by the crash test: it finds changes that are lost, partial, or were never requested.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../../src/store/fixture.ts';
import type { AllRecords } from '../support/identity-records.ts';
import { APP, PROJECT, USER } from '../support/identity-records.ts';
import { problemsOf } from './compare.ts';
import { type Grant, type Known, knownFrom, type Rename } from './known.ts';

const { records } = await readFixture(fileURLToPath(new URL('../../fixtures/identity/', import.meta.url)));
const START = records as unknown as AllRecords;
const DATE = '2026-11-21T09:00:00.000Z';
const SHOP = { projectId: PROJECT.gearShop, appId: APP.storefront };

const acknowledged = (sequence: number) => ({ acknowledged: { sequence, changeDate: DATE } });
const requested: Rename = { ...SHOP, name: 'Requested' };
const renamed: Rename = { ...SHOP, name: 'Renamed', ...acknowledged(15) };
const grant: Grant = { resourceOwner: '1', userId: USER.theo, projectId: PROJECT.gearShop, roleKeys: ['sales'] };

function known(renames: Rename[], grants: Grant[] = []): Known {
  return { ...knownFrom(START), renames, grants };
}

/** The seed data with a renamed Storefront, and the given sequences. */
function stateWith(name: string, sequence: number, aggregateSequence = sequence): AllRecords {
  return {
    ...START,
    apps: START.apps.map((app) => (app.id === SHOP.appId ? { ...app, name, sequence, changeDate: DATE } : app)),
    projects: START.projects.map((project) =>
      project.id === SHOP.projectId ? { ...project, aggregateSequence } : project,
    ),
  };
}

function stateWithGrant(...ids: string[]): AllRecords {
  const added = ids.map((id) => ({
    id,
    ...grant,
    roleKeys: [...grant.roleKeys],
    projectGrantId: '',
    state: 'USER_GRANT_STATE_ACTIVE' as const,
    sequence: 1,
    creationDate: DATE,
    changeDate: DATE,
  }));
  return { ...START, userGrants: [...START.userGrants, ...added] };
}

const stored: Grant = { ...grant, acknowledged: { id: 'new', creationDate: DATE } };

describe('a state after a crash', () => {
  test.each<[string, Known, AllRecords]>([
    ['there were no requests', known([]), START],
    ['an acknowledged change is stored', known([renamed]), stateWith('Renamed', 15)],
    ['an unacknowledged change is stored', known([requested]), stateWith('Requested', 15)],
    ['an unacknowledged change is not stored', known([requested]), START],
    ['an unacknowledged change followed an acknowledged one', known([renamed, requested]), stateWith('Requested', 16)],
    ['an acknowledged grant is stored', known([], [stored]), stateWithGrant('new')],
    ['an unacknowledged grant is stored', known([], [grant]), stateWithGrant('another')],
    ['an unacknowledged grant is not stored', known([], [grant]), START],
  ])('is accepted when %s', (_, clients, state) => {
    expect(problemsOf(clients, state)).toEqual([]);
  });

  test.each<[string, Known, AllRecords]>([
    ['an acknowledged change is lost', known([renamed]), START],
    [
      'an acknowledged change is lost, and a later one is stored',
      known([renamed, requested]),
      stateWith('Requested', 15),
    ],
    ['a name is stored without its sequence', known([requested]), stateWith('Requested', 7, 14)],
    ['a sequence is stored without its name', known([requested]), stateWith('Storefront', 7, 15)],
    ['the application is changed, but not its project', known([renamed]), stateWith('Renamed', 15, 14)],
    ['a sequence is missing', known([{ ...renamed, ...acknowledged(16) }]), stateWith('Renamed', 16)],
    ['a sequence is used twice', known([renamed, { ...renamed, name: 'Twin' }]), stateWith('Twin', 15, 16)],
    ['an unrequested name is stored', known([]), stateWith('Refused', 15)],
    ['an acknowledged grant is lost', known([], [stored]), START],
    ['an acknowledged grant is stored twice', known([], [stored]), stateWithGrant('new', 'new')],
    ['an unrequested grant is stored', known([]), stateWithGrant('new')],
    ['a collection is missing', known([]), { ...START, roles: [] }],
  ])('is rejected when %s', (_, clients, state) => {
    expect(problemsOf(clients, state)).not.toEqual([]);
  });
});
