// A plain Express server, like a first attempt, that follows its document `harbour.yaml` or violates it in one way.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express } from 'express';

/** The possible faults, each implemented in one line. */
export const FAULTS = [
  '200 without a token',
  'a page has one item less',
  'PATCH removes unsent properties',
  '500 for a name with an emoji',
  'DELETE says yes, and deletes nothing',
  'the total is the page size',
  'a boat without a Content-Type',
  'errors are HTML pages of Express',
  'a limit of 0 is ignored',
  'null with 200 for a missing boat',
  'metres are truncated to integers',
  '200 for a new boat',
] as const;

export type HarbourFault = (typeof FAULTS)[number];

interface Boat {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly metres?: number;
  readonly owner?: string;
}

const KINDS = ['dinghy', 'ketch', 'tug'];
export const TOKEN = 'harbour-token';

/** Starts it on a free port. */
export async function startHarbour(fault?: HarbourFault): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(harbour(fault));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function harbour(fault: HarbourFault | undefined): Express {
  const has = (one: HarbourFault) => fault === one;
  let boats: readonly Boat[] = ['Anna', 'Berta', 'Clara', 'Dora', 'Emma', 'Frieda'].map((name, index) => ({
    id: index + 1,
    name,
    kind: KINDS[index % 3] as string,
    metres: 6.5 + index,
    owner: 'The harbour',
  }));
  let last = boats.length;

  const app = express();
  // No errors in the test output.
  app.set('env', 'test');

  app.use((request, response, next) => {
    const { authorization } = request.headers;
    const isForgotten = has('200 without a token') && authorization === undefined;
    if (authorization === `Bearer ${TOKEN}` || isForgotten) next();
    else response.status(401).json({ error: 'Who are you?' });
  });
  app.use(express.json());

  app.get('/boats', (request, response) => {
    const { limit: size = '5', offset: start = '0', kind } = request.query;
    const limit = has('a limit of 0 is ignored') ? Number(size) || 5 : numberIn(size);
    const offset = numberIn(start);
    const isPage = Number.isInteger(limit) && limit >= 1 && limit <= 20 && Number.isInteger(offset) && offset >= 0;
    if (!isPage || (kind !== undefined && !KINDS.includes(kind as string))) {
      response.status(400).json({ error: 'There is no such page' });
      return;
    }
    const found = boats.filter((boat) => kind === undefined || boat.kind === kind);
    const end = has('a page has one item less') ? offset + limit - 1 : offset + limit;
    const page = found.slice(offset, end);
    response.json({ total: has('the total is the page size') ? page.length : found.length, boats: page });
  });

  app.post('/boats', (request, response) => {
    const { body } = request;
    const problem = problemOf(body) ?? (body.name === undefined || body.kind === undefined ? 'name, kind' : undefined);
    if (problem !== undefined) {
      response.status(400).json({ error: problem });
      return;
    }
    last += 1;
    const boat = { id: last, ...knownOf(body) } as Boat;
    boats = [...boats, boat];
    if (!has('200 for a new boat')) response.status(201);
    response.json(boat);
  });

  app
    .route('/boats/:id')
    .get((request, response) => {
      const boat = boats.find(({ id }) => id === Number(request.params.id));
      if (!boat && has('null with 200 for a missing boat')) response.json(null);
      else if (!boat) response.status(404).json({ error: 'There is no such boat' });
      else if (has('a boat without a Content-Type')) response.end(JSON.stringify(boat));
      else response.json(boat);
    })
    .patch((request, response) => {
      const before = boats.find(({ id }) => id === Number(request.params.id));
      const problem = problemOf(request.body);
      if (!before) {
        response.status(404).json({ error: 'There is no such boat' });
      } else if (problem !== undefined) {
        response.status(400).json({ error: problem });
      } else {
        const { id, name, kind } = before;
        const stored = has('PATCH removes unsent properties') ? { id, name, kind } : before;
        const boat = { ...stored, ...knownOf(request.body) };
        boats = boats.map((one) => (one === before ? boat : one));
        response.json(boat);
      }
    })
    .delete((request, response) => {
      const id = Number(request.params.id);
      if (!boats.some((boat) => boat.id === id)) {
        response.status(404).json({ error: 'There is no such boat' });
        return;
      }
      if (!has('DELETE says yes, and deletes nothing')) boats = boats.filter((boat) => boat.id !== id);
      response.status(204).end();
    });

  app.use((_, response) => {
    response.status(404).json({ error: 'There is nothing here' });
  });

  // Express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).json({ error: 'That cannot be read' });
  };
  if (!has('errors are HTML pages of Express')) app.use(onError);
  return app;

  /** The error in a body, or in a part of it; undefined when it is valid. */
  function problemOf(body: unknown): string | undefined {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'An object, please';
    const { name, kind, metres, owner } = body as Record<string, unknown>;
    if (name !== undefined && !isText(name, 1, 30)) return 'A name has 1 to 30 characters';
    if (kind !== undefined && !KINDS.includes(kind as string)) return `A boat is one of ${KINDS}`;
    if (metres !== undefined && !(typeof metres === 'number' && metres >= 1 && metres <= 100)) return '1 to 100 metres';
    if (owner !== undefined && !isText(owner, 0, 50)) return 'An owner has 50 characters at most';
    if (has('500 for a name with an emoji') && /\p{Extended_Pictographic}/u.test(String(name)))
      throw new Error('Incorrect string value');
    return undefined;
  }

  /** The properties of a boat in the document. */
  function knownOf({ name, kind, metres, owner }: Partial<Boat>): Partial<Boat> {
    const read = has('metres are truncated to integers') && metres !== undefined ? Math.floor(metres) : metres;
    return {
      ...(name !== undefined && { name }),
      ...(kind !== undefined && { kind }),
      ...(read !== undefined && { metres: read }),
      ...(owner !== undefined && { owner }),
    };
  }
}

/** `Number('')` is 0. */
function numberIn(text: unknown): number {
  return text === '' ? Number.NaN : Number(text);
}

function isText(value: unknown, least: number, most: number): boolean {
  return typeof value === 'string' && [...value].length >= least && [...value].length <= most;
}
