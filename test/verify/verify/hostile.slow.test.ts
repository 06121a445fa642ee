// Hostile responses: a run ends, and reports each operation.

import { expect, test } from 'vitest';
import { hostileJson } from '../../support/hostile-json.ts';
import { documentWith, written } from '../../support/opened.ts';
import { reportOfAnswers } from '../../support/reports.ts';

const SCHEMAS = {
  'an enum of objects': '{ properties: { title: { enum: [{ a: 1 }, 2] } } }',
  'unique items': '{ properties: { title: { uniqueItems: true } } }',
  'a recursive schema': `{ properties: { title: { $ref: '#/components/schemas/R' } } }`,
};
const RECURSIVE = `{ R: { items: { $ref: '#/components/schemas/R' }, additionalProperties: { $ref: '#/components/schemas/R' } } }`;

const cases = Object.entries(SCHEMAS).flatMap(([what, schema]) =>
  hostileJson.map(([held, body]) => [held, what, schema, body] as const),
);

test.each(cases)('%s are validated against %s', async (_, _what, schema, body) => {
  const path = await written({ 'api.yaml': documentWith(schema, RECURSIVE) });
  const bytes = body('t1');
  const report = await reportOfAnswers((request, response) => {
    const isGet = request.method === 'GET';
    response.writeHead(isGet ? 200 : 405, { 'content-type': 'application/json', allow: 'GET' }).end(isGet ? bytes : '');
  }, path);
  expect(report.operations.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ['a', expect.stringMatching(/^(passed|failed)$/)],
  ]);
});
