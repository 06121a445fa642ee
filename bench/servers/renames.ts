// The work of `updateApp` behind plain node:http: for servers that differ only in their storage.

import { createServer } from 'node:http';
import type { App, Project } from '../../src/identity/records.ts';

/** The response to a rename, and the records to store for it; without any, it was rejected. */
export interface Renamed {
  readonly status: number;
  readonly output: object;
  readonly records?: { readonly app: App; readonly project: Project };
}

/** The input of a rename: the existing records, and the new name. */
export interface Rename {
  readonly project: Project | undefined;
  readonly app: App | undefined;
  /** Whether another application of the project has the name. */
  readonly isTaken: () => boolean;
  readonly name: string;
}

/** The result of a rename. */
export function renamed({ project, app, isTaken, name }: Rename): Renamed {
  if (!project || app?.projectId !== project.id) return rejection(404, 5, 'unknown');
  if (app.name === name) return rejection(400, 9, 'not changed');
  if (isTaken()) return rejection(409, 6, 'taken');
  const sequence = project.aggregateSequence + 1;
  const changeDate = new Date().toISOString();
  return {
    status: 200,
    output: { details: { sequence: String(sequence), changeDate, resourceOwner: project.resourceOwner } },
    records: { app: { ...app, name, sequence, changeDate }, project: { ...project, aggregateSequence: sequence } },
  };
}

function rejection(status: number, code: number, message: string): Renamed {
  return { status, output: { code, message, details: [] } };
}

/** Sends the result of the storage as the response, once it is safe there. */
export function serveRenames(
  port: number,
  updateApp: (projectId: string, appId: string, name: string) => Renamed | Promise<Renamed>,
): void {
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const [, projectId = '', appId = ''] = /\/projects\/([^/]+)\/apps\/([^/]+)$/.exec(request.url ?? '') ?? [];
      const { status, output } = await updateApp(projectId, appId, JSON.parse(Buffer.concat(chunks).toString()).name);
      const text = JSON.stringify(output);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.end(text);
    });
  }).listen(port, '127.0.0.1');
}
