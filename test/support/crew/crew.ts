// A hand-written server that generates its own ids, or differs from another one in one respect.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The possible differences, each implemented in one line. */
export const DRIFTS = [
  'a property is missing',
  'an additional property',
  'another enum value',
  'another success status',
  'another error status',
  'a wrong total',
  'newest items first',
  'sorting is ignored',
  'an id instead of a name',
  'the id of another person',
  'a time as a number',
  'a time without a zone',
  'a number as a string',
  'an empty list instead of a missing one',
  'null instead of a missing property',
  'another error code',
  'an error without a code',
  'no Location',
  'another Location',
  'another media type',
  'an item is missing between pages',
  'a change is not stored',
  'a deleted task is still there',
  'labels are sorted',
  'titles are trimmed',
  'a date is returned changed',
  'an id changes when it is read',
  'a filter is ignored',
  'the connection ends',
  'the body is not JSON',
] as const;

export type Drift = (typeof DRIFTS)[number];

interface Person {
  readonly id: string;
  readonly name: string;
  readonly joinedAt: string;
}

interface Task {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly due?: string;
  readonly labels?: readonly string[];
  readonly personId?: string;
  readonly createdAt: string;
  readonly version: number;
}

export interface CrewSettings {
  readonly drift?: Drift;
  /** The new ids. Default: by counting. */
  readonly ids?: 'counted' | 'drawn';
  /** Whether adding a person with an existing name returns that person. */
  readonly areNamesTheirs?: boolean;
  /** Default: five tasks and three people. */
  readonly titles?: readonly string[];
  /** The base path of all operations. Default: none. */
  readonly base?: string;
  /** Called with each request. */
  readonly onRequest?: (method: string, target: string, body: string, authorization?: string) => void;
}

/** Starts it on a free port. */
export async function startCrew({
  drift,
  ids = 'counted',
  areNamesTheirs,
  titles,
  base = '',
  onRequest,
}: CrewSettings = {}) {
  const has = (one: Drift) => drift === one;
  let last = 100;
  const newId = (kind: string) => {
    last += 1;
    return ids === 'drawn' ? randomUUID() : `${kind}_${last}`;
  };
  const people = new Map<string, Person>();
  const tasks = new Map<string, Task>();
  const now = () => (ids === 'drawn' ? '2026-05-01T08:00:00Z' : new Date().toISOString());
  const addPerson = (name: string) => {
    const known = areNamesTheirs && [...people.values()].find((one) => one.name === name);
    if (known) return known;
    const person = { id: newId('per'), name, joinedAt: now() };
    people.set(person.id, person);
    return person;
  };
  const addTask = (given: Pick<Task, 'title' | 'due' | 'labels' | 'personId'>) => {
    const task = { state: 'open', ...given, id: newId('task'), createdAt: now(), version: ids === 'drawn' ? 1 : 7 };
    tasks.set(task.id, task);
    return task;
  };
  const staff = ['Ann', 'Ben', 'Cleo'].map(addPerson);
  for (const [index, title] of (titles ?? ['Wash', 'Cook', 'Bake', 'Sweep', 'Rest']).entries()) {
    const { id } = staff[index % 3] as Person;
    const task = addTask({ title, personId: id, ...(index % 2 === 0 && { labels: ['b', 'a'], due: '2026-06-01' }) });
    if (index === 1) tasks.set(task.id, { ...task, state: 'done' });
  }

  function answer(request: IncomingMessage, response: ServerResponse, text: string): undefined {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', `http://${headers.host}`);
    const send = (status: number, value?: unknown, more: Record<string, string> = {}): undefined => {
      const type = has('another media type') && method === 'GET' ? 'application/problem+json' : 'application/json';
      response.writeHead(status, { ...(value !== undefined && { 'content-type': type }), ...more });
      const body = has('the body is not JSON') && method === 'GET' ? '<page>' : JSON.stringify(value);
      response.end(method === 'HEAD' || value === undefined ? undefined : body);
      return undefined;
    };
    const reject = (status: number, code: string, more: Record<string, string> = {}): undefined => {
      const reported = has('another error code') && status === 404 ? 'missing' : code;
      const message = `${ids === 'drawn' ? 'Sorry,' : 'There is'} no such thing here`;
      send(
        has('another error status') && status === 404 ? 410 : status,
        has('an error without a code') && status === 404 ? { message } : { code: reported, message },
        more,
      );
    };
    const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : '/';
    const [, kind = '', id, ...others] = path.split('/');
    if (!['people', 'tasks'].includes(kind) || others.length > 0) return reject(404, 'no_path');
    const allowed =
      id === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', ...(kind === 'tasks' ? ['PATCH'] : []), 'DELETE'];
    if (!allowed.includes(method)) return reject(405, 'no_method', { allow: allowed.join(', ') });
    if (has('the connection ends') && kind === 'people' && id !== undefined) {
      request.socket.destroy();
      return undefined;
    }
    if (id === undefined) return method === 'POST' ? post() : list();
    const all: Map<string, Person | Task> = kind === 'people' ? people : tasks;
    const found = all.get(decodeURIComponent(id));
    if (!found) return reject(404, 'not_found');
    if (method === 'DELETE') {
      if (!has('a deleted task is still there') || kind === 'people') all.delete(found.id);
      return send(204);
    }
    if (method === 'PATCH') return patch(found as Task);
    return send(
      200,
      kind === 'people' ? found : shown(found as Task),
      kind === 'tasks' ? { etag: tagOf(found as Task) } : {},
    );

    function tagOf(task: Task): string {
      return ids === 'drawn' ? `"${task.id.slice(0, 8)}-${task.version}"` : `"v${task.version}"`;
    }

    function shown(task: Task): unknown {
      const person = task.personId === undefined ? undefined : people.get(task.personId);
      const whole: Record<string, unknown> = {
        ...task,
        ...(person && { person: { id: person.id, name: person.name } }),
        self: `${url.origin}/tasks/${task.id}`,
      };
      if (has('a property is missing')) delete whole.version;
      if (has('an additional property')) whole.priority = 1;
      if (has('another enum value') && task.state === 'open') whole.state = 'OPEN';
      if (has('an id instead of a name') && person) whole.person = { id: person.id, name: person.id };
      if (has('the id of another person') && person)
        whole.personId = [...people.keys()].find((one) => one !== person.id);
      if (has('a time as a number')) whole.createdAt = Date.parse(task.createdAt);
      if (has('a time without a zone')) whole.createdAt = task.createdAt.replace('Z', '');
      if (has('a number as a string')) whole.version = String(task.version);
      if (has('an empty list instead of a missing one') && !task.labels) whole.labels = [];
      if (has('null instead of a missing property') && !task.due) whole.due = null;
      if (has('labels are sorted') && task.labels) whole.labels = [...task.labels].sort();
      if (has('a date is returned changed') && task.due) whole.due = '2001-01-01';
      if (has('an id changes when it is read') && id !== undefined) whole.id = `${task.id}-b`;
      return whole;
    }

    function list(): undefined {
      if (kind === 'people') return send(200, [...people.values()]);
      const [state, sort] = [url.searchParams.get('state'), url.searchParams.get('sort')];
      const limit = Number(url.searchParams.get('limit') ?? 50);
      const isRight = Number.isInteger(limit) && limit >= 1 && limit <= 50 && /^(|open|done)$/.test(state ?? '');
      if (!isRight || !/^(|-?title)$/.test(sort ?? '')) return reject(400, 'invalid');
      const stored = [...tasks.values()].filter((one) => !state || one.state === state || has('a filter is ignored'));
      const sign = sort === '-title' ? -1 : 1;
      if (sort && !has('sorting is ignored'))
        stored.sort((one, other) => sign * (one.title < other.title ? -1 : one.title > other.title ? 1 : 0));
      else if (has('newest items first')) stored.reverse();
      const cursor = url.searchParams.get('cursor');
      const key = ids === 'drawn' ? 'page-' : 'from:';
      const from = cursor ? Number(Buffer.from(cursor, 'base64url').toString().slice(key.length)) : 0;
      if (Number.isNaN(from)) return reject(400, 'invalid');
      const start = from > 0 && has('an item is missing between pages') ? from + 1 : from;
      const next =
        from + limit < stored.length ? Buffer.from(`${key}${from + limit}`).toString('base64url') : undefined;
      send(200, {
        tasks: stored.slice(start, from + limit).map(shown),
        total: stored.length + (has('a wrong total') ? 1 : 0),
        ...(next && { nextCursor: next }),
      });
    }

    /** The parsed body; undefined when it was rejected. */
    function read(): Record<string, unknown> | undefined {
      try {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
      } catch {
        // Rejected like any other value that is not an object.
      }
      reject(400, 'invalid');
      return undefined;
    }

    function isText(value: unknown, most: number): boolean {
      return typeof value === 'string' && value !== '' && [...value].length <= most;
    }

    function post(): undefined {
      if (!/json/.test(headers['content-type'] ?? '')) return reject(415, 'media_type');
      const given = read();
      if (!given) return;
      const status = has('another success status') ? 200 : 201;
      const where = (made: { readonly id: string }): Record<string, string> =>
        has('no Location') ? {} : { location: `${has('another Location') ? '/v2' : ''}/${kind}/${made.id}` };
      if (kind === 'people') {
        const { name, password } = given;
        const isSecret = password === undefined || (isText(password, 40) && String(password).length >= 8);
        if (!isText(name, 30) || !isSecret) return reject(400, 'invalid');
        const person = addPerson(String(name));
        return send(status, person, where(person));
      }
      const { title, due, labels, personId } = given;
      const areLabels =
        labels === undefined ||
        (Array.isArray(labels) && labels.length <= 4 && labels.every((one) => isText(one, 1e6)));
      const isDue =
        due === undefined ||
        (typeof due === 'string' && /^\d{4}-\d\d-\d\d$/.test(due) && !Number.isNaN(Date.parse(due)));
      if (!isText(title, 40) || !areLabels || !isDue || (personId !== undefined && typeof personId !== 'string'))
        return reject(400, 'invalid');
      const task = addTask({
        title: has('titles are trimmed') ? String(title).slice(0, 3) : String(title),
        ...(due !== undefined && { due: String(due) }),
        ...(labels !== undefined && { labels: labels as string[] }),
        ...(personId !== undefined && { personId: String(personId) }),
      });
      send(status, shown(task), { ...where(task), etag: tagOf(task) });
    }

    function patch(task: Task): undefined {
      if (!/json/.test(headers['content-type'] ?? '')) return reject(415, 'media_type');
      const given = read();
      if (!given) return;
      const { title = task.title, state = task.state } = given;
      if (!isText(title, 40) || !['open', 'done'].includes(String(state)) || typeof state !== 'string')
        return reject(400, 'invalid');
      const changed = { ...task, title: String(title), state, version: task.version + 1 };
      if (!has('a change is not stored')) tasks.set(task.id, changed);
      send(200, shown(changed));
    }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      onRequest?.(request.method ?? '', request.url ?? '', text, request.headers.authorization);
      answer(request, response, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
