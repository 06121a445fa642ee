// A server that accepts too few, too many or unknown properties is found.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const TEXT = { type: 'string', enum: ['x'] };
const PATCH = {
  type: 'object',
  minProperties: 1,
  maxProperties: 2,
  additionalProperties: false,
  properties: { title: TEXT, note: TEXT, place: TEXT, city: TEXT },
  dependentRequired: { city: ['place'] },
};

type Body = Readonly<Record<string, unknown>>;

/** One line each; a server without that line accepts what the line rejects. */
const RULES = {
  minProperties: (body: Body) => Object.keys(body).length >= 1,
  maxProperties: (body: Body) => Object.keys(body).length <= 2,
  additionalProperties: (body: Body) => Object.keys(body).every((name) => Object.hasOwn(PATCH.properties, name)),
  dependentRequired: (body: Body) => body.city === undefined || body.place !== undefined,
};

/** Findings of a server that enforces all rules but one. */
async function found(missing?: keyof typeof RULES): Promise<readonly string[]> {
  const rules = Object.entries(RULES).flatMap(([name, rule]) => (name === missing ? [] : [rule]));
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const text = Buffer.concat(await request.toArray()).toString();
    if (request.headers['content-type'] !== 'application/json' || text.includes('\uFFFD')) return send(400, {});
    try {
      const body = JSON.parse(text);
      const isRight =
        Object.prototype.toString.call(body) === '[object Object]' &&
        Object.entries(body).every(([name, value]) => value === 'x' || !Object.hasOwn(PATCH.properties, name)) &&
        rules.every((rule) => rule(body));
      return send(isRight ? 200 : 400, {});
    } catch {
      return send(400, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const responses = { 200: { description: '' }, 400: { description: '' } };
  const document = createDocument(
    documentSource({
      openapi: '3.1.0',
      info: { title: 'Settings', version: '1' },
      paths: {
        '/preview': {
          post: {
            operationId: 'preview',
            requestBody: { required: true, content: { 'application/json': { schema: PATCH } } },
            responses,
          },
        },
      },
    } as unknown as DocumentObject),
  );
  const sandboxes = await detectSandboxes(target);
  const settings = { allowWrites: true, allowUnsafe: ['preview'], phases: ['boundaries'] } as const;
  const verdict = await verify({ document, target, sandboxes, ...settings });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  return listErrors(verdict).map(({ check, message }) => `${check}: ${message}`);
}

test.each([
  [undefined, []],
  ['minProperties', ['body / empty']],
  ['maxProperties', ['body / with place: body must have at most 2 properties']],
  ['additionalProperties', ['body / with an undeclared property']],
  ['dependentRequired', ['body / with city, without place']],
] as const)('a server without the rule %s is found', async (rule, expected) => {
  const all = expected.map((what) => expect.stringContaining(`accepted with 200, but invalid: ${what}`));
  expect(await found(rule)).toEqual(all);
});
