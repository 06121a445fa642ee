// A hand-written server that follows its document `notebook.yaml`, or violates it in one way.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The possible faults, each implemented in one line. */
export const FAULTS = [
  'an undeclared success status',
  'an error as an HTML page',
  'a string instead of a number',
  'an enum value misspelt',
  'an undeclared property',
  'a required property missing',
  'an invalid time',
  'a required header missing',
  'an emoji gives 500',
  'length counted in UTF-16',
  'one less than maxLength allowed',
  'one more than maxLength allowed',
  'one more than maximum allowed',
  'minimum not enforced',
  'unknown properties accepted',
  'unknown colours accepted',
  'items may repeat',
  'missing title accepted',
  'an incomplete body accepted',
  'any media type accepted',
  'no authentication',
  'any token accepted',
  'no Allow',
  'PATCH accepted',
  'HEAD is forbidden',
  'a body after 204',
  'a new note is not stored',
  'a new note is stored without its colour',
  'a change is not stored',
  'the second PUT is rejected',
  'a deleted note is still readable',
  'a deleted note is still listed',
  'a new note is not listed',
  'a note is missing between pages',
  'a note is on two pages',
  'the second page is too long',
  'a wrong total',
  'a filter is ignored',
  'a filter finds nothing',
  'the connection ends',
  'an apostrophe gives 500',
  'a title of digits is rejected',
  'seven pages with three tags give 500',
  'a property named __proto__ accepted',
  'sort is ignored',
  'descending order is ascending',
  'numbers are sorted as strings',
  'notes without pages are missing when sorted by pages',
  'a serial is a number',
  'digits of a serial are lost',
  'digits of a serial are lost when it is read',
  'a wrong id of a new note',
] as const;

export type NotebookFault = (typeof FAULTS)[number];

interface Note {
  readonly id: number;
  readonly title: string;
  readonly colour?: string;
  readonly pages?: number;
  readonly tags?: readonly string[];
  readonly serial?: string;
  readonly written: string;
}

function isInteger64(text: string): boolean {
  return /^(0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

const COLOURS = ['yellow', 'green', 'pink'];
const WRITTEN = '2026-03-01T10:00:00Z';
export const TOKEN = 'notebook-token';

/** Starts it on a free port. */
export async function startNotebook(
  fault?: NotebookFault,
): Promise<{ readonly url: string; readonly handler: RequestListener; close(): Promise<void> }> {
  const notes = new Map<number, Note>();
  let last = 0;
  const has = (one: NotebookFault) => fault === one;
  const add = (given: Omit<Note, 'id' | 'written'>): Note => {
    last += 1;
    const note = { ...given, id: last, written: WRITTEN };
    if (!has('a new note is not stored') || last <= 5) notes.set(last, note);
    return note;
  };
  for (const [index, title] of ['One', 'Two', 'Three', 'Four', 'Five'].entries())
    add({
      title,
      ...(index !== 2 && { colour: COLOURS[index % 2] as string }),
      // Two have the same value, and one has none.
      ...(index !== 1 && { pages: [8, 0, 2, 8, 5][index] as number }),
    });
  const deleted = new Map<number, Note>();
  let puts = '';

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): undefined {
    const { method = '' } = request;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
      const text = value === undefined ? '' : JSON.stringify(value);
      response.writeHead(status, { ...(value !== undefined && { 'content-type': 'application/json' }), ...headers });
      response.end(method === 'HEAD' ? undefined : text);
      return undefined;
    };
    const reject = (status: number, message: string, headers: Record<string, string> = {}): undefined => {
      if (!has('an error as an HTML page') || status !== 404) return send(status, { message }, headers);
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
      return undefined;
    };

    const path = /^\/notes(?:\/([^/]+))?$/.exec(url.pathname);
    if (!path) return reject(404, 'no such path');
    const allowed = path[1] === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
    if (has('PATCH accepted') && method === 'PATCH') return send(200, {});
    if (!allowed.includes(method))
      return reject(405, 'no such method', has('no Allow') ? {} : { allow: allowed.join(', ') });
    const sent = request.headers.authorization ?? '';
    const isKnown = has('any token accepted') ? sent.startsWith('Bearer ') : sent === `Bearer ${TOKEN}`;
    if (!isKnown && !has('no authentication')) return reject(401, 'who is it?', { 'www-authenticate': 'Bearer' });
    if (has('HEAD is forbidden') && method === 'HEAD') return reject(403, 'no');
    if (has('the connection ends') && path[1] !== undefined) {
      request.socket.destroy();
      return undefined;
    }

    if (path[1] === undefined) return method === 'POST' ? post() : list();
    const id = Number(path[1]);
    if (!/^\d+$/.test(path[1]) || id < 1) return reject(400, 'no id');
    const note = notes.get(id) ?? (has('a deleted note is still readable') ? deleted.get(id) : undefined);
    if (!note) return reject(404, 'no such note');
    if (method === 'PUT') return put(note);
    if (method === 'DELETE') return remove(note);
    return send(has('an undeclared success status') ? 203 : 200, shown(note));

    function shown(one: Note): unknown {
      if (has('a serial is a number') && one.serial) return { ...one, serial: Number(one.serial) };
      if (has('digits of a serial are lost when it is read') && one.serial && method === 'GET')
        return { ...one, serial: BigInt(Number(one.serial)).toString() };
      if (has('a string instead of a number')) return { ...one, id: String(one.id) };
      if (has('an enum value misspelt') && one.colour) return { ...one, colour: one.colour.toUpperCase() };
      if (has('an undeclared property')) return { ...one, owner: 'me' };
      if (has('a required property missing')) return { ...one, written: undefined };
      if (has('an invalid time')) return { ...one, written: 'yesterday' };
      return one;
    }

    function list(): undefined {
      const number = (name: string, otherwise: number) => {
        const text = url.searchParams.get(name);
        return text === null ? otherwise : /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      };
      const [limit, offset, colour] = [number('limit', 10), number('offset', 0), url.searchParams.get('colour')];
      const sort = url.searchParams.get('sort');
      if (sort !== null && !['title', '-title', 'pages', '-pages'].includes(sort)) return reject(400, 'no such order');
      const isRight =
        (limit >= 1 || has('minimum not enforced')) &&
        limit <= (has('one more than maximum allowed') ? 51 : 50) &&
        offset >= 0;
      if (!isRight || (colour !== null && !COLOURS.includes(colour) && !has('unknown colours accepted')))
        return reject(400, 'no');
      const stored = [...notes.values(), ...(has('a deleted note is still listed') ? deleted.values() : [])];
      const all = stored
        .filter((one) => !has('a new note is not listed') || one.id <= 5)
        .filter(
          (one) =>
            colour === null || has('a filter is ignored') || (one.colour === colour && !has('a filter finds nothing')),
        )
        .filter(
          (one) =>
            !has('notes without pages are missing when sorted by pages') || !/pages/.test(sort ?? '') || one.pages,
        );
      if (sort !== null && !has('sort is ignored')) all.sort(inOrder(sort));
      const from =
        has('a note is missing between pages') && offset > 0
          ? offset + 1
          : has('a note is on two pages') && offset > 0
            ? offset - 1
            : offset;
      send(200, {
        total: all.length + (has('a wrong total') ? 1 : 0),
        items: all.slice(from, from + limit + (has('the second page is too long') && from === 2 ? 1 : 0)).map(shown),
      });
    }

    /** Items without the sort property are last. */
    function inOrder(sort: string): (one: Note, other: Note) => number {
      const way = sort.startsWith('-') && !has('descending order is ascending') ? -1 : 1;
      return (one, other) => {
        if (/title/.test(sort)) return way * (one.title < other.title ? -1 : Number(one.title > other.title));
        const [first, second] = [one.pages, other.pages];
        if (first === undefined || second === undefined)
          return Number(first === undefined) - Number(second === undefined);
        return (
          way *
          (has('numbers are sorted as strings')
            ? String(12 - first).localeCompare(String(12 - second))
            : first - second)
        );
      };
    }

    /** The parsed body; undefined when it was rejected. */
    function read(): Omit<Note, 'id' | 'written'> | undefined {
      const type = request.headers['content-type'] ?? '';
      if (!/^application\/json\b/.test(type) && !has('any media type accepted')) return reject(415, 'JSON, please');
      let value: unknown;
      try {
        value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
      } catch {
        if (!has('an incomplete body accepted')) return reject(400, 'no JSON');
        value = { title: 'Broken' };
      }
      const { title, colour, pages, tags, serial, ...others } = (value ?? {}) as Record<string, unknown>;
      const text = typeof title === 'string' ? title : '';
      if (has('an emoji gives 500') && /\p{Extended_Pictographic}/u.test(text)) return send(500, { message: 'oh' });
      if (has('an apostrophe gives 500') && text.includes("'")) return send(500, { message: 'oh' });
      const isMuch = pages === 7 && Array.isArray(tags) && tags.length === 3;
      if (has('seven pages with three tags give 500') && isMuch) return send(500, { message: 'oh' });
      if (has('a title of digits is rejected') && /^\d+$/.test(text)) return reject(400, 'a title has letters');
      const length = has('length counted in UTF-16') ? text.length : [...text].length;
      const most = has('one less than maxLength allowed') ? 19 : has('one more than maxLength allowed') ? 21 : 20;
      const isTitle = typeof title === 'string' && length >= 1 && length <= most;
      const isMissing = title === undefined && has('missing title accepted');
      const isColour =
        colour === undefined ||
        COLOURS.includes(colour as string) ||
        (has('unknown colours accepted') && typeof colour === 'string');
      const isPages =
        pages === undefined ||
        (Number.isInteger(pages) &&
          (pages as number) <= (has('one more than maximum allowed') ? 10 : 9) &&
          ((pages as number) >= 1 || has('minimum not enforced')));
      const isTag = (tag: unknown) => typeof tag === 'string' && [...tag].length <= 12;
      const isTags =
        tags === undefined ||
        (Array.isArray(tags) &&
          tags.length <= 3 &&
          tags.every(isTag) &&
          (new Set(tags).size === tags.length || has('items may repeat')));
      const isSerial = serial === undefined || (typeof serial === 'string' && isInteger64(serial));
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const names = Object.keys(others).filter(
        (name) => name !== '__proto__' || !has('a property named __proto__ accepted'),
      );
      const isClosed = names.length === 0 || has('unknown properties accepted');
      if (!isObject || !(isTitle || isMissing) || !isColour || !isPages || !isTags || !isSerial || !isClosed)
        return reject(400, 'no note');
      return {
        title: isMissing ? 'Untitled' : text,
        ...(colour !== undefined && { colour }),
        ...(pages !== undefined && { pages }),
        ...(tags !== undefined && { tags }),
        ...(serial !== undefined && { serial: has('digits of a serial are lost') ? `${Number(serial)}` : serial }),
      } as Omit<Note, 'id' | 'written'>;
    }

    function post(): undefined {
      const given = read();
      if (!given) return;
      const { colour: _, ...plain } = given;
      const note = add(has('a new note is stored without its colour') ? plain : given);
      send(
        201,
        shown({ ...note, ...given, ...(has('a wrong id of a new note') && { id: note.id + 1000 }) }),
        has('a required header missing') ? {} : { location: `/notes/${note.id}` },
      );
    }

    function put(before: Note): undefined {
      const given = read();
      if (!given) return;
      const reported = JSON.stringify([before.id, given]);
      if (has('the second PUT is rejected') && puts === reported) return reject(400, 'again?');
      puts = reported;
      const after = { ...given, id: before.id, written: before.written };
      if (!has('a change is not stored')) notes.set(before.id, after);
      send(200, shown(after));
    }

    function remove(note: Note): undefined {
      notes.delete(note.id);
      deleted.set(note.id, note);
      if (!has('a body after 204')) return send(204);
      response.writeHead(204, { 'content-length': '2' }).end();
    }
  }

  const handler: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts)));
  };
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    handler,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
