// The document of the identity API: shared parts of operations, and their size in the source.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isMap, isScalar, type Pair, parseDocument } from 'yaml';
import { identity } from '../../src/identity/api.ts';
import { type Permission, reachOf } from '../../src/identity/permission.ts';
import { createMockServer } from '../../src/index.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { identityMockServer, send } from '../support/mock-server.ts';

const { operations } = createDocument(await openDocument(new URL('../../spec/identity.yaml', import.meta.url)));

/** All authenticated operations. */
const secured = [...operations.values()].filter((operation) => operation.secured);

describe('the identity document', () => {
  test.each(secured)(
    'declares the challenge that $method $path sends with 401',
    async ({ method, path, responses }) => {
      const mockServer = await identityMockServer();
      const address = path.replaceAll(/\{\w+\}/g, '1');
      const { status, headers } = await send(mockServer, method, address, {
        token: undefined,
        ...(method !== 'GET' && { body: {} }),
      });
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
      expect(responses.forStatus(401)?.headers.map(({ name }) => name)).toContain('www-authenticate');
    },
  );
});

describe('the permission of', () => {
  const owner = { id: '1', userId: '1', level: 'INSTANCE', roles: ['IAM_OWNER'] } as const;
  test.each(secured)('$id is granted by a role', ({ definition }) => {
    const { name } = definition['x-permission'] as { name: Permission };
    expect(reachOf([owner], name)).toMatchObject({ everywhere: true });
  });
});

test.each([
  ['{ name: project.read }', '{ name: project.raed }', 'has the unknown name "project.raed"; known: policy.read, '],
  ['      x-permission: { name: project.read }\n', '', 'has the unknown name undefined; known: '],
  ['project: projectId }', 'project: id }', 'names the path parameter "id", which its path does not have'],
])('a document with %s replaced by %s is rejected at start', async (before, after, problem) => {
  const location = fileURLToPath(new URL('../../spec/identity.yaml', import.meta.url));
  const written = readFileSync(location, 'utf8');
  expect(written).toContain(before);
  const document = { location, text: written.replace(before, after) };
  const starting = createMockServer({ apis: [{ ...identity, document }] });
  await expect(starting).rejects.toMatchObject({ problems: [expect.stringContaining(problem)] });
});

describe('the source of the identity document', () => {
  const source = readFileSync(new URL('../../spec/source/identity.yaml', import.meta.url), 'utf8');
  const parsed = parseDocument(source);

  /** The entries of an object, by name. */
  const entriesOf = (node: unknown): [string, Pair][] =>
    isMap(node) ? node.items.map((pair) => [String(isScalar(pair.key) ? pair.key.value : ''), pair]) : [];
  const textOf = ({ key, value }: Pair) => {
    const [from, to] = [key, value].map((node) => (node as { range: [number, number] }).range);
    return source.slice(from?.[0], to?.[1]).trimEnd();
  };
  const schemas = new Map(entriesOf(parsed.getIn(['components', 'schemas'])));

  const sizes = entriesOf(parsed.get('paths')).flatMap(([, { value: item }]) =>
    entriesOf(item)
      .filter(([method]) => method !== 'parameters')
      .map(([, operation]) => {
        const text = textOf(operation);
        const messages = new Set(text.match(/(?<=schemas\/)\w+(Request|Response)(?=")/g));
        const parts = [text, ...[...messages].map((name) => textOf(schemas.get(name) as Pair))];
        return { id: /operationId: (\w+)/.exec(text)?.[1] ?? '', lines: parts.join('\n').split('\n').length };
      }),
  );

  test.each(sizes)('has at most 60 lines for $id, its messages and examples: $lines', ({ lines }) => {
    expect(lines).toBeGreaterThan(10);
    expect(lines).toBeLessThanOrEqual(60);
  });

  test('contains every operation', () => {
    expect(sizes.map(({ id }) => id)).toEqual([...operations.keys()]);
  });
});

test('a path of the real service that is not mocked gets 404 with similar paths', async () => {
  const mockServer = await identityMockServer();
  const { status, headers, body } = await send(mockServer, 'POST', '/management/v1/users/_search', { body: {} });
  expect([status, body]).toEqual([404, { code: 5, message: 'Not Found', details: [] }]);
  expect(headers.get('x-understudy-reason')).toBe(
    'path /management/v1/users/_search not found in Identity Management API; similar: /management/v1/projects/_search',
  );
});
