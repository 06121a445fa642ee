// Understudy's own store on disk instead of SQLite, otherwise the same: the cost of a durable change without the rest of the server.
//
//   node store.ts PORT STATE.json DATA.json

import { readFileSync } from 'node:fs';
import type { App, Project } from '../../src/identity/records.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import type { Index } from '../../src/store/groups.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Renamed, renamed, serveRenames } from './renames.ts';

const byName: Index<App> = { group: ({ projectId, name }) => [projectId, name.toLowerCase()] };

const [port, stateFile = '', file = ''] = process.argv.slice(2);
const { projects, apps } = JSON.parse(readFileSync(stateFile, 'utf8'));
const store = await openStore<{ projects: Project; apps: App }>(
  { projects, apps },
  await openDurable(file, { check: () => [] }),
);

function updateApp(projectId: string, appId: string, name: string): Promise<Renamed> {
  return store.change(
    ({ projects, apps }) => {
      const done = renamed({
        project: projects.get(projectId),
        app: apps.get(appId),
        isTaken: () => [...apps.group(byName, projectId, name.toLowerCase()).values()].some(({ id }) => id !== appId),
        name,
      });
      if (!done.records) return done;
      apps.replace(done.records.app);
      projects.replace(done.records.project);
      return done;
    },
    { at: new Date(), operation: 'updateApp' },
  );
}

serveRenames(Number(port), updateApp);
