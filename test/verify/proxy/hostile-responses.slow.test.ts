// Hostile responses are forwarded and reported, and the proxy continues.

import { expect, test } from 'vitest';
import { codecsOf } from '../../../src/server/codec/codecs.ts';
import { loadApi } from '../../../src/server/pipeline/api/load-api.ts';
import { hostileJson } from '../../support/hostile-json.ts';
import { documentWith, written } from '../../support/opened.ts';
import { proxying } from '../../support/proxying.ts';

const RECURSIVE = `{ R: { items: { $ref: '#/components/schemas/R' }, additionalProperties: { $ref: '#/components/schemas/R' } } }`;

const UNREADABLE = 'documented-media-type a: response 200 cannot be decoded as application/json:';

test.each<[what: string, schema: string, broken: readonly string[]]>([
  ['an enum with objects', '{ properties: { title: { enum: [{ a: 1 }, 2] } } }', ['/title must be one of {"a":1}, 2']],
  ['unique items', '{ properties: { title: { uniqueItems: true } } }', []],
  ['a recursive schema', `{ properties: { title: { $ref: '#/components/schemas/R' } } }`, []],
])('forwards hostile bodies unchanged, and validates them against %s', async (_what, schema, broken) => {
  const path = await written({ 'api.yaml': documentWith(schema, RECURSIVE) });
  const loaded = await loadApi({ name: 'api', document: path, infer: true });
  const codecs = await codecsOf(loaded, { omitDefaults: false, limit: 1024 * 1024 });
  const bodies = hostileJson.map(([, body]) => Buffer.from(body('t1')));
  let requested = 0;
  const proxy = await proxying(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(bodies[requested]);
      requested += 1;
    },
    { served: { ...loaded, ...codecs, inputCheck: 'enforce', outputCheck: 'report' } },
  );
  for (const body of bodies) {
    const answer = Buffer.from(await (await fetch(new URL('/a', proxy.url))).arrayBuffer());
    expect(answer.equals(body)).toBe(true);
  }
  const { operations } = await proxy.verdict();
  expect(operations.map(({ operation, requests }) => [operation.id, requests])).toEqual([['a', bodies.length]]);
  expect((await proxy.findings()).toSorted()).toEqual([
    expect.stringContaining(`${UNREADABLE} Unterminated string`),
    expect.stringContaining(`${UNREADABLE} it is not UTF-8`),
    `${UNREADABLE} the body is nested deeper than 1000 levels`,
    `${UNREADABLE} the number 1e999 is beyond ±1.8e308`,
    ...broken.map((one) => `response-body a: response 200 ${one}`),
  ]);
});
