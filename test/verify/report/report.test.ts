// The report: its JSON Schema, source locations of findings, and redaction.

import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { once } from '../../../src/schema/once.ts';
import { CHECK_IDS } from '../../../src/verify/checks.ts';
import { htmlReport } from '../../../src/verify/report/html/page.ts';
import { listFindings, type Report } from '../../../src/verify/report/report.ts';
import { sarifReport } from '../../../src/verify/report/sarif.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';
import { written } from '../../support/opened.ts';
import { hostileReport, notebookReport, reportOfAnswers } from '../../support/reports.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SCHEMA = JSON.parse(readFileSync(new URL('../../../spec/verify-report.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strictRequired: false, strictTypes: false, strictTuples: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(SCHEMA);

/** Schema violations of a serialized report. */
function faultsOf(report: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(report)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** A document with schemas in a second file. */
async function inTwoFiles(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'parts'));
  const schema = '# What there is\nThing:\n  type: object\n  properties:\n    id: { type: integer }\n';
  await writeFile(join(folder, 'parts', 'things.yaml'), schema);
  await writeFile(
    join(folder, 'api.yaml'),
    `openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: getThings
      responses:
        '200':
          description: all
          content: { application/json: { schema: { $ref: 'parts/things.yaml#/Thing' } } }
`,
  );
  return join(folder, 'api.yaml');
}

const sendsText = (text: string) => (_: unknown, response: import('node:http').ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: text }));

const TWO = { operations: ['listNotes', 'getNote'] };
const stored = once(() => notebookReport(undefined, { operations: ['listNotes'] }));
const unasked = once(() => notebookReport('no authentication', TWO));
const cutOff = once(() => notebookReport('the connection ends'));

describe('the report matches its schema', () => {
  const aborted = AbortSignal.abort();
  test.each<[what: string, report: () => Promise<Report>, has: (report: Report) => unknown]>([
    ['without findings', stored, ({ operations }) => operations.every((one) => one.outcome === 'passed')],
    [
      'with findings',
      unasked,
      (report) => listFindings([report]).some(({ finding }) => finding.otherExamples.length === 2),
    ],
    [
      'without a response',
      cutOff,
      (report) => listFindings([report]).some(({ finding }) => finding.response.status === 0),
    ],
    [
      'with untested operations',
      () => notebookReport(undefined, { allowWrites: false }),
      ({ operations }) => operations.some((one) => one.outcome === 'notTested'),
    ],
    ['with warnings', hostileReport, ({ operations }) => operations.some(({ warnings }) => warnings.length > 0)],
    ['with coverage', cutOff, ({ coverage }) => Object.keys(coverage?.operations[2]?.missing ?? {}).length > 0],
    ['of a stopped run', () => notebookReport(undefined, { signal: aborted }), ({ incomplete }) => incomplete],
  ])('%s', async (_, make, has) => {
    const report = await make();
    expect(has(report)).toBe(true);
    expect(faultsOf(report)).toEqual([]);
    expect(faultsOf([report, report])).toEqual([]);
  });

  test('with a check for which the list has too few items', async () => {
    const path = join(await temporaryFolder(), 'api.yaml');
    await writeFile(
      path,
      `openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1 } }]
      responses:
        '200':
          description: all
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }
`,
    );
    const report = await reportOfAnswers(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":1}]'),
      path,
      { phases: ['examples', 'scenarios'] },
    );
    expect(faultsOf(report)).toEqual([]);
    const reason = 'too few items (1, 5 are needed)';
    expect(report.operations[0]?.untestedChecks).toEqual([{ check: 'pagination-complete', reason }]);
    expect(terminalReport(report, false)[0]).toMatch(/^passed +listThings .*; pagination-complete not tested: too few/);
    expect(htmlReport([report])).toContain(
      `<td class="untested" aria-label="not tested: ${reason}" title="not tested: ${reason}">–</td>`,
    );
  });

  test('with hostile content', async () => {
    const report = await hostileReport();
    expect(listFindings([report]).length).toBeGreaterThan(0);
    expect(faultsOf(report)).toEqual([]);
  });

  test('and the schema rejects missing, additional and mistyped properties', async () => {
    const report = JSON.parse(JSON.stringify(await hostileReport()));
    const places = [...objectsIn(report)];
    expect(places.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/operations/0/findings/0/request',
        '/operations/1/warnings/0/excerpt',
        '/coverage/operations/1',
      ]),
    );
    for (const { holder, path } of places) {
      for (const key of Object.keys(holder)) {
        const before = holder[key];
        delete holder[key];
        if (key !== 'coverage' && key !== 'leftovers')
          expect([path, key, faultsOf(report)]).not.toEqual([path, key, []]);
        for (const other of [{ an: {} }, Number.NaN]) {
          holder[key] = other;
          expect([path, key, other, faultsOf(report)]).not.toEqual([path, key, other, []]);
        }
        holder[key] = before;
      }
      holder.more = 1;
      expect([path, faultsOf(report)]).not.toEqual([path, []]);
      delete holder.more;
    }
    expect(faultsOf(report)).toEqual([]);
    expect(faultsOf([report])).not.toEqual([]);
  });
});

/** The objects of a report, except maps. */
function* objectsIn(
  value: unknown,
  path = '',
): Generator<{ readonly holder: Record<string, unknown>; readonly path: string }> {
  if (
    typeof value !== 'object' ||
    value === null ||
    /\/(statuses|headers|missing|coverage\/operations\/\d+\/totals)$/.test(path)
  )
    return;
  if (!Array.isArray(value)) yield { holder: value as Record<string, unknown>, path };
  // The first item of each array is enough.
  for (const [key, each] of Object.entries(value).slice(0, Array.isArray(value) ? 2 : undefined))
    yield* objectsIn(each, `${path}/${key}`);
}

/** A document in three files, with schemas for bodies, headers, errors and a parameter. */
const BROKEN = {
  'api.yaml': `openapi: VERSION
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: getThings
      parameters:
        - $ref: 'parts/limit.yaml'
      responses:
        '200':
          description: all
          headers:
            X-Left:
              schema:
                type: integer
                maximum: 9
            X-Name:
              schema:
                type: integer
                maximum: 9
            X-Gone:
              required: true
              schema: {}
          content:
            application/json:
              schema: { $ref: 'parts/things.yaml#/Things' }
        '404':
          description: none
          content:
            application/json:
              schema:
                required: [code]
`,
  'parts/limit.yaml': `name: limit
in: query
schema:
  type: integer
  maximum: 5
`,
  'parts/things.yaml': `Things:
  type: array
  items:
    allOf:
      - $ref: '#/Thing'
Thing:
  type: object
  properties:
    size: { type: integer }
    name:
      type: string
      maxLength: 3
`,
};

describe('each finding', () => {
  test.each(['3.0.3', '3.1.0'])(
    'of an OpenAPI %s document is located at the violated keyword and its file',
    async (version) => {
      const path = await written({ ...BROKEN, 'api.yaml': BROKEN['api.yaml'].replace('VERSION', version) });
      const report = await reportOfAnswers(({ method, url = '' }, response) => {
        const headers = { 'content-type': 'application/json', 'x-left': '10', 'x-name': '11' };
        if (method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
        else if (/limit=5/.test(url)) response.writeHead(404, headers).end('{}');
        else response.writeHead(200, headers).end('[{"size":1,"name":"long"}]');
      }, path);
      const broken = listFindings([report]).map(({ finding: { check, location, pointer } }) => {
        const file = location.file.slice(location.file.lastIndexOf(sep) + 1);
        return `${check} ${file}:${location.line}:${location.column} ${pointer.split('/').at(-1)}`;
      });
      expect(broken.toSorted()).toEqual([
        'error-body api.yaml:32:17 required',
        'invalid-input-rejected limit.yaml:4:3 type',
        'invalid-input-rejected limit.yaml:5:3 maximum',
        'response-body things.yaml:12:7 maxLength',
        'response-headers api.yaml:22:15 required',
      ]);
      const headers = listFindings([report]).find(({ finding }) => finding.check === 'response-headers');
      expect(headers?.finding.message).toMatch(/X-Gone.*; .*X-Left.*; .*X-Name/i);
      const results = JSON.stringify(sarifReport([report], 'verify'));
      expect(results).toMatch(/things\.yaml"[^}]*\}[^}]*"startLine":12,"startColumn":7/);
    },
  );

  test('of a missing required part is located at its declaration', async () => {
    const api = `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: order
      parameters:
        - name: shop
          in: query
          required: true
          schema: { type: string }
        - name: X-Till
          in: header
          required: true
          schema: { type: string }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: { note: { type: string } }
              required: [note]
      responses: { '200': { description: ok } }
`;
    const path = await written({ 'api.yaml': api });
    const taking = (_: unknown, response: import('node:http').ServerResponse) => void response.writeHead(200).end();
    const report = await reportOfAnswers(taking, path, { allowWrites: true, allowUnsafe: ['order'] });
    const missed = listFindings([report]).flatMap(({ finding: { check, location, message } }) =>
      check === 'missing-required-rejected' ? [`${location.line}:${location.column} ${message}`] : [],
    );
    expect(missed.toSorted()).toEqual([
      '10:11 accepted with 200 without query shop, which is required',
      '14:11 accepted with 200 without header X-Till, which is required',
      '17:9 accepted with 200 without a body, which is required',
      '23:15 accepted with 200 without body /note, which is required',
    ]);
  });

  test('has file, line and column, and the lines around it', async () => {
    const report = await reportOfAnswers(sendsText('one'), await inTwoFiles());
    const [{ finding }] = listFindings([report]) as [ReturnType<typeof listFindings>[0]];
    expect(finding.location.file).toMatch(/parts[/\\]things\.yaml$/);
    expect(finding.pointer).toMatch(/\/properties\/id\/type$/);
    expect(finding.location).toMatchObject({ line: 5, column: 11 });
    expect(finding.excerpt).toEqual({
      line: 3,
      lines: ['type: object', 'properties:', '  id: { type: integer }'],
    });
    expect(report.operations[0]?.location).toMatchObject({ file: report.document, line: 5, column: 5 });
  });

  test('has a unique fingerprint, equal in the next run', async () => {
    const FAULTS = ['no authentication', 'a string instead of a number'] as const;
    const runs: string[][] = [[], []];
    for (const prints of runs)
      for (const fault of FAULTS)
        prints.push(...listFindings([await notebookReport(fault)]).map(({ finding }) => finding.fingerprint));
    expect(runs[0]?.length).toBeGreaterThan(5);
    expect(runs[1]).toEqual(runs[0]);
    expect(new Set(runs[0]).size).toBe(runs[0]?.length);
  });

  test('contains no secret in any form', async () => {
    const secret = 'Open "Sesame":1&2';
    const folder = await temporaryFolder();
    const path = join(folder, 'api.json');
    const schemes = {
      pair: { type: 'http', scheme: 'basic' },
      requested: { type: 'apiKey', in: 'query', name: 'key' },
    };
    const responses = {
      200: { description: 'it', content: { 'application/json': { schema: { type: 'object', maxProperties: 0 } } } },
    };
    await writeFile(
      path,
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Echo', version: '1' },
        components: { securitySchemes: schemes },
        paths: {
          '/pair': { get: { operationId: 'byPair', security: [{ pair: [] }], responses } },
          '/asked': { get: { operationId: 'byQuery', security: [{ requested: [] }], responses } },
        },
      }),
    );
    const report = await reportOfAnswers(
      ({ headers, url }, response) => {
        const body = JSON.stringify({
          reported: headers,
          url,
          secret,
          filling: 'x'.repeat(4000 + secret.length),
          secret2: secret,
        });
        response
          .writeHead(200, { 'content-type': 'application/json', 'x-told': `${headers.authorization ?? url}` })
          .end(body);
      },
      path,
      {
        credentials: new Map([
          ['pair', secret],
          ['requested', secret],
        ]),
      },
    );
    const text = JSON.stringify(report);
    expect(listFindings([report]).map(({ operation }) => operation.operation)).toEqual(
      expect.arrayContaining(['byPair', 'byQuery']),
    );
    for (const way of [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret), 'Sesame'])
      expect(text.includes(way) || text.includes(JSON.stringify(way).slice(1, -1))).toBe(false);
    const curls = listFindings([report]).flatMap(({ finding }) =>
      [finding, ...finding.otherExamples].map(({ request }) => request.curl),
    );
    expect(
      curls.some((one) => /"Authorization: Basic \$\(printf %s "\$\{pair\}" \| base64 \| tr -d '\\n'\)"/.test(one)),
    ).toBe(true);
  });

  test('has a check that was run', async () => {
    const report = await notebookReport('no authentication', { checks: ['authentication-required'], ...TWO });
    expect(report.checks).toEqual(['authentication-required']);
    expect(new Set(listFindings([report]).map(({ finding }) => finding.check))).toEqual(new Set(report.checks));
    expect((await stored()).checks).toEqual(CHECK_IDS);
  });
});
