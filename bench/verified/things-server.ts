// A plain server of a generated document: adds, lists, reads and changes things.

import { createServer } from 'node:http';
import { isRecord } from '../../src/schema/is-record.ts';

/** Things by kind, then by id. */
const kinds = new Map<string, Map<string, object>>();
let last = 0;

const NAMES = new Set(['name', 'size', 'state', 'labels']);
const STATES: readonly unknown[] = ['NEW', 'USED', 'BROKEN'];

/** Whether a body is a new thing, as the document says. */
function isThing(body: unknown): body is object {
  if (!isRecord(body) || Object.keys(body).some((key) => body[key] === undefined && NAMES.has(key))) return false;
  const { name, size, state = 'NEW', labels = [] } = body;
  const isName = typeof name === 'string' && [...name].length >= 1 && [...name].length <= 200;
  const isSize = Number.isInteger(size) && (size as number) >= 0;
  const areLabels =
    Array.isArray(labels) &&
    labels.length <= 20 &&
    labels.every((one) => typeof one === 'string' && /^[a-z]+$/.test(one));
  return isName && isSize && STATES.includes(state) && areLabels;
}

function isQuery(body: unknown): body is { readonly limit?: number } {
  if (!isRecord(body)) return false;
  const { limit = 1 } = body;
  return Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= 1000;
}

/** The status and body of a response. */
function respond(
  method: string,
  path: string,
  body: unknown,
): readonly [status: number, body?: unknown, allow?: string] {
  const [, kind = '', rest] = /^\/v1\/(kinds\d+)\/things(?:\/([^/]+))?$/.exec(path) ?? [];
  if (kind === '') return [404];
  const things = kinds.get(kind) ?? new Map<string, object>();
  kinds.set(kind, things);
  const changed = new Date().toISOString();
  if (rest === undefined || rest === '_search') {
    if (method !== 'POST') return [405, undefined, 'POST'];
    if (rest === '_search') return isQuery(body) ? [200, [...things.values()].slice(0, body.limit)] : [400];
    if (!isThing(body)) return [400];
    last += 1;
    const thing = { ...body, id: `${last}`, changed };
    things.set(thing.id, thing);
    return [200, thing];
  }
  const thing = things.get(decodeURIComponent(rest));
  if (method === 'GET' || method === 'HEAD') return thing ? [200, thing] : [404];
  if (method !== 'PUT') return [405, undefined, 'GET, HEAD, PUT'];
  if (!thing) return [404];
  if (!isThing(body)) return [400];
  const replaced = { ...body, id: decodeURIComponent(rest), changed };
  things.set(replaced.id, replaced);
  return [200, replaced];
}

const server = createServer(async (request, response) => {
  const bytes = Buffer.concat(await request.toArray());
  const isJson = request.headers['content-type'] === 'application/json';
  let body: unknown;
  try {
    body = isJson ? JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) : undefined;
  } catch {
    body = undefined;
  }
  const [status, value, allow] = respond(request.method ?? 'GET', (request.url ?? '/').split('?')[0] ?? '/', body);
  response.writeHead(status, {
    ...(value !== undefined && { 'content-type': 'application/json' }),
    ...(allow !== undefined && { allow }),
  });
  response.end(value === undefined ? undefined : JSON.stringify(value));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
