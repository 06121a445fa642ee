// What `updateApp` does, before nothing but node:http: for servers that differ in where they keep it, and in nothing else.

import { createServer } from 'node:http';
import type { App, Project } from '../../src/identity/records.ts';

/** The answer to a rename, and the records that are to be kept for it; without any, it was refused. */
export interface Renamed {
  readonly status: number;
  readonly output: object;
  readonly records?: { readonly app: App; readonly project: Project };
}

/** What a rename is about: what there is, and the name that was asked for. */
export interface Rename {
  readonly project: Project | undefined;
  readonly app: App | undefined;
  /** Whether another application of the project has the name. */
  readonly isTaken: () => boolean;
  readonly name: string;
}

/** What comes of it. */
export function renamed({ project, app, isTaken, name }: Rename): Renamed {
  if (!project || app?.projectId !== project.id) return refusal(404, 5, 'unknown');
  if (app.name === name) return refusal(400, 9, 'not changed');
  if (isTaken()) return refusal(409, 6, 'taken');
  const sequence = project.aggregateSequence + 1;
  const changeDate = new Date().toISOString();
  return {
    status: 200,
    output: { details: { sequence: String(sequence), changeDate, resourceOwner: project.resourceOwner } },
    records: { app: { ...app, name, sequence, changeDate }, project: { ...project, aggregateSequence: sequence } },
  };
}

function refusal(status: number, code: number, message: string): Renamed {
  return { status, output: { code, message, details: [] } };
}

/** Answers requests with what a place makes of them, once it is safe there. */
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
