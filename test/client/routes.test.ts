// Routes of the client, compared with the document of the control API.

import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { ROUTES, routed } from '../../src/client/routes.ts';

interface Described {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in?: string; readonly $ref?: string }[];
}

const spec = load(await readFile(new URL('../../spec/control.yaml', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};
const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId, parameters = [] }]) =>
    operationId === undefined ? [] : [{ operationId, route: `${method.toUpperCase()} ${path}`, parameters }],
  ),
);

test('every operation has the route of the document', () => {
  expect(ROUTES).toEqual(Object.fromEntries(operations.map(({ operationId, route }) => [operationId, route])));
});

test('no operation with a body has parameters in its query', () => {
  const mixed = operations.filter(
    ({ route, parameters }) =>
      /^(POST|PUT|PATCH) /.test(route) &&
      parameters.some((one) => one.in === 'query' || one.$ref?.match(/Api$|Records$/)),
  );
  expect(mixed).toEqual([]);
});

test.each([
  ['nothing is said', 'undoChanges', {}, { method: 'POST', target: '/_understudy/undo', body: undefined }],
  [
    'names are no paths',
    'restoreSnapshot',
    { name: 'a/../b c' },
    { method: 'POST', target: '/_understudy/snapshots/a%2F..%2Fb%20c/restore', body: undefined },
  ],
  [
    'the rest goes into the body',
    'updateFault',
    { id: 'fault-1', paused: true },
    { method: 'PATCH', target: '/_understudy/faults/fault-1', body: '{"paused":true}' },
  ],
  [
    'or into the query, without what is not said',
    'showDifference',
    { from: 'snapshot:a&b', to: undefined, limit: 3 },
    { method: 'GET', target: '/_understudy/difference?from=snapshot%3Aa%26b&limit=3', body: undefined },
  ],
] as const)('%s', (_, operation, input, request) => {
  expect(routed(operation, input)).toEqual(request);
});
