// Global set-up of the project `postgres`: starts its one cluster, and stops it.

import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ProvidedPostgres } from './postgres.ts';
import {
  createFolder,
  INSTALL,
  initializeCluster,
  isInstalled,
  removeClusters,
  startPostgres,
} from './postgres-cluster.ts';

/** With hundreds of databases, the autovacuum launcher would start workers all the time. */
const SETTINGS = ['autovacuum=off', 'shared_buffers=16MB'];

export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const provide = (postgres: ProvidedPostgres) => project.provide('postgres', postgres);
  if (!isInstalled) return void provide({ problem: INSTALL });
  const folder = await createFolder();
  const remove = () => removeClusters(folder);
  // An interrupted run does not call the returned function, and a signal causes no 'exit'.
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      remove();
      process.kill(process.pid, signal);
    });
  try {
    const template = join(folder, 'template');
    // Limits the size of copies.
    await initializeCluster(template, ['--wal-segsize=1']);
    const { folder: socketFolder } = await startPostgres({ parent: folder, template, settings: SETTINGS });
    provide({ folder, socketFolder });
  } catch (error) {
    provide({ problem: `PostgreSQL cannot be started (\`apt-get install postgresql\` installs it): ${error}` });
  }
  return remove;
}
