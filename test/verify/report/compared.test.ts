// The evidence of checks that compare several responses: all of them, shortened.

import { expect, onTestFinished, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';
import { htmlReport } from '../../../src/verify/report/html/page.ts';
import { junitReport } from '../../../src/verify/report/junit.ts';
import { createReport } from '../../../src/verify/report/report.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

const box = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};
const returns = (status: number, schema: object) => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
});
const requestBody = { required: true, content: { 'application/json': { schema: box } } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const integer = { type: 'integer', minimum: 0 };

const source = documentSource({
  openapi: '3.0.3',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/boxes': {
      get: {
        operationId: 'listBoxes',
        parameters: [
          query('limit', integer),
          query('offset', integer),
          query('sort', { type: 'string', enum: ['name', '-name'] }),
          query('name', { type: 'string' }),
        ],
        responses: returns(200, { type: 'array', items: box }),
      },
      post: { operationId: 'addBox', requestBody, responses: returns(201, box) },
    },
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getBox', responses: { ...returns(200, box), 404: { description: '' } } },
      put: { operationId: 'changeBox', requestBody, responses: returns(200, box) },
      delete: { operationId: 'removeBox', responses: { 204: { description: '' } } },
    },
  },
} as unknown as DocumentObject);

/** A server whose pages lose the fourth item and repeat the second; it stores no change, and deletes nothing. */
function serve({ method, target, body }: WireRequest): WireResponse {
  const json = (status: number, value?: unknown): WireResponse => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: value === undefined ? '' : JSON.stringify(value),
  });
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  const boxes = ['d', 'b', 'e', 'a', 'c'].map((name, index) => ({ id: index + 1, name }));
  const id = Number(pathname.split('/')[2]);
  const name = method === 'POST' || method === 'PUT' ? JSON.parse(Buffer.from(body).toString()).name : 'd';
  if (method === 'POST') return json(201, { id: 1, name });
  if (method === 'DELETE') return json(204);
  if (Number.isInteger(id)) return json(200, { id: 1, name });
  const offset = Number(searchParams.get('offset') ?? 0);
  const limit = Number(searchParams.get('limit') ?? 10);
  const page = boxes.slice(offset, offset + limit);
  return json(200, searchParams.has('limit') ? page.map((one) => (one.id === 4 ? boxes[1] : one)) : page);
}

async function findReport() {
  const { url } = await responding(serve);
  const target = createTarget(url);
  onTestFinished(() => target.close());
  const verdict = await verify({
    document: createDocument(source),
    target,
    sandboxes: { areIsolated: true, withSandbox: (work) => work({}) },
    phases: ['scenarios'],
  });
  const settings = { source, credentials: new Map(), base: '', version: '1.0.0', displayPath: (path: string) => path };
  const report = await createReport(verdict, settings);
  const findings = report.operations.flatMap((one) => one.findings);
  const stepsOf = (check: string) =>
    (findings.find((one) => one.check === check)?.steps ?? []).map(
      ({ description, method, url: shown, status, items, body }) =>
        `${description}: ${method} ${shown.replace(url, '')} ${status} ${items ? items.join() : body}`,
    );
  return { report, url, findings, stepsOf };
}

test('all pages are shown, with the ids on each, and the whole list where items are missing', async () => {
  const { stepsOf, findings } = await findReport();
  expect(findings.find(({ check }) => check === 'pagination-complete')?.message).toBe(
    '2 is on two pages; 1 of 5 items are on no page, such as 4',
  );
  expect(stepsOf('pagination-complete')).toEqual([
    'list, page 1: GET /boxes 200 1,2,3,4,5',
    'list, page 2: GET /boxes?offset=5 200 ',
    'list, page 1: GET /boxes?limit=2 200 1,2',
    'list, page 2: GET /boxes?limit=2&offset=2 200 3,2',
    'list, page 3: GET /boxes?limit=2&offset=4 200 5',
    'list, page 4: GET /boxes?limit=2&offset=6 200 ',
  ]);
});

test('so are the pages of sorted and filtered lists, and the requests for an item', async () => {
  const { stepsOf } = await findReport();
  expect(stepsOf('sort-applied')[0]).toBe('list, page 1: GET /boxes?sort=name 200 1,2,3,4,5');
  expect(stepsOf('filter-applied')[0]).toMatch(/^list, page 1: GET \/boxes\?name=\w 200 1,2,3,4,5$/);
  expect(stepsOf('read-after-update').map((one) => one.replace(/\{.*/, ''))).toEqual([
    'create: POST /boxes 201 ',
    'update: PUT /boxes/1 200 ',
    'read after update: GET /boxes/1 200 ',
  ]);
  expect(stepsOf('not-found-after-delete').slice(0, 2)).toEqual([
    'delete: DELETE /boxes/1 204 ',
    'read after delete: GET /boxes/1 200 {"id":1,"name":"d"}',
  ]);
});

test('reports for people show them as lines', async () => {
  const { report, url } = await findReport();
  const line = `- list, page 2: GET ${url}/boxes?limit=2&offset=2 → 200: 2 items: 3, 2`;
  expect(terminalReport(report, false)).toContain(`   ${line}`);
  expect(junitReport([report], 'verify')).toContain(line.replaceAll('&', '&amp;'));
  expect(htmlReport([report])).toContain(line.replaceAll('&', '&amp;'));
});
