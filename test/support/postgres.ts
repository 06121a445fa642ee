// PostgreSQL for tests: one cluster per run, with databases of each file.

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, inject, onTestFinished } from 'vitest';
import {
  type Databases,
  databasesIn,
  INSTALL,
  isInstalled,
  type Postgres,
  startPostgres as start,
} from './postgres-cluster.ts';

export { inDatabase, type Postgres, STANDBY } from './postgres-cluster.ts';

/** Provided by the set-up of the project `postgres`: a template for clusters and the running one, or an error. */
export type ProvidedPostgres =
  | { readonly folder: string; readonly socketFolder: string }
  | { readonly problem: string };

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: ProvidedPostgres;
  }
}

/** Like `describe`. Without PostgreSQL it skips the tests, with a note in the title; with `CI` set, they fail. */
export function describeWithPostgres(title: string, tests: () => void): void {
  const isSkipped = !isInstalled && !process.env.CI;
  describe.skipIf(isSkipped)(isSkipped ? `${title} (skipped: ${INSTALL})` : title, tests);
}

/** The cluster of the run. Its databases are dropped after the tests of the file or the enclosing `describe`. */
export function sharedPostgres(): () => Databases {
  let databases: Databases | undefined;
  beforeAll(() => {
    databases = databasesIn(provided().socketFolder);
  });
  afterEach(() => databases?.disconnect());
  afterAll(() => databases?.drop());
  return () => {
    if (!databases) throw new Error('the shared PostgreSQL is only available while tests run');
    return databases;
  };
}

/** Starts a cluster that can be crashed, restarted and copied. The caller closes it. */
export async function startPostgres(): Promise<Postgres> {
  const { folder } = provided();
  return start({ parent: folder, template: join(folder, 'template') });
}

/** The same for one test, which closes it. */
export async function ownPostgres(): Promise<Postgres> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.close());
  return postgres;
}

/** @throws Error with install instructions if PostgreSQL could not be started */
function provided() {
  const postgres = inject('postgres');
  if ('problem' in postgres) throw new Error(postgres.problem);
  return postgres;
}
