// Requests that violate the document: rejected, processed and reported, or not checked.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { checkProperty } from '../../support/runs.ts';

const PETS = `paths:
  /pets:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { 200: { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { 201: { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { 200: { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
    patch:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { 200: { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components: { schemas: { Pet: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, tag: { type: string, maxLength: 5 } } } } }
`;
const VIOLATIONS = 'x-understudy-violations';

describe('a request that violates the document', () => {
  test('is rejected by default', async () => {
    const send = await inferred(PETS);
    const { status, headers } = await send('POST', '/pets', { name: 'Rex', tag: null });
    expect([status, headers.get(VIOLATIONS)]).toEqual([400, null]);
  });

  test('is rejected with all violations, also beside values of another type', async () => {
    const send = await inferred(PETS);
    const { body } = await send('POST', '/pets', { tag: 'too long' });
    expect(body.errors).toMatchObject([
      { pointer: '/name', detail: 'is required' },
      { pointer: '/tag', detail: 'must have at most 5 characters' },
    ]);
    const typed = await send('POST', '/pets', { name: 7, tag: 'too long' });
    expect(typed.body.errors).toMatchObject([
      { pointer: '/name', detail: 'must be a string' },
      { pointer: '/tag', detail: 'must have at most 5 characters' },
    ]);
  });

  test('is processed and reported with --input-check report', async () => {
    const lines: (string | undefined)[] = [];
    const send = await inferred(PETS, {
      inputCheck: 'report',
      records: 0,
      onResponse: ({ violations }) => void lines.push(violations?.()),
    });
    const { status, headers, body } = await send('POST', '/pets', { name: 'Rex', tag: null, ü: 1 });
    expect([status, headers.get(VIOLATIONS)]).toEqual([201, 'body /tag must be a string']);
    expect(body).toMatchObject({ name: 'Rex' });
    expect(body).not.toHaveProperty('tag', null);
    expect((await send('GET', `/pets/${body.id}`)).headers.get(VIOLATIONS)).toBeNull();
    const list = await send('GET', '/pets?limit=many');
    expect([list.status, list.headers.get(VIOLATIONS), list.body]).toEqual([
      200,
      'query /limit must be an integer',
      [body],
    ]);
    expect(lines).toEqual(['body /tag must be a string', undefined, 'query /limit must be an integer']);
    const { exchanges } = (await send('GET', '/_understudy/requests')).body;
    expect(exchanges[0].findings).toEqual(['body /tag must be a string']);
  });

  test('is processed without a report with --input-check off', async () => {
    const send = await inferred(PETS, { inputCheck: 'off' });
    const { status, headers } = await send('POST', '/pets', { name: 7 });
    expect([status, headers.get(VIOLATIONS)]).toEqual([201, null]);
    expect((await send('GET', '/_understudy/requests')).body.exchanges[0].findings).toEqual([]);
  });

  test('is rejected in any case if its body cannot be read, or its caller is not allowed to send it', async () => {
    for (const inputCheck of ['report', 'off'] as const) {
      const send = await inferred(PETS, { inputCheck });
      expect((await send('POST', '/pets', '{bad', { 'content-type': 'application/json' })).status).toBe(400);
      expect((await send('POST', '/pets', 'x', { 'content-type': 'text/odd' })).status).toBe(415);
      const mockServer = await petsMockServer({ inputCheck });
      const response = await mockServer.fetch(new Request('http://localhost/pets/1', { method: 'DELETE' }));
      expect(response.status).toBe(401);
    }
  });

  test('is passed to a handler as it was sent', async () => {
    const document = documentOf({
      '/echo': {
        post: {
          operationId: 'echo',
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
          },
          responses: jsonAnswers({ 200: {} }),
        },
      },
    });
    const handlers = { echo: ({ input }: { input: unknown }) => input };
    const { fetch } = await ownMockServer(document, handlers, {}, { inputCheck: 'report' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(new Request('http://localhost/echo', { method: 'POST', headers, body: '{"a":1}' }));
    expect(await response.json()).toEqual({ a: 1 });
  });

  test('is rejected by the control API, regardless of the setting', async () => {
    const send = await inferred(PETS, { inputCheck: 'off' });
    expect((await send('POST', '/_understudy/seed', { seed: 4 })).status).toBe(400);
  });

  test('never causes an internal error, with any content', async () => {
    const sends = [await inferred(PETS, { inputCheck: 'report' }), await inferred(PETS, { inputCheck: 'off' })];
    const target = fc.constantFrom('/pets', '/pets/1', '/pets/x', '/pets/%00', '/pets?limit=-1', '/pets?limit=x');
    const method = fc.constantFrom('GET', 'POST', 'PATCH');
    await checkProperty(
      fc.asyncProperty(method, target, fc.jsonValue(), async (verb, path, body) => {
        for (const send of sends) {
          const sent = verb === 'GET' ? undefined : JSON.stringify(body);
          const response = await send(
            verb,
            path,
            sent,
            sent === undefined ? {} : { 'content-type': 'application/json' },
          );
          expect(response.status, JSON.stringify(response.body)).toBeLessThan(500);
        }
      }),
      { numRuns: 500 },
    );
  });
});
