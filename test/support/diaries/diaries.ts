// A server of diaries that belong to callers, correct or with one fault of access control.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, SecuritySchemeObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../document-source.ts';

/** The fault of the server. */
export type DiaryFault =
  | 'everybody reads'
  | 'others read the title only'
  | 'everybody lists'
  | 'lists show ids of all'
  | 'everybody changes'
  | 'everybody closes'
  | 'everybody deletes'
  | 'deletions of others are confirmed'
  | 'everybody creates at any id';

export interface DiarySettings {
  readonly fault?: DiaryFault | undefined;
  /** The name of the caller; undefined for an unknown one. Default: by the bearer tokens `anna` and `ben` */
  readonly callerOf?: (request: IncomingMessage) => string | undefined;
  /** The status for an authenticated caller without permission. Default: none */
  readonly reject?: (request: IncomingMessage) => number | undefined;
  /** The status for diaries of others. Default 404. */
  readonly hidden?: 403 | 404;
  /** Whether each caller has ids of its own: 1, 2, … Then Ben has fifty diaries. Default false. */
  readonly hasOwnIds?: boolean;
  /** Whether a PUT creates a missing diary. Default false. */
  readonly putCreates?: boolean;
}

interface Diary {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly state: 'open' | 'closed';
}

const BEARER: SecuritySchemeObject = { type: 'http', scheme: 'bearer' };
const known = (token: string | undefined) => (token === 'anna' || token === 'ben' ? token : undefined);

/** The document, with one security scheme. @param scopes - of every operation */
export function diaryDocument(scheme: SecuritySchemeObject = BEARER, scopes: readonly string[] = []) {
  const response = (schema?: object) => ({
    description: '.',
    ...(schema && { content: { 'application/json': { schema } } }),
  });
  const rejections = Object.fromEntries([400, 401, 403, 404].map((status) => [status, response({ type: 'object' })]));
  const diary = { $ref: '#/components/schemas/Diary' };
  const sent = {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/NewDiary' } } },
  };
  const properties = { title: { type: 'string', minLength: 1 }, text: { type: 'string', minLength: 1 } };
  return {
    openapi: '3.1.0',
    info: { title: 'Diaries', version: '1' },
    security: [{ key: scopes }],
    paths: {
      '/diaries': {
        get: {
          operationId: 'listDiaries',
          responses: { 200: response({ type: 'array', items: diary }), ...rejections },
        },
        post: { operationId: 'addDiary', requestBody: sent, responses: { 201: response(diary), ...rejections } },
      },
      '/diaries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getDiary', responses: { 200: response(diary), ...rejections } },
        put: { operationId: 'replaceDiary', requestBody: sent, responses: { 200: response(diary), ...rejections } },
        delete: { operationId: 'removeDiary', responses: { 204: response(), ...rejections } },
      },
      '/diaries/{id}/close': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        post: { operationId: 'closeDiary', responses: { 200: response(diary), ...rejections } },
      },
    },
    components: {
      securitySchemes: { key: scheme },
      schemas: {
        NewDiary: { type: 'object', required: ['title', 'text'], properties },
        Diary: {
          type: 'object',
          required: ['id', 'title', 'text', 'state'],
          properties: {
            id: { type: 'string', readOnly: true },
            ...properties,
            state: { type: 'string', enum: ['open', 'closed'], readOnly: true },
          },
        },
      },
    },
  } as unknown as DocumentObject;
}

export const createDiaryDocument = (...args: Parameters<typeof diaryDocument>) =>
  createDocument(documentSource(diaryDocument(...args)));

/** Starts the server until the test ends. Ben has diaries, Anna has none. */
export async function startDiaries(settings: DiarySettings = {}) {
  const { fault, hidden = 404, hasOwnIds = false, putCreates = false, reject } = settings;
  const { callerOf = ({ headers }) => known(headers.authorization?.replace('Bearer ', '')) } = settings;
  const diaries = new Map<string, Map<string, Diary>>([
    ['anna', new Map()],
    ['ben', new Map()],
  ]);
  const requests: string[] = [];
  let made = 0;
  const counts = new Map<string, number>();
  const newId = (caller: string) => {
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
    made += 1;
    return hasOwnIds ? String(counts.get(caller)) : `d-${made}`;
  };
  const isDiary = (value: unknown): value is Diary =>
    ['title', 'text'].every((name) => {
      const text = (value as Record<string, unknown> | null)?.[name];
      return typeof text === 'string' && text !== '';
    });
  for (let count = 0; count < (hasOwnIds ? 50 : 1); count += 1) {
    const id = newId('ben');
    diaries.get('ben')?.set(id, { id, title: `Of Ben ${id}`, text: 'Private', state: 'open' });
  }

  /** Returns status and body. */
  const respond = (
    caller: string,
    method: string,
    [, id, action]: readonly string[],
    body: unknown,
  ): [number, unknown?] => {
    const own = diaries.get(caller) ?? new Map<string, Diary>();
    const foreign = [...diaries.values()].find((one) => one !== own && id !== undefined && one.has(id));
    if (id === undefined && method === 'GET') {
      const others = [...diaries].filter(([name]) => name !== caller).flatMap(([, all]) => [...all.values()]);
      if (fault === 'everybody lists') return [200, [...own.values(), ...others]];
      const named = fault === 'lists show ids of all' ? others.map((one) => ({ ...one, title: '-', text: '-' })) : [];
      return [200, [...own.values(), ...named]];
    }
    if (id === undefined) {
      if (method !== 'POST') return [405];
      if (!isDiary(body)) return [400, {}];
      const diary: Diary = { id: newId(caller), title: body.title, text: body.text, state: 'open' };
      own.set(diary.id, diary);
      return [201, diary];
    }
    const of = own.has(id) ? own : foreign;
    const diary = of?.get(id);
    const mayCreate = (putCreates && !of) || fault === 'everybody creates at any id';
    if (mayCreate && method === 'PUT' && of !== own && action === undefined && isDiary(body)) {
      own.set(id, { id, title: body.title, text: body.text, state: 'open' });
      return [200, own.get(id)];
    }
    if (!of || !diary) return [404, {}];
    const isOwn = of === own;
    const open = (name: DiaryFault) => isOwn || fault === name;
    if (action === 'close' && method === 'POST') {
      if (!open('everybody closes')) return [hidden, {}];
      of.set(id, { ...diary, state: 'closed' });
      return [200, of.get(id)];
    }
    if (action !== undefined) return [405];
    if (method === 'GET' && !isOwn && fault === 'others read the title only') return [200, { ...diary, text: '-' }];
    if (method === 'GET') return open('everybody reads') ? [200, diary] : [hidden, {}];
    if (method === 'PUT') {
      if (!open('everybody changes')) return [hidden, {}];
      if (!isDiary(body)) return [400, {}];
      of.set(id, { ...diary, title: body.title, text: body.text });
      return [200, of.get(id)];
    }
    if (method !== 'DELETE') return [405];
    if (!isOwn && fault === 'deletions of others are confirmed') return [204];
    if (!open('everybody deletes')) return [hidden, {}];
    of.delete(id);
    return [204];
  };

  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray()).toString();
    const caller = callerOf(request);
    requests.push(`${caller} ${request.method} ${request.url}`);
    const send = (status: number, body?: unknown) => {
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'www-authenticate': 'Bearer',
        allow: 'GET, POST, PUT, DELETE',
      };
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (caller === undefined) return send(401, {});
    const rejection = reject?.(request);
    if (rejection !== undefined) return send(rejection, {});
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.split('/').slice(1);
    const type = request.headers['content-type'];
    if (bytes !== '' && type !== 'application/json') return send(415, {});
    try {
      const body: unknown = bytes === '' ? undefined : JSON.parse(bytes);
      send(...respond(caller, request.method ?? '', path, body));
    } catch {
      send(400, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, diaries };
}
