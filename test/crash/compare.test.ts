// The comparison that the crash test relies on: it finds what is lost, half there, or there although nobody asked for it.

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
const asked: Rename = { ...SHOP, name: 'Asked' };
const renamed: Rename = { ...SHOP, name: 'Renamed', ...acknowledged(15) };
const grant: Grant = { resourceOwner: '1', userId: USER.theo, projectId: PROJECT.gearShop, roleKeys: ['sales'] };

function known(renames: Rename[], grants: Grant[] = []): Known {
  return { ...knownFrom(START), renames, grants };
}

/** The first records with the Storefront renamed, and the sequences as given. */
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

const kept: Grant = { ...grant, acknowledged: { id: 'new', creationDate: DATE } };

describe('a state after a crash', () => {
  test.each<[string, Known, AllRecords]>([
    ['nobody asked for anything', known([]), START],
    ['an acknowledged change is there', known([renamed]), stateWith('Renamed', 15)],
    ['a change under way is there', known([asked]), stateWith('Asked', 15)],
    ['a change under way is not there', known([asked]), START],
    ['a change under way came after an acknowledged one', known([renamed, asked]), stateWith('Asked', 16)],
    ['an acknowledged grant is there', known([], [kept]), stateWithGrant('new')],
    ['a grant under way is there', known([], [grant]), stateWithGrant('another')],
    ['a grant under way is not there', known([], [grant]), START],
  ])('is right when %s', (_, clients, state) => {
    expect(problemsOf(clients, state)).toEqual([]);
  });

  test.each<[string, Known, AllRecords]>([
    ['an acknowledged change is lost', known([renamed]), START],
    ['an acknowledged change is lost that another one followed', known([renamed, asked]), stateWith('Asked', 15)],
    ['a name is there without its sequence', known([asked]), stateWith('Asked', 7, 14)],
    ['a sequence is there without its name', known([asked]), stateWith('Storefront', 7, 15)],
    ['the application is changed and its project is not', known([renamed]), stateWith('Renamed', 15, 14)],
    ['a sequence is left out', known([{ ...renamed, ...acknowledged(16) }]), stateWith('Renamed', 16)],
    ['a sequence is used twice', known([renamed, { ...renamed, name: 'Twin' }]), stateWith('Twin', 15, 16)],
    ['a name is there that nobody asked for', known([]), stateWith('Refused', 15)],
    ['an acknowledged grant is lost', known([], [kept]), START],
    ['an acknowledged grant is there twice', known([], [kept]), stateWithGrant('new', 'new')],
    ['a grant is there that nobody asked for', known([]), stateWithGrant('new')],
    ['a collection is gone', known([]), { ...START, roles: [] }],
  ])('is wrong when %s', (_, clients, state) => {
    expect(problemsOf(clients, state)).not.toEqual([]);
  });
});
