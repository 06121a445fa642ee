// What a terminal shows: whatever words come from outside, they control nothing.

import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findingLines, greeting } from '../../src/cli/greeting.ts';
import type { AnyApi } from '../../src/engine/api.ts';
import { respondersSentence } from '../../src/front/responders-sentence.ts';
import { identity } from '../../src/identity/api.ts';
import { defineClient } from '../../src/index.ts';
import { ask, identityStandIn } from '../support/stand-in.ts';

const CONTROLLING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const hostile = fc.string({
  unit: fc.constantFrom('\u001b', '\u009b', '\r', '\n', '\u202e', '\u2066', '\u200f', '\u2028', '[2J', 'x'),
});

test('the greeting has as many lines whatever names there are, and nothing in it controls the terminal', () => {
  const saying = (text: string) => {
    const word = `x${text}`;
    const introduction = {
      callers: [{ token: word, who: word }],
      example: { method: 'GET', path: `/${word}`, token: word, body: { word } },
    };
    const applications = [defineClient({ id: word, name: word, redirectUris: [word] })];
    const introduced = [{ title: word, introduction, applications, loginPath: word, services: [word] }];
    return greeting(introduced, { url: 'http://localhost:8080', issuer: undefined, remarks: ['Kept.'] }).split('\n');
  };
  const { length } = saying('');
  fc.assert(
    fc.property(hostile, (text) => {
      const lines = saying(text);
      expect(lines).toHaveLength(length);
      expect(lines.join('')).not.toMatch(CONTROLLING);
    }),
  );
});

/** An application of the project Pets. */
const application = (id: string, devMode = false) =>
  defineClient({
    id,
    name: id,
    project: { id: 'pets', name: 'Pets' },
    redirectUris: [`https://${id}.example`],
    devMode,
  });

test('the greeting says where an api is, who answers, with which tokens and logins, how to call it, and which request works', () => {
  const introduction = {
    callers: [
      { token: 'ann', who: 'Ann, who may do all' },
      { token: 'bo-token', who: 'Bo' },
    ],
    example: { method: 'POST', path: '/pets', token: 'ann', body: { name: 'Rex' } },
    after: { method: 'GET', path: '/pets', token: 'ann', body: undefined },
  };
  const pets = {
    title: 'Pets',
    responders: { file: 'https://pets.example/api.yaml', operations: 1, handlers: 0, resources: 1, webhooks: 0 },
    introduction,
    applications: [application('live'), application('local', true)],
    loginPath: '/login',
    services: ['pets.v1.Pets'],
  };
  const weather = { title: 'Weather', introduction: undefined, applications: [], loginPath: '', services: [] };
  const told = greeting([pets, weather], { url: 'http://127.0.0.1:8080', issuer: undefined, remarks: ['Kept.'] });
  expect(told.split('\n')).toEqual([
    'Understudy stands in for the Pets at http://127.0.0.1:8080',
    '1 operation: 1 stateful',
    '',
    'Bearer tokens:',
    '',
    '  ann       Ann, who may do all',
    '  bo-token  Bo',
    '',
    'Log in by OpenID Connect, issuer http://localhost:8080/login:',
    '',
    '  Discovery  http://localhost:8080/login/.well-known/openid-configuration',
    '  local      local of Pets, at https://local.example',
    '  1 more is listed at http://127.0.0.1:8080/',
    '',
    'gRPC, gRPC-Web and Connect at 127.0.0.1:8080, with server reflection:',
    '',
    '  pets.v1.Pets',
    '',
    'Try:',
    '',
    `  curl -X POST http://127.0.0.1:8080/pets -H 'Authorization: Bearer ann' -H 'Content-Type: application/json' -d '{"name":"Rex"}'`,
    "  curl http://127.0.0.1:8080/pets -H 'Authorization: Bearer ann'",
    '',
    'Understudy stands in for the Weather at http://127.0.0.1:8080',
    '',
    'Kept. Stop with Ctrl-C.',
    '',
  ]);
});

test('the greeting names the first five applications, and says where all of them are', () => {
  const greet = (count: number) => {
    const applications = Array.from({ length: count }, (_, index) => application(`app-${index}`));
    const api = { title: 'Pets', introduction: undefined, applications, loginPath: '', services: [] };
    const lines = greeting([api], { url: 'http://localhost:8080', issuer: undefined, remarks: [] }).split('\n');
    return lines.filter((line) => /^ {2}(app-|\d)/.test(line)).map((line) => line.trim().split(' of ')[0]);
  };
  const names = (count: number) => Array.from({ length: count }, (_, index) => expect.stringMatching(`^app-${index} `));
  expect(greet(5)).toEqual(names(5));
  expect(greet(7)).toEqual([...names(5), '2 more are listed at http://localhost:8080/']);
});

test('what goes wrong is told in the terminal without what would control it', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const searchProjects = () => {
    throw new Error('no \u001b[2J \u202e project');
  };
  const api: AnyApi = { ...(identity as AnyApi), handlers: { ...identity.handlers, searchProjects } };
  const standIn = await identityStandIn({ apis: [api] });
  expect((await ask(standIn, 'POST', '/management/v1/projects/_search', { body: {} })).status).toBe(500);
  const [[text] = []] = told.mock.calls;
  expect(text).toContain('project');
  expect(String(text).split('\n').join('')).not.toMatch(CONTROLLING);
});

test('what is wrong with documents is told in short, the worst first, with the place of all of it', () => {
  const place = { file: `${process.cwd()}/api.yaml`, column: 1, pointer: '/a', message: 'is wrong' };
  const finding = (line: number, severity: 'error' | 'info', rule: string, message = place.message) => ({
    ...place,
    line,
    severity,
    rule,
    message,
  });
  const about = { api: 'pets', title: 'Pets', version: '1', openapi: '3.0.3', file: 'api.yaml', operations: 1 };
  const lines = (...findings: readonly ReturnType<typeof finding>[]) =>
    findingLines([{ ...about, findings }], 'http://localhost:8080');
  expect(lines()).toEqual([]);
  expect(lines(finding(1, 'info', 'not-enforced'))).toEqual([
    'The document of Pets has 1 part that is not enforced, told at http://localhost:8080/_understudy/documents:',
    '',
    '  api.yaml:1:1  info  not-enforced  is wrong (/a)',
    '',
  ]);
  const many = Array.from({ length: 8 }, (_, index) => finding(index + 1, 'info', 'not-enforced'));
  const others = Array.from({ length: 6 }, (_, n) => finding(n + 20, 'info', 'not-enforced', `is ${Math.min(n, 4)}`));
  expect(lines(...many, ...others, finding(9, 'error', 'reference'))).toEqual([
    'The document of Pets has 1 finding and 14 parts that are not enforced, all of them at http://localhost:8080/_understudy/documents:',
    '',
    '  api.yaml:9:1  error  reference  is wrong (/a)',
    '  api.yaml:1:1  info  not-enforced  is wrong (8 places, first shown)',
    ...[0, 1, 2].map((n) => `  api.yaml:${n + 20}:1  info  not-enforced  is ${n} (/a)`),
    '  … and 3 more',
    '',
  ]);
});

test.each([
  [
    { operations: 19, handlers: 2, resources: 12 },
    '19 operations: 2 with handlers, 12 stateful, 5 static (from an example or generated)',
  ],
  [
    { operations: 3, handlers: 1, resources: 1 },
    '3 operations: 1 with a handler, 1 stateful, 1 static (from an example or generated)',
  ],
  [
    { operations: 0, handlers: 0, resources: 0, webhooks: 2 },
    '2 webhooks (send with POST /_understudy/webhooks/{name})',
  ],
  [
    { operations: 1, handlers: 0, resources: 1, webhooks: 1 },
    '1 operation: 1 stateful; 1 webhook (send with POST /_understudy/webhooks/{name})',
  ],
  [{ operations: 1, handlers: 0, resources: 1 }, '1 operation: 1 stateful'],
  [{ operations: 0, handlers: 0, resources: 0 }, '0 operations'],
])('%j is reported as: %s', (responders, told) => {
  expect(respondersSentence({ file: 'api.yaml', webhooks: 0, ...responders })).toBe(told);
});
