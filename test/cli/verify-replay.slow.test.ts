// `understudy verify --replay`: sends the requests of findings again.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FindingReport, Report } from '../../src/verify/report/report.ts';
import { understudy } from '../support/command.ts';
import { diaryDocument, startDiaries } from '../support/diaries/diaries.ts';
import { temporaryFolder } from '../support/temporary.ts';

const TOKEN = 'token-of-the-owner-3Kd';

/** The faults of the server; they can be repaired while it runs. */
interface Faults {
  /** Reading returns a number as text. */
  textualNumber?: boolean;
  /** Names of forty characters are rejected. */
  shortNames?: boolean;
  /** Changes are not stored. */
  forgetsChanges?: boolean;
  /** Any token is accepted. */
  anyToken?: boolean;
  /** No item can be created. */
  isReadOnly?: boolean;
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

const response = (schema?: object) => ({
  description: '.',
  ...(schema && { content: { 'application/json': { schema } } }),
});
const rejections = Object.fromEntries([400, 401, 404, 415].map((status) => [status, response({ type: 'object' })]));
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const sent = { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } };
const box = response({ $ref: '#/components/schemas/Box' });
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Boxes', version: '1' },
  security: [{ key: [] }],
  servers: [{ url: '/v1' }],
  paths: {
    '/boxes': {
      get: {
        operationId: 'listBoxes',
        responses: { 200: response({ type: 'array', items: { $ref: '#/components/schemas/Box' } }), ...rejections },
      },
      post: { operationId: 'addBox', requestBody: sent, responses: { 201: box, ...rejections } },
    },
    '/boxes/{id}': {
      parameters: [id],
      get: { operationId: 'getBox', responses: { 200: box, ...rejections } },
      put: { operationId: 'replaceBox', requestBody: sent, responses: { 200: box, ...rejections } },
      delete: { operationId: 'removeBox', responses: { 204: response(), ...rejections } },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Box: {
        type: 'object',
        required: ['id', 'name', 'size'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 1, maxLength: 40 },
          size: { type: 'integer', minimum: 1, maximum: 20 },
        },
      },
    },
  },
};

interface Box {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

const WRONG = { message: 'name is not valid' };

/** A server of boxes, whose ids count on. */
async function startBoxes(faults: Faults) {
  const boxes = new Map<number, Box>();
  const requests: Received[] = [];
  let last = 0;
  const isBox = (value: unknown): value is Box => {
    const { name, size } = (value ?? {}) as Partial<Box>;
    const length = typeof name === 'string' ? [...name].length : 0;
    return (
      length > 0 &&
      length <= (faults.shortNames ? 39 : 40) &&
      Number.isInteger(size) &&
      Number(size) > 0 &&
      Number(size) <= 20
    );
  };
  const respond = (request: IncomingMessage, body: string): [number, unknown?] => {
    const [, collection, text] = (request.url ?? '').slice('/v1'.length).split('?')[0]?.split('/') ?? [];
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    if (collection !== 'boxes') return [404, {}];
    const allowed = text === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
    if (!allowed.includes(method)) return [405, {}];
    const key = request.headers['x-key'];
    if (faults.anyToken ? key === undefined : key !== TOKEN) return [401, {}];
    if (body !== '' && request.headers['content-type'] !== 'application/json') return [415, {}];
    const value = body === '' ? undefined : JSON.parse(body);
    if (text === undefined && method === 'GET') return [200, [...boxes.values()]];
    if (text === undefined) {
      if (!isBox(value) || faults.isReadOnly) return [400, WRONG];
      last += 1;
      boxes.set(last, { id: last, name: value.name, size: value.size });
      return [201, boxes.get(last)];
    }
    if (!/^[1-9]\d*$/.test(text)) return [400, {}];
    const found = boxes.get(Number(text));
    if (!found) return [404, {}];
    if (method === 'GET') return [200, faults.textualNumber ? { ...found, size: String(found.size) } : found];
    if (method === 'DELETE') return boxes.delete(found.id) ? [204] : [404];
    if (!isBox(value)) return [400, WRONG];
    const changed = { id: found.id, name: value.name, size: value.size };
    if (!faults.forgetsChanges) boxes.set(found.id, changed);
    return [200, changed];
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    requests.push({ method: request.method ?? '', url: request.url ?? '', body: body.toString() });
    const send = (status: number, value?: unknown) => {
      response.writeHead(status, {
        ...(value !== undefined && { 'content-type': 'application/json' }),
        'www-authenticate': 'Key',
        allow: 'GET, HEAD, POST, PUT, DELETE',
      });
      response.end(value === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(value));
    };
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      send(...respond(request, text));
    } catch {
      send(400, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, boxes };
}

const AUTH = ['--auth', 'key=env:KEY', '--allow-writes'];
const env = { KEY: TOKEN };

/** A report about a faulty server, which runs on. */
async function reported(faults: Faults, checks: string) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'boxes.json'), JSON.stringify(DOCUMENT));
  const server = await startBoxes(faults);
  const args = ['verify', 'boxes.json', server.url, ...AUTH, '--checks', checks, '--json'];
  const { stdout, code } = await understudy(args, { cwd, env }).ended;
  expect(code).toBe(1);
  await writeFile(join(cwd, 'report.json'), stdout);
  const report = JSON.parse(stdout) as Report;
  const findings = report.operations.flatMap((one) => one.findings);
  server.requests.length = 0;
  const replay = (...more: readonly string[]) =>
    understudy(['verify', '--replay', 'report.json', ...more], { cwd, env }).ended;
  return { ...server, cwd, report, findings, replay };
}

test.each<[what: string, faults: Faults, check: string]>([
  ['a response that breaks its schema', { textualNumber: true }, 'response-body'],
  ['valid input that is rejected', { shortNames: true }, 'valid-input-accepted'],
  ['a change that is not stored', { forgetsChanges: true }, 'read-after-update'],
  ['an invalid token that is accepted', { anyToken: true }, 'authentication-required'],
])('%s happens until it is repaired', async (_, faults, check) => {
  const { replay, boxes, findings } = await reported(faults, check);
  expect(findings.length).toBeGreaterThan(0);
  const before = await replay(...AUTH);
  expect(before.stdout).toMatch(/^still happens +[0-9a-f]{32} {2}/);
  expect(before.stdout).toContain(`${findings.length} still happen`);
  expect(before.code).toBe(1);
  for (const name of Object.keys(faults) as (keyof Faults)[]) faults[name] = false;
  const after = await replay(...AUTH);
  expect(after.stdout).toContain(`0 still happen, ${findings.length} gone, 0 not replayed.`);
  expect(after.code).toBe(0);
  expect(boxes.size).toBe(0);
  expect(before.stdout + after.stdout).not.toContain(TOKEN);
});

test('creates the item of a request again, and sends the request with its new id', async () => {
  const { replay, requests, findings } = await reported({ textualNumber: true }, 'response-body');
  const finding = findings.find(({ request }) => request.method === 'GET') as FindingReport;
  const [create] = finding.setup ?? [];
  expect(create).toMatchObject({ operation: 'addBox', method: 'POST' });
  expect(JSON.stringify(finding)).not.toContain(TOKEN);
  await replay(finding.fingerprint.slice(0, 8), ...AUTH);
  const index = requests.findIndex(({ method }) => method === 'POST');
  expect(requests[index]?.body).toBe(create?.body);
  const [read, removed] = requests.slice(index + 1);
  expect(read?.method).toBe('GET');
  expect(read?.url).toMatch(/^\/v1\/boxes\/\d+$/);
  expect(read?.url).not.toBe(new URL(finding.request.url).pathname);
  expect(removed).toMatchObject({ method: 'DELETE', url: read?.url });
});

test('a path that cannot be decoded is sent unchanged', async () => {
  const { cwd, replay, requests } = await reported({ textualNumber: true }, 'response-body');
  const file = join(cwd, 'report.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(/\/boxes\/\d+/g, '/boxes/%zz'));
  const { stderr, code } = await replay(...AUTH);
  expect(stderr).not.toContain('URIError');
  expect(code).not.toBe(1);
  expect(requests.map(({ url }) => url)).toContain('/v1/boxes/%zz');
});

test('replays one finding of several, by the start of its ID', async () => {
  const { replay, findings } = await reported(
    { textualNumber: true, shortNames: true },
    'response-body,valid-input-accepted',
  );
  expect(findings.length).toBeGreaterThan(1);
  const fingerprint = findings[1]?.fingerprint ?? '';
  const { stdout } = await replay(fingerprint.slice(0, 10), ...AUTH, '--json');
  expect(JSON.parse(stdout).findings).toEqual([expect.objectContaining({ fingerprint, outcome: 'happens' })]);
});

test.each<[what: string, args: readonly string[], reason: string]>([
  ['without the credentials', ['--allow-writes'], 'its [value of key] is not given (--auth)'],
  ['without the permission to write', AUTH.slice(0, 2), 'mutating operation (use --allow-writes)'],
])('%s, a finding is not replayed, and it ends with 2', async (_, args, reason) => {
  const { replay } = await reported({ shortNames: true }, 'valid-input-accepted');
  const { stdout, code } = await replay(...args);
  expect(stdout).toContain(reason);
  expect(stdout).toContain('0 gone');
  expect(code).toBe(2);
});

test('an item that cannot be created again is the reason why a finding is not replayed', async () => {
  const faults: Faults = { textualNumber: true };
  const { replay } = await reported(faults, 'response-body');
  faults.isReadOnly = true;
  const { stdout, code } = await replay(...AUTH);
  expect(stdout).toContain('its item could not be created again: addBox returned 400');
  expect(code).toBe(2);
});

test('a given URL is tested instead of the recorded one', async () => {
  const { replay, requests } = await reported({ textualNumber: true }, 'response-body');
  const repaired = await startBoxes({});
  const { stdout, code } = await replay(repaired.url, ...AUTH);
  expect(stdout).toContain('0 still happen');
  expect(code).toBe(0);
  expect(requests).toEqual([]);
});

test.each<[what: string, args: readonly string[], message: string]>([
  ['an unknown ID', ['abcdef12'], 'report.json has no finding with the ID "abcdef12".'],
  ['two IDs', ['a', 'b'], '--replay takes one ID and one URL'],
  ['a report file', ['--junit', 'x.xml'], '--junit is not available with --replay'],
])('%s is an error', async (_, args, message) => {
  const { replay } = await reported({ textualNumber: true }, 'response-body');
  const { stderr, code } = await replay(...args, ...AUTH);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('a file that is not a report is an error', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'report.json'), '{}');
  const { stderr, code } = await understudy(['verify', '--replay', 'report.json'], { cwd }).ended;
  expect(stderr).toContain('--replay report.json: not a report of verify --json.');
  expect(code).toBe(2);
});

test('access control is replayed with both callers', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'diaries.json'), JSON.stringify(diaryDocument()));
  const { url } = await startDiaries({ fault: 'everybody reads' });
  const auth = ['--auth', 'key=anna', '--auth-other', 'key=ben', '--allow-writes'];
  const checks = ['--checks', 'other-caller-rejected', '--json'];
  const { stdout } = await understudy(['verify', 'diaries.json', url, ...auth, ...checks], { cwd }).ended;
  await writeFile(join(cwd, 'report.json'), stdout);
  const again = await understudy(['verify', '--replay', 'report.json', ...auth], { cwd }).ended;
  expect(again.stdout).toContain('1 finding: 1 still happens');
  expect(again.code).toBe(1);
  const { url: repaired } = await startDiaries();
  const after = await understudy(['verify', '--replay', 'report.json', repaired, ...auth], { cwd }).ended;
  expect(after.stdout).toContain('1 gone');
  expect(after.code).toBe(0);
  const alone = await understudy(['verify', '--replay', 'report.json', ...auth.slice(0, 2), '--allow-writes'], { cwd })
    .ended;
  expect(alone.code).toBe(2);
  expect(await readFile(join(cwd, 'report.json'), 'utf8')).toContain('key-other');
});
