// A notes server in Express that follows `notes-api.yaml`, or violates it in one way.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';

/** The faults, each of one line. */
export const FAULTS = [
  // Statuses and operations
  'an unknown note is 410',
  'a created note is 200',
  'invalid input is 422',
  'a deleted note is 202',
  'GET /colours is missing',
  'PATCH is missing',
  'archiving is 405',
  'archiving is 501',
  'the example is rejected',
  // Lists
  'a page has one item more than its limit',
  'the limit is ignored',
  'the offset is ignored',
  'the last item is on no page',
  'the total is that of the page',
  'filtered items lack the title',
  'a filter by colour is ignored',
  'a filter by colour finds nothing',
  'a filter by tag is ignored',
  'the order is ignored',
  'descending order is ascending',
  'priorities are sorted as texts',
  'sorted pages lack notes without a priority',
  'items of the list have a misspelt colour',
  'comments of all notes are listed',
  // Values
  'an int64 is rounded',
  'an int64 has 32 bits',
  'the creation time has no zone',
  'an absent text is null',
  'the ETag is missing',
  'the Location is missing',
  'a note has no Content-Type',
  // Input
  'a title may be missing',
  'a title of 81 characters is accepted',
  'a priority of -1 is accepted',
  'unknown properties are accepted',
  'numbers are accepted as titles',
  'an empty change is accepted',
  'an emoji is a server error',
  'six tags are accepted',
  // State
  'a change is not stored',
  'PATCH forgets the other properties',
  'deleting keeps the note',
  'deleting also deletes the note before',
  'a created note is not listed',
  // Security and errors
  'no token is needed',
  'any token is valid',
  'errors are HTML',
  'errors have another property',
] as const;

export type NotesFault = (typeof FAULTS)[number];

export const TOKEN = 'notes-token';

interface Note {
  readonly id: number;
  readonly title: string;
  readonly created: string;
  readonly archived: boolean;
  readonly [name: string]: unknown;
}

const COLOURS = ['yellow', 'green', 'pink'];
const SORT = /^-?(title|priority)$/;

/** Starts it on a free port, without notes. */
export async function startNotesApi(fault?: NotesFault): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(createNotesApi(fault));
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

function createNotesApi(fault: NotesFault | undefined): Express {
  const has = (one: NotesFault) => fault === one;
  const notes = new Map<number, Note>();
  const comments: { readonly noteId: number; readonly id: string; readonly text: string }[] = [];
  let lastId = 0;

  const app = express();
  // No stack traces in the output of tests.
  app.set('env', 'test');
  app.disable('x-powered-by');

  app.use((request, response, next) => {
    const { authorization } = request.headers;
    const isValid =
      authorization === `Bearer ${TOKEN}` ||
      (has('any token is valid') && authorization !== undefined) ||
      (has('no token is needed') && authorization === undefined);
    if (isValid) next();
    else reject(response.set('WWW-Authenticate', 'Bearer'), 401, 'invalid token');
  });
  app.use(express.text({ type: 'application/json' }));

  if (!has('GET /colours is missing')) app.get('/colours', (_, response) => void send(response, 200, COLOURS));

  app.get('/notes', (request, response) => {
    const { limit: size = '20', offset: start = '0', colour, tag, sort } = request.query;
    const [limit, offset] = [integerIn(size), integerIn(start)];
    const isValid =
      limit >= 1 &&
      limit <= 50 &&
      offset >= 0 &&
      (colour === undefined || COLOURS.includes(String(colour))) &&
      (tag === undefined || isText(tag, 1, 20)) &&
      (sort === undefined || SORT.test(String(sort)));
    if (!isValid) return reject(response, 400, 'invalid query');
    const isListed = ({ id }: Note) => !(has('a created note is not listed') && id === lastId);
    const hasColour = (note: Note) =>
      colour === undefined || note.colour === colour || has('a filter by colour is ignored');
    const hasTag = ({ tags = [] }: Note) =>
      tag === undefined || (tags as string[]).includes(String(tag)) || has('a filter by tag is ignored');
    let found = [...notes.values()].filter((note) => isListed(note) && hasColour(note) && hasTag(note));
    if (colour !== undefined && has('a filter by colour finds nothing')) found = [];
    if (sort !== undefined && !has('the order is ignored')) found = sorted(found, String(sort));
    const first = has('the offset is ignored') ? 0 : offset;
    const count = has('the limit is ignored') ? 1000 : limit + (has('a page has one item more than its limit') ? 1 : 0);
    const isPaged = request.query.limit !== undefined;
    const page = found
      .slice(0, isPaged && found.length > 1 && has('the last item is on no page') ? -1 : undefined)
      .slice(first, first + count)
      .map((note) => {
        if (has('items of the list have a misspelt colour') && note.colour === 'green')
          return { ...note, colour: 'gren' };
        const { title: _, ...rest } = note;
        return colour !== undefined && has('filtered items lack the title') ? rest : note;
      });
    return send(response, 200, {
      items: page,
      total: has('the total is that of the page') ? page.length : found.length,
    });
  });

  app.post('/notes', (request, response) => {
    const data = parse(request.body);
    const problem = findProblem(data, ['title']);
    if (!data || problem) return rejectInput(response, problem);
    if (data.title === 'Groceries' && has('the example is rejected')) return reject(response, 400, 'no shopping lists');
    lastId += 1;
    const created = new Date().toISOString();
    const note: Note = {
      ...stored(data),
      id: lastId,
      created: has('the creation time has no zone') ? created.slice(0, -1) : created,
      archived: false,
      title: data.title as string,
      ...(has('an absent text is null') && data.text === undefined && { text: null }),
    };
    notes.set(lastId, note);
    if (!has('the Location is missing')) response.set('Location', `/notes/${lastId}`);
    return send(response, has('a created note is 200') ? 200 : 201, note);
  });

  app
    .route('/notes/:noteId')
    .get((request, response) => withNote(request.params.noteId, response, (note) => sendNote(response, note)))
    .put((request, response) =>
      withNote(request.params.noteId, response, (note) => {
        const data = parse(request.body);
        const problem = findProblem(data, ['title']);
        if (!data || problem) return rejectInput(response, problem);
        const { id, created, archived } = note;
        return change(response, { ...stored(data), id, created, archived, title: data.title as string });
      }),
    )
    .delete((request, response) =>
      withNote(request.params.noteId, response, ({ id }) => {
        if (!has('deleting keeps the note')) notes.delete(id);
        const before = [...notes.keys()].filter((one) => one < id).at(-1);
        if (before !== undefined && has('deleting also deletes the note before')) notes.delete(before);
        response.status(has('a deleted note is 202') ? 202 : 204).end();
      }),
    );

  if (!has('PATCH is missing'))
    app.patch('/notes/:noteId', (request, response) =>
      withNote(request.params.noteId, response, (note) => {
        const data = parse(request.body);
        const problem = findProblem(data, []);
        if (!data || problem) return rejectInput(response, problem);
        if (Object.keys(data).length === 0 && !has('an empty change is accepted'))
          return reject(response, 400, 'nothing to change');
        const { id, created, archived, title } = note;
        const before = has('PATCH forgets the other properties') ? { id, created, archived, title } : note;
        return change(response, { ...before, ...stored(data) });
      }),
    );

  app.post('/notes/:noteId/archive', (request, response) => {
    if (has('archiving is 405')) return reject(response.set('Allow', 'GET'), 405, 'not allowed');
    if (has('archiving is 501')) return reject(response, 501, 'not implemented');
    return withNote(request.params.noteId, response, (note) => change(response, { ...note, archived: true }));
  });

  app
    .route('/notes/:noteId/comments')
    .get((request, response) =>
      withNote(request.params.noteId, response, ({ id }) => {
        const own = comments.filter((one) => one.noteId === id || has('comments of all notes are listed'));
        send(
          response,
          200,
          own.map(({ noteId: _, ...comment }) => comment),
        );
      }),
    )
    .post((request, response) =>
      withNote(request.params.noteId, response, ({ id: noteId }) => {
        const { text } = parse(request.body) ?? {};
        if (!isText(text, 1, 200)) return reject(response, 400, 'text has 1 to 200 characters');
        const comment = { id: randomUUID(), text };
        comments.push({ ...comment, noteId });
        return send(response, 201, comment);
      }),
    );

  // The paths with their methods, for 405.
  const methods: readonly (readonly [path: string, allowed: string])[] = [
    ...(has('GET /colours is missing') ? [] : ([['/colours', 'GET, HEAD']] as const)),
    ['/notes', 'GET, HEAD, POST'],
    ['/notes/:noteId', `GET, HEAD, PUT, ${has('PATCH is missing') ? '' : 'PATCH, '}DELETE`],
    ['/notes/:noteId/archive', 'POST'],
    ['/notes/:noteId/comments', 'GET, HEAD, POST'],
  ];
  for (const [path, allowed] of methods)
    app.all(path, (_, response) => reject(response.set('Allow', allowed), 405, 'this path has no such method'));

  app.use((_, response) => reject(response, 404, 'no such path'));

  // Express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, _request, response, _next) =>
    reject(response, error.status ?? 500, 'the request cannot be read');
  app.use(onError);
  return app;

  function withNote(text: string, response: Response, use: (note: Note) => void) {
    const id = integerIn(text);
    if (Number.isNaN(id) || id < 1) return reject(response, 400, 'a note id is a positive integer');
    const note = notes.get(id);
    if (!note) return reject(response, has('an unknown note is 410') ? 410 : 404, 'no such note');
    return use(note);
  }

  function change(response: Response, note: Note): void {
    if (!has('a change is not stored')) notes.set(note.id, note);
    sendNote(response, note);
  }

  function sendNote(response: Response, note: Note): void {
    if (!has('the ETag is missing')) response.set('ETag', `"${note.id}"`);
    send(response, 200, note);
    if (has('a note has no Content-Type')) response.removeHeader('Content-Type');
  }

  function send(response: Response, status: number, value: unknown): void {
    if (!has('a note has no Content-Type') || !isNote(value)) response.type('json');
    response.status(status).end(stringify(value));
  }

  function reject(response: Response, status: number, error: string): void {
    if (has('errors are HTML')) response.status(status).type('html').end(`<p>${error}</p>`);
    else send(response, status, has('errors have another property') ? { message: error } : { error });
  }

  function rejectInput(response: Response, problem = 'a JSON object is needed'): void {
    reject(response, has('invalid input is 422') ? 422 : 400, problem);
  }

  /** Why a body is invalid; undefined if it is valid. */
  function findProblem(data: Record<string, unknown> | undefined, required: readonly string[]): string | undefined {
    if (!data) return 'a JSON object is needed';
    const { title, text, colour, tags, priority, size, ...others } = data;
    const longest = has('a title of 81 characters is accepted') ? 81 : 80;
    const least = has('a priority of -1 is accepted') ? -1 : 0;
    if (Object.keys(others).length > 0 && !has('unknown properties are accepted')) return 'unknown property';
    if (title === undefined && required.includes('title') && !has('a title may be missing')) return 'title is missing';
    const hasNumber = typeof title === 'number' && has('numbers are accepted as titles');
    if (title !== undefined && !hasNumber && !isText(title, 1, longest)) return 'title has 1 to 80 characters';
    if (/\p{Extended_Pictographic}/u.test(String(title)) && has('an emoji is a server error'))
      throw new Error('charset');
    if (text !== undefined && !isText(text, 0, 2000)) return 'text has at most 2000 characters';
    if (colour !== undefined && !COLOURS.includes(colour as string)) return 'no such colour';
    const isTags = Array.isArray(tags) && tags.length <= (has('six tags are accepted') ? 6 : 5);
    if (tags !== undefined && !(isTags && tags.every((tag) => isText(tag, 1, 20)))) return 'at most 5 tags';
    if (priority !== undefined && !(Number.isInteger(priority) && Number(priority) >= least && Number(priority) <= 100))
      return 'priority is 0 to 100';
    const isInt64 = typeof size === 'bigint' ? BigInt.asIntN(64, size) === size : Number.isSafeInteger(size);
    return size === undefined || isInt64 ? undefined : 'size is a 64-bit integer';
  }

  function stored({ title, text, colour, tags, priority, size }: Record<string, unknown>): Record<string, unknown> {
    const rounded = has('an int64 is rounded') ? Number(size) : Number(size) | 0;
    const isExact = !has('an int64 is rounded') && !has('an int64 has 32 bits');
    const all = { title, text, colour, tags, priority, size: size === undefined || isExact ? size : rounded };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  function sorted(found: readonly Note[], sort: string): Note[] {
    const name = sort.replace('-', '');
    const sign = sort.startsWith('-') && !has('descending order is ascending') ? -1 : 1;
    const isByText = name === 'title' || has('priorities are sorted as texts');
    const compare = (one: unknown, other: unknown) => {
      if (isByText) return String(one) < String(other) ? -1 : Number(String(one) > String(other));
      return Number(one ?? -1) - Number(other ?? -1);
    };
    const isStored = (note: Note) => note[name] !== undefined || !has('sorted pages lack notes without a priority');
    return found.filter(isStored).toSorted((one, other) => sign * compare(one[name], other[name]));
  }
}

function isNote(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'archived' in value;
}

/** Not a number unless a text is an integer. */
function integerIn(text: unknown): number {
  return typeof text === 'string' && /^-?\d+(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
}

function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && [...value].length >= least && [...value].length <= most;
}

/** The object in a JSON body, with exact integers; undefined if it is none. */
function parse(body: unknown): Record<string, unknown> | undefined {
  try {
    const exact = (_: string, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
      typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value;
    const value = JSON.parse(String(body), exact);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function stringify(value: unknown): string {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? rawJSON(String(one)) : one));
}
