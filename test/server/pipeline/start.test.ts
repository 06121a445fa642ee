// Starting a mock server: invalid settings, --fresh, and requests after the end.

import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi, type MockServerSettings } from '../../../src/index.ts';
import { greeter } from '../../support/greeter/api.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, petsWith, requestPets } from '../../support/pets/mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

async function rejection(settings: MockServerSettings): Promise<{ message: string; problems?: readonly string[] }> {
  const mockServer = await createMockServer(settings).catch((error: Error) => error);
  if (mockServer instanceof Error) return mockServer;
  await mockServer.close();
  throw new Error('it was not rejected');
}

const plain = defineApi<{ a: { input: object; output: string; secured: false } }, Record<never, never>, undefined>({
  name: 'plain',
  document: '',
  handlers: { a: () => 'ok' },
});

/** A document with one operation, which has one query parameter. */
async function documentWith(name: string, schema: string): Promise<string> {
  const path = join(await temporaryFolder(), 'plain.yaml');
  await writeFile(
    path,
    `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters: [{ name: ${name}, in: query, schema: ${schema} }]
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: string } } } }
        default: { description: no }
`,
  );
  return path;
}

describe('createMockServer', () => {
  test('rejects handlers that are missing or that no operation has, all by name', async () => {
    const { getPet, removePet, ...others } = pets.handlers;
    const api = { ...pets, handlers: { ...others, getPat: getPet, toString: removePet } } as unknown as typeof pets;
    const { problems } = await rejection({ apis: [api] });
    expect(problems).toEqual([
      'operation getPet (GET /pets/{petId}) has no handler; add getPet: ({ input, store }) => … to handlers',
      'operation removePet (DELETE /pets/{petId}) has no handler; add removePet: ({ input, store }) => … to handlers',
      expect.stringMatching(/^handler getPat has no operation in .*pets\.yaml; did you mean getPet\?$/),
      expect.stringMatching(/^handler toString has no operation in .*pets\.yaml$/),
    ]);
  });

  test('serves a document without error responses; each error is sent with its reason', async () => {
    const path = await documentWith('limit', '{ type: integer }');
    await writeFile(path, (await readFile(path, 'utf8')).replace(/ +default: .*/, ''));
    const mockServer = await createMockServer({ apis: [{ ...plain, document: path }], onError: () => undefined });
    const response = await mockServer.fetch(new Request('http://mock-server/a?limit=abc'));
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { detail: 'query /limit must be an integer' },
    ]);
    await mockServer.close();
  });

  test('does not use inherited properties of objects as handlers', async () => {
    const handlers = Object.create(pets.handlers) as typeof pets.handlers;
    const { problems } = await rejection({ apis: [{ ...pets, handlers }] });
    expect(problems).toHaveLength(4);
  });

  test.each(['', 'Pets', '../pets', 'a/b', 'pets.json', '1pets'])('rejects the name "%s"', async (name) => {
    const { message } = await rejection({ apis: [{ ...pets, name }] });
    expect(message).toContain(`invalid name "${name}"`);
  });

  test('rejects two APIs with one name, or one with the name of the control API', async () => {
    const data = await temporaryFolder();
    expect((await rejection({ apis: [pets, petsWith({})] })).message).toContain('pets');
    expect((await rejection({ apis: [pets, petsWith({})], data })).message).toMatch(/two apis|name/);
    expect((await rejection({ apis: [{ ...pets, name: 'control' }] })).message).toContain('control');
  });

  test('rejects two APIs with the same path, despite other methods and parameter names', async () => {
    const path = join(await temporaryFolder(), 'other.yaml');
    const text = await readFile(new URL('../../support/pets/pets.yaml', import.meta.url), 'utf8');
    await writeFile(
      path,
      text
        .replaceAll('/pets/{petId}', '/pets/{id}')
        .replaceAll('name: petId', 'name: id')
        .replaceAll('/pets:', '/others:'),
    );
    const { message, problems } = await rejection({ apis: [pets, { ...pets, name: 'others', document: path }] });
    expect(message).toMatch(/^Several APIs have the same path:\n/);
    expect(problems).toContain('/pets/{id} belongs to both pets and others');
    expect(problems?.join()).not.toContain('/others of');
    expect(problems?.at(-1)).toContain('--base others=/others');
  });

  test('rejects a login without users or applications', async () => {
    const login = { isPassword: () => true } as never;
    const { problems } = await rejection({ apis: [{ ...pets, login }] });
    expect(problems).toEqual(['its login has no client', 'its login has no clients', 'its login has no users']);
  });

  test('rejects fixtures with all findings', async () => {
    const fixtures = new URL('../../support/pets/broken-fixtures/', import.meta.url);
    const { problems } = await rejection({ apis: [{ ...pets, fixtures }] });
    expect(problems).toHaveLength(3);
  });

  test('closes opened state files if a later one is rejected', async () => {
    const data = await temporaryFolder();
    const other = greeter();
    const blocker = await createMockServer({ apis: [other], data });
    await rejection({ apis: [pets, other], data });
    await (await createMockServer({ apis: [pets], data })).close();
    await blocker.close();
  });

  test('rejects all requests once it is closed, and releases the state', async () => {
    const data = await temporaryFolder();
    const first = await createMockServer({ apis: [pets], data });
    await first.close();
    await first.close();
    const second = await petsMockServer({ data });
    const stored = (await requestPets(second, 'GET', '/_understudy/state')).body;
    await expect(first.fetch(new Request('http://mock-server/pets'))).rejects.toThrow(/closed/);
    await expect(first.reset()).rejects.toThrow(/closed/);
    expect((await requestPets(second, 'GET', '/_understudy/state')).body).toEqual(stored);
  });

  test('with fresh leaves the old state unchanged until it listens', async () => {
    const data = await temporaryFolder();
    const first = await createMockServer({ apis: [pets], data });
    await requestPets(first, 'POST', '/pets', { body: { name: 'Olga', kind: 'hen' } });
    await first.close();
    const names = async () => {
      const state = JSON.parse(await readFile(join(data, 'pets.json'), 'utf8'));
      return state.pets.map(({ name }: { name: string }) => name);
    };
    const failed = await createMockServer({ apis: [pets], data, fresh: true });
    await expect(failed.listen({ host: '192.0.2.1' })).rejects.toThrow();
    await failed.close();
    expect(await names()).toContain('Olga');
    const second = await petsMockServer({ data, fresh: true });
    await second.listen();
    expect(await names()).not.toContain('Olga');
  });

  test('generates the same ids again after a reset if its clock is frozen', async () => {
    const mockServer = await petsMockServer({ now: () => new Date('2026-11-21T09:00:00Z') });
    const added = async () =>
      (await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Olga', kind: 'hen' } })).body.id;
    const before = [await added(), await added()];
    await mockServer.reset();
    expect([await added(), await added()]).toEqual(before);
    expect(new Set(before).size).toBe(2);
  });

  test('uses the id generator of an API, on from the last id in a fork and from the first after a reset', async () => {
    const newId: typeof pets.newId = ({ last }) => String(Number(last ?? 100) + 1);
    const mockServer = await petsMockServer({ apis: [{ ...pets, newId }] });
    const added = async (name: string, headers = {}) =>
      (await requestPets(mockServer, 'POST', '/pets', { body: { name, kind: 'hen' }, headers })).body.id;
    const inFork = { 'x-understudy-sandbox': 'fork' };
    expect([await added('Olga'), await added('Sina')]).toEqual(['101', '102']);
    await requestPets(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'fork', from: 'main' } });
    expect([await added('Resi', inFork), await added('Resi')]).toEqual(['103', '103']);
    await mockServer.reset();
    expect([await added('Olga'), await added('Berta', inFork)]).toEqual(['101', '104']);
  });

  test('serves a document with constraints that cannot be enforced, and reports each with its location; `strict` rejects it', async () => {
    const document = await documentWith('q', '{ type: string, pattern: "(", format: nobody }');
    const apis = [{ ...plain, document }] as const;
    const mockServer = await createMockServer({ apis });
    onTestFinished(() => mockServer.close());
    expect((await mockServer.fetch(new Request('http://mock-server/a?q=b'))).status).toBe(200);
    const [report] = mockServer.documents();
    expect(report?.findings.map(({ line, rule, pointer }) => `${line} ${rule} ${pointer}`)).toEqual([
      '7 invalid-schema /paths/~1a/get/parameters/0/schema/pattern',
      '7 not-enforced /paths/~1a/get/parameters/0/schema/format',
    ]);
    const requested = await mockServer.fetch(new Request('http://localhost/_understudy/documents'));
    expect(await requested.json()).toEqual({ sandbox: 'main', documents: [JSON.parse(JSON.stringify(report))] });
    const { problems } = await rejection({ apis, strict: true });
    expect(problems).toEqual([
      expect.stringMatching(/plain\.yaml:7:\d+ {2}error {2}invalid-schema {2}.*pattern\)$/),
      expect.stringMatching(/plain\.yaml:7:\d+ {2}info {2}not-enforced {2}.*format\)$/),
    ]);
  });

  test('serves a document that requires certificates or undefined schemes, and reports that neither is checked', async () => {
    const document = await documentWith('q', '{ type: string }');
    await appendFile(
      document,
      'security: [{ tls: [] }, { tls: [], nobody: [] }, { key: [] }]\n' +
        'components: { securitySchemes: { tls: { type: mutualTLS }, unused: { type: mutualTLS }, key: { type: http, scheme: basic } } }\n',
    );
    const apis = [{ ...plain, document }] as const;
    const mockServer = await createMockServer({ apis });
    onTestFinished(() => mockServer.close());
    const findings = mockServer
      .documents()[0]
      ?.findings.filter(({ rule }) => ['security-scheme', 'not-enforced'].includes(rule));
    expect(findings?.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/security/1/nobody security scheme "nobody" is not defined',
      '/components/securitySchemes/tls has type mutualTLS, which is not checked; every caller is accepted',
    ]);
    const { problems } = await rejection({ apis, strict: true });
    expect(problems).toContainEqual(expect.stringMatching(/info {2}not-enforced {2}.*mutualTLS, which is not checked/));
  });

  test('serves a document with a parameter named like a JavaScript internal, and reports its rejection', async () => {
    const document = await documentWith('__proto__', '{ type: string }');
    const mockServer = await createMockServer({ apis: [{ ...plain, document }] });
    onTestFinished(() => mockServer.close());
    const requested = async (query: string) =>
      (await mockServer.fetch(new Request(`http://mock-server/a${query}`))).status;
    expect([await requested(''), await requested('?__proto__=x')]).toEqual([200, 400]);
    expect(mockServer.documents()[0]?.findings).toMatchObject([
      { line: 7, pointer: '/paths/~1a/get/parameters/0/name' },
    ]);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  test('starts with `strict` if there are no findings', async () => {
    const mockServer = await createMockServer({ apis: [pets], strict: true });
    onTestFinished(() => mockServer.close());
    expect(mockServer.documents()).toMatchObject([{ api: 'pets', openapi: '3.0.3', findings: [] }]);
  });

  test('does not send the internal error of a page', async () => {
    const thrown: unknown[] = [];
    const introduce = () => {
      throw new Error('the secret is hunter2');
    };
    const mockServer = await petsMockServer({ apis: [{ ...pets, introduce }], onError: (error) => thrown.push(error) });
    const { url } = await mockServer.listen();
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/json']);
    expect(await answer.json()).toEqual({
      code: 13,
      message: 'An internal error occurred; details are in the terminal of the mock server',
      details: [],
    });
    expect(thrown).toHaveLength(1);
  });
});
