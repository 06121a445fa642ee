// State of the identity API with many records.

import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { App, Project } from '../src/identity/records.ts';
import { inRepository } from './repository.ts';

/** The organization of the bearer of `token-owner`. */
export const ORGANIZATION = '249661328644377444';

/** Number of applications per project in a generated state. */
const APPS_OF_A_PROJECT = 10;

/** The n-th generated project, counted from 0; later ones are newer. */
export function projectOf(n: number): Project {
  const date = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return {
    id: `400000000000${String(n).padStart(6, '0')}`,
    resourceOwner: ORGANIZATION,
    name: `Project ${n}`,
    state: 'PROJECT_STATE_ACTIVE',
    projectRoleAssertion: true,
    projectRoleCheck: false,
    hasProjectCheck: false,
    privateLabelingSetting: 'PRIVATE_LABELING_SETTING_UNSPECIFIED',
    sequence: 1,
    // So high that responses with it have the same length throughout.
    aggregateSequence: 1_000_000_000,
    creationDate: date,
    changeDate: date,
  };
}

/** The n-th generated application, counted from 0. */
export function appOf(n: number): App {
  const { id: projectId, creationDate, changeDate } = projectOf(Math.floor(n / APPS_OF_A_PROJECT));
  const id = `500000000000${String(n).padStart(6, '0')}`;
  return {
    id,
    projectId,
    name: `Application ${n}`,
    state: 'APP_STATE_ACTIVE',
    api: { clientId: `${id}@bench`, authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' },
    sequence: 1_000_000_000,
    creationDate,
    changeDate,
  };
}

/** The replaced and additional records of a generated state. */
export interface Generated {
  readonly projects: readonly Project[];
  readonly apps: readonly App[];
}

/** A number of projects, without applications, and no others. */
export function manyProjects(count: number): Generated {
  return { projects: Array.from({ length: count }, (_, n) => projectOf(n)), apps: [] };
}

/** A number of applications, ten per project. */
export function manyApps(count: number): Generated {
  const { projects } = manyProjects(Math.ceil(count / APPS_OF_A_PROJECT));
  return { projects, apps: Array.from({ length: count }, (_, n) => appOf(n)) };
}

/** Writes a state file of the identity API: organizations, users and tokens of the fixtures, and the generated records. */
export async function writeState(file: string, generated: Generated): Promise<void> {
  const folder = inRepository('fixtures/identity');
  const state: Record<string, unknown> = {};
  for (const name of await readdir(folder)) {
    if (name.endsWith('.json')) state[basename(name, '.json')] = JSON.parse(await readFile(join(folder, name), 'utf8'));
  }
  const { projects, apps } = state as unknown as Generated;
  // The fixtures' own remain: roles and grants refer to them. They are older than all generated ones.
  await writeFile(
    file,
    JSON.stringify({ ...state, projects: [...projects, ...generated.projects], apps: [...apps, ...generated.apps] }),
  );
}

/** Prepares a state folder before each start: writes the state file, and removes the files of earlier runs. */
export function freshData(state: string, data: string): () => Promise<void> {
  return async () => {
    await rm(data, { recursive: true, force: true });
    await cp(state, join(data, 'identity.json'));
  };
}
