// The traffic section in the report of a proxy.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createTrafficReport } from '../../../src/verify/proxy/proxy-findings.ts';
import { createReport } from '../../../src/verify/report/report.ts';
import { libraryApi, proxying, serving } from '../../support/proxying.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../../spec/verify-report.schema.json', import.meta.url), 'utf8'));

test('reports undeclared, not requested, mocked, unchecked and recorded requests', async () => {
  const { url: mockServer } = await serving(createServer((_request, response) => response.end('[]')));
  const { document } = await libraryApi();
  const proxy = await proxying((_request, response) => void response.writeHead(501).end(), {
    mock: { url: mockServer, mocksMissing: true, operations: [] },
    record: { file: join(await temporaryFolder(), 'passed.har') },
    bodyLimit: 10,
  });
  for (const path of ['/favicon.ico', '/favicon.ico?secret', '/nothing', '/books', '/books', '/stats'])
    await (await fetch(proxy.url + path)).text();
  await (await fetch(`${proxy.url}/covers/1`, { method: 'PUT', body: 'x'.repeat(100) })).text();
  const about = { source: document.source, base: '', credentials: new Map(), version: '1', displayPath: String };
  const report = await createReport(await proxy.verdict(), { ...about, traffic: createTrafficReport(proxy) });
  const reason = 'the server returned 501';
  expect(report.traffic).toEqual({
    undeclared: [
      { request: 'GET /favicon.ico', count: 2 },
      { request: 'GET /nothing', count: 1 },
    ],
    notRequested: ['addBook', 'getBook', 'removeBook', 'followNews', 'listLoans'],
    mocked: [
      { operation: 'listBooks', count: 2, reason },
      { operation: 'getStats', count: 1, reason },
    ],
    unchecked: [{ reason: 'a large or incomplete request body', count: 1 }],
    recorded: { requests: 7, dropped: 0 },
  });
  const ajv = new Ajv2020({ strictRequired: false, strictTypes: false });
  addFormats.default(ajv);
  expect(ajv.validate(SCHEMA, JSON.parse(JSON.stringify(report))) || ajv.errors).toBe(true);
});
