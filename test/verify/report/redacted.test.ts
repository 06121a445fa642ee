// Redaction of secrets in each part of a finding, and in each report format.

import { describe, expect, test } from 'vitest';
import { once } from '../../../src/schema/once.ts';
import { githubReport } from '../../../src/verify/report/github.ts';
import { htmlReport } from '../../../src/verify/report/html/page.ts';
import { junitReport } from '../../../src/verify/report/junit.ts';
import { listFindings, type Report } from '../../../src/verify/report/report.ts';
import { sarifReport } from '../../../src/verify/report/sarif.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { written } from '../../support/opened.ts';
import { reportOfAnswers } from '../../support/reports.ts';

const CREDENTIALS = new Map([
  ['asked', 'asked-for-4711'],
  ['field', 'field-of-4712'],
  ['crumb', 'crumb-of-4713'],
]);
const SECRET = 'field-of-4712';

/** A document with a credential as a value and as a name. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Told', version: '1' },
  security: [{ asked: [], field: [], crumb: [] }],
  components: {
    securitySchemes: {
      asked: { type: 'apiKey', in: 'query', name: 'asked' },
      field: { type: 'apiKey', in: 'header', name: 'X-Field' },
      crumb: { type: 'apiKey', in: 'cookie', name: 'crumb' },
    },
  },
  paths: {
    '/things': {
      post: {
        operationId: 'addThing',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['word'], properties: { word: { enum: [SECRET] } } },
              examples: { first: { value: { word: SECRET } }, [SECRET]: { value: { word: SECRET, more: 1 } } },
            },
          },
        },
        responses: {
          200: {
            description: 'it',
            content: { 'application/json': { schema: { properties: { echo: { enum: [SECRET] } } } } },
          },
        },
      },
      get: { operationId: 'listThings', responses: { 200: { description: 'all' } } },
    },
  },
};

const reported = once(async () => {
  const path = await written({ 'api.json': JSON.stringify(DOCUMENT, undefined, 2) });
  return reportOfAnswers(
    (request, response) => {
      const { headers, url } = request;
      // Findings of other requests are not needed here.
      const status =
        request.method === 'GET' || !headers['x-field'] ? 401 : headers['content-length'] === '33' ? 201 : 200;
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-told': `${headers['x-field']} ${url}`,
      });
      response.end(JSON.stringify({ echo: 'no', url, headers }));
    },
    path,
    {
      credentials: CREDENTIALS,
      allowWrites: true,
      allowUnsafe: ['addThing'],
      phases: ['examples'],
      contracts: new Map([
        [
          'listThings',
          {
            setup() {
              throw new Error(`${SECRET} was refused`);
            },
          },
        ],
      ]),
    },
  );
});

const found = (report: Report, check: string) => {
  const [one] = listFindings([report]).filter(({ finding }) => finding.check === check);
  if (!one) throw new Error(`no finding of ${check}`);
  return one.finding;
};
const body = (report: Report) => found(report, 'response-body');
const status = (report: Report) => found(report, 'documented-status');
/** The shell expression of a variable. */
const variable = (name: string) => `\${${name}}`;

test.each<[what: string, of: (report: Report) => string, shown: string]>([
  ['the message', (one) => body(one).message, '[value of field]'],
  ['the lines of the document', (one) => body(one).excerpt.lines.join(), '[value of field]'],
  ['the description of the request', (one) => status(one).request.description, '[value of field]'],
  ['the variants', (one) => status(one).variants.join(), '[value of field]'],
  ['the URL', (one) => body(one).request.url, '[value of asked]'],
  [
    'a header',
    (one) => JSON.stringify(body(one).request.headers.filter(([name]) => name === 'X-Field')),
    '[value of field]',
  ],
  [
    'a cookie',
    (one) => JSON.stringify(body(one).request.headers.filter(([name]) => name === 'Cookie')),
    '[value of crumb]',
  ],
  ['the body', (one) => body(one).request.body, '[value of field]'],
  ['the URL in the command', (one) => body(one).request.curl, `?asked=${variable('asked')}`],
  ['the header in the command', (one) => body(one).request.curl, `X-Field: ${variable('field')}`],
  ['the cookie in the command', (one) => body(one).request.curl, `crumb=${variable('crumb')}`],
  ['the body in the command', (one) => body(one).request.curl, `--data-raw "{\\"word\\":\\"${variable('field')}\\"}"`],
  ['the response headers', (one) => JSON.stringify(body(one).response.headers), '[value of field]'],
  // The cookie is also redacted by name.
  ['the response body', (one) => body(one).response.body, '"x-field":"[value of field]","cookie":"[redacted]"'],
  [
    'the reason of an untested operation',
    ({ operations }) => operations.find(({ reason }) => reason)?.reason ?? '',
    '[value of field] was refused',
  ],
])('no secret is in %s', async (_, of, shown) => {
  const text = of(await reported());
  expect(text).toContain(shown);
  for (const secret of CREDENTIALS.values()) expect(text).not.toContain(secret);
});

describe('no secret is in the report format', () => {
  test.each<[form: string, write: (report: Report) => string]>([
    ['JSON', (one) => JSON.stringify(one)],
    ['terminal', (one) => terminalReport(one, true, true).join('\n')],
    ['JUnit', (one) => junitReport([one], 'verify')],
    ['SARIF', (one) => JSON.stringify(sarifReport([one], 'verify'))],
    ['GitHub', (one) => githubReport([one], true).join('\n')],
    ['HTML', (one) => htmlReport([one])],
  ])('%s', async (_, write) => {
    const text = write(await reported());
    expect(text).toContain('[value of field]');
    for (const secret of CREDENTIALS.values()) expect(text).not.toContain(secret);
  });
});

test('credentials in the URL of a server are not reported', () => {
  const target = createTarget('http://somebody:pass-4714@127.0.0.1:9/below/');
  expect(target.url).toBe('http://127.0.0.1:9/below');
});
