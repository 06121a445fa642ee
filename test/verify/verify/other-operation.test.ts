// Requests whose path values match another operation.

import { expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { findOtherOperation } from '../../../src/verify/requests/find-other-operation.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const get = (name: string) => ({ get: { operationId: name, responses: { 200: { description: '' } } } });

test.each<[own: string, other: string, target: string, isOther: boolean]>([
  ['/users/{id}', '/users/me', '/users/me', true],
  ['/users/{id}', '/users/me', '/users/me?page=2', true],
  ['/users/{id}', '/users/me', '/users/m%65', true],
  ['/users/{id}', '/users/me', '/users/you', false],
  ['/users/{id}/pets', '/users/me/{what}', '/users/me/pets', true],
  ['/files/{name}', '/files/{name}.json', '/files/a.json', true],
  ['/files/{name}', '/files/{name}.json', '/files/a.text', false],
  ['/files/{name}', '/files/{name}{ending}', '/files/a.json', false],
  ['/users/me', '/users/{id}', '/users/me', false],
  ['/{tenant}/users', '/users', '/v1/users', false],
])('of %s and %s, the target %s matches the second: %s', (own, other, target, isOther) => {
  const bundled = { openapi: '3.0.3', info: { title: 'Users', version: '1' }, servers: [{ url: '/v1' }] };
  for (const paths of [
    { [own]: get('own'), [other]: get('other') },
    { [other]: get('other'), [own]: get('own') },
  ]) {
    const document = createDocument(documentSource({ ...bundled, paths } as DocumentObject));
    const operation = document.operations.get('own');
    if (!operation) throw new Error('it is described');
    const request = { method: operation.method, target, rawParameters: { path: {}, query: '', headers: {} } };
    expect(findOtherOperation(document, operation, request)?.id).toBe(isOther ? 'other' : undefined);
  }
});

test('a request with a method of the other path only matches that path', () => {
  const remove = { delete: { operationId: 'other', responses: { 204: { description: '' } } } };
  const paths = { '/users/{id}': get('own'), '/users/me': remove };
  const bundled = { openapi: '3.0.3', info: { title: 'Users', version: '1' }, paths };
  const document = createDocument(documentSource(bundled as DocumentObject));
  const operation = document.operations.get('own');
  if (!operation) throw new Error('it is described');
  const sent = { path: {}, query: '', headers: {} };
  expect(
    findOtherOperation(document, operation, { method: 'DELETE', target: '/users/me', rawParameters: sent })?.id,
  ).toBe('other');
  expect(
    findOtherOperation(document, operation, { method: 'GET', target: '/users/me', rawParameters: sent }),
  ).toBeUndefined();
});

test('of two paths that differ in parameter names only, the first matches', async () => {
  const of = (name: string, type: string) => ({
    parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
    get: {
      operationId: name,
      responses: { 200: { description: '', content: { 'application/json': { schema: { type } } } } },
    },
  });
  const verdict = await verdictOf({ '/pages/{page}': of('page', 'array'), '/pages/{state}': of('state', 'object') });
  expect(verdict.operations.map(({ operation, outcome, reason }) => [operation.id, outcome, reason])).toEqual([
    ['page', 'passed', undefined],
    ['state', 'notTested', expect.stringContaining('would match page, whose path is /pages/{page}')],
  ]);
  expect(listErrors(verdict)).toEqual([]);
});

test('an operation whose requests match another path is not tested, with the reason', async () => {
  const kind = { name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: ['pets'] } };
  const verdict = await verdictOf({
    '/settings/pets': get('pets'),
    '/settings/{kind}': { parameters: [kind], ...get('settings') },
  });
  expect(verdict.operations.map(({ operation, outcome, reason }) => [operation.id, outcome, reason])).toEqual([
    ['pets', 'passed', undefined],
    ['settings', 'notTested', expect.stringContaining('would match pets, whose path is /settings/pets')],
  ]);
  expect(listErrors(verdict)).toEqual([]);
});

/** The verdict on a mock server with these paths. */
async function verdictOf(paths: object): Promise<Verdict> {
  const bundled = { openapi: '3.0.3', info: { title: 'Paths', version: '1' }, paths } as DocumentObject;
  const given = { location: 'paths.json', text: JSON.stringify(bundled) };
  const mockServer = await createMockServer({
    apis: [{ name: 'own', document: given, infer: true }],
    onNotice: () => {},
  });
  const target = createTarget((await mockServer.listen()).url);
  try {
    const document = createDocument(documentSource(bundled));
    return await verify({ document, target, sandboxes: await detectSandboxes(target), credentials: new Map() });
  } finally {
    target.close();
    await mockServer.close();
  }
}
