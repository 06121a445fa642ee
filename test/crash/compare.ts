// Compares a state with the clients' knowledge: all acknowledged changes, others completely or not at all, and nothing else.

import { isDeepStrictEqual } from 'node:util';
import type { App, Project, UserGrant } from '../../src/identity/records.ts';
import type { AllRecords } from '../support/identity-records.ts';
import type { Grant, Known, Rename } from './known.ts';

/** Maximum number of reported differences, and of characters of each record in them. */
const MOST = 5;
const LONGEST = 400;

/** The violations of a state, one sentence each; empty if it is valid. */
export function problemsOf({ start, renames, grants }: Known, found: AllRecords): string[] {
  const applied = renames.flatMap((rename) => appliedOf(rename, found));
  applied.sort((one, other) => one.acknowledged.sequence - other.acknowledged.sequence);
  const expected = {
    ...start,
    apps: start.apps.map((app) => renamed(app, applied)),
    projects: start.projects.map((project) => counted(project, applied)),
    userGrants: [...start.userGrants, ...grantsIn(found, grants)],
  };
  return [...start.projects.flatMap((project) => gapsOf(project, applied)), ...differences(expected, found)];
}

/** @throws Error if a state is not one of the possible states */
export function requireOneOf(possible: readonly Known[], state: AllRecords, where: string): void {
  const problems = possible.map((known) => problemsOf(known, state));
  if (problems.some(({ length }) => length === 0)) return;
  throw new Error([`the state ${where} is not what it must be:`, ...(problems[0] ?? [])].join('\n  '));
}

interface Applied extends Rename {
  readonly acknowledged: { readonly sequence: number; readonly changeDate: string };
}

/** A rename as it was acknowledged, else as it is in the state, if it is there. */
function appliedOf(rename: Rename, found: AllRecords): Applied[] {
  const { acknowledged, appId, name } = rename;
  if (acknowledged) return [{ ...rename, acknowledged }];
  const app = found.apps.find(({ id }) => id === appId);
  if (app?.name !== name) return [];
  return [{ ...rename, acknowledged: { sequence: app.sequence, changeDate: app.changeDate } }];
}

function renamed(app: App, applied: readonly Applied[]): App {
  const last = applied.findLast(({ appId }) => appId === app.id);
  return last ? { ...app, name: last.name, ...last.acknowledged } : app;
}

function counted(project: Project, applied: readonly Applied[]): Project {
  const changes = applied.filter(({ projectId }) => projectId === project.id).length;
  return { ...project, aggregateSequence: project.aggregateSequence + changes };
}

/** Reports gaps in the sequences of a project. */
function gapsOf({ id, aggregateSequence }: Project, applied: readonly Applied[]): string[] {
  const sequences = applied.flatMap(({ projectId, acknowledged }) => (projectId === id ? acknowledged.sequence : []));
  const hasGap = sequences.some((sequence, index) => sequence !== aggregateSequence + 1 + index);
  return hasGap ? [`project ${id} went on from sequence ${aggregateSequence} with ${sequences.join(' ')}`] : [];
}

/** The acknowledged grants, and other requested ones that exist, in the order of the state. */
function grantsIn({ userGrants }: AllRecords, grants: readonly Grant[]): UserGrant[] {
  const placed = grants.flatMap(({ acknowledged, ...grant }) => {
    const place = userGrants.findIndex(
      (one) => one.userId === grant.userId && one.projectId === grant.projectId && one.projectGrantId === '',
    );
    const { id, creationDate } = acknowledged ?? userGrants[place] ?? {};
    if (id === undefined || creationDate === undefined) return [];
    const state = 'USER_GRANT_STATE_ACTIVE' as const;
    const dates = { creationDate, changeDate: creationDate };
    return { place, record: { ...grant, id, projectGrantId: '', state, sequence: 1, ...dates } };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ record }) => record);
}

function differences(expected: AllRecords, found: AllRecords): string[] {
  if (isDeepStrictEqual(expected, found)) return [];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])] as (keyof AllRecords)[];
  const all = names.flatMap((name) => {
    const [wanted, is] = [expected[name] ?? [], found[name] ?? []];
    return Array.from({ length: Math.max(wanted.length, is.length) }, (_, index) => index)
      .filter((index) => !isDeepStrictEqual(wanted[index], is[index]))
      .map((index) => `${name}/${index} must be ${shown(wanted[index])}, not ${shown(is[index])}`);
  });
  return all.length > MOST ? [...all.slice(0, MOST), `and ${all.length - MOST} differences more`] : all;
}

function shown(record: unknown): string {
  const text = JSON.stringify(record) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
