// The limit of a durable change: node:http, and SQLite in WAL mode with full synchronization, one transaction each.
// It changes the state and rejects like `updateApp`, but checks neither tokens nor requests nor responses.
//
//   node sqlite.ts PORT STATE.json DATABASE

import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { App, Project } from '../../src/identity/records.ts';
import type { Generated } from '../identity-state.ts';
import { type Renamed, renamed, serveRenames } from './renames.ts';

const [port, stateFile = '', file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE projects (id TEXT PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE apps (id TEXT PRIMARY KEY, projectId TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, record TEXT NOT NULL);
  CREATE UNIQUE INDEX names ON apps (projectId, name);
`);
fill(JSON.parse(readFileSync(stateFile, 'utf8')));

const projectWith = database.prepare('SELECT record FROM projects WHERE id = ?');
const appWith = database.prepare('SELECT record FROM apps WHERE id = ?');
const named = database.prepare('SELECT id FROM apps WHERE projectId = ? AND name = ? AND id <> ?');
const replaceProject = database.prepare('UPDATE projects SET record = ? WHERE id = ?');
const replaceApp = database.prepare('UPDATE apps SET name = ?, record = ? WHERE id = ?');

function updateApp(projectId: string, appId: string, name: string): Renamed {
  const done = renamed({
    project: recordOf<Project>(projectWith.get(projectId)),
    app: recordOf<App>(appWith.get(appId)),
    isTaken: () => named.get(projectId, name, appId) !== undefined,
    name,
  });
  if (!done.records) return done;
  const { app, project } = done.records;
  database.exec('BEGIN IMMEDIATE');
  replaceApp.run(app.name, JSON.stringify(app), app.id);
  replaceProject.run(JSON.stringify(project), project.id);
  database.exec('COMMIT');
  return done;
}

serveRenames(Number(port), updateApp);

function fill({ projects, apps }: Generated): void {
  const addProject = database.prepare('INSERT INTO projects VALUES (?, ?)');
  const addApp = database.prepare('INSERT INTO apps VALUES (?, ?, ?, ?)');
  database.exec('BEGIN');
  for (const project of projects) addProject.run(project.id, JSON.stringify(project));
  for (const app of apps) addApp.run(app.id, app.projectId, app.name, JSON.stringify(app));
  database.exec('COMMIT');
}

function recordOf<T>(row: Record<string, unknown> | undefined): T | undefined {
  return row && JSON.parse(String(row.record));
}
