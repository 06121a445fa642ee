// The honest limit of a safe change: node:http, and SQLite in WAL mode with full synchronization, a transaction for each.
// It does what `updateApp` does to the state and refuses what it refuses, but checks neither tokens nor requests nor answers.
//
//   node sqlite.ts PORT STATE.json DATABASE

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

interface App {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
}
interface Project {
  readonly id: string;
  readonly resourceOwner: string;
  readonly aggregateSequence: number;
}

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

function updateApp(projectId: string, appId: string, name: string): readonly [status: number, output: object] {
  const app: App | undefined = recordOf(appWith.get(appId));
  const project: Project | undefined = recordOf(projectWith.get(projectId));
  if (!project || app?.projectId !== projectId) return [404, { code: 5, message: 'unknown', details: [] }];
  if (app.name === name) return [400, { code: 9, message: 'not changed', details: [] }];
  if (named.get(projectId, name, appId)) return [409, { code: 6, message: 'taken', details: [] }];
  const sequence = project.aggregateSequence + 1;
  const changeDate = new Date().toISOString();
  database.exec('BEGIN IMMEDIATE');
  replaceApp.run(name, JSON.stringify({ ...app, name, sequence, changeDate }), appId);
  replaceProject.run(JSON.stringify({ ...project, aggregateSequence: sequence }), projectId);
  database.exec('COMMIT');
  return [200, { details: { sequence: String(sequence), changeDate, resourceOwner: project.resourceOwner } }];
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const [, projectId = '', appId = ''] = /\/projects\/([^/]+)\/apps\/([^/]+)$/.exec(request.url ?? '') ?? [];
    const [status, output] = updateApp(projectId, appId, JSON.parse(Buffer.concat(chunks).toString()).name);
    const text = JSON.stringify(output);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
}).listen(Number(port), '127.0.0.1');

function fill({ projects, apps }: { readonly projects: readonly Project[]; readonly apps: readonly App[] }): void {
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
