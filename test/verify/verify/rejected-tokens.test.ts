// Tokens that a server must reject: expired, forged, and without the scopes of an operation.

import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { SecuritySchemeObject } from '../../../src/openapi/objects.ts';
import { type Callers, listRejectedTokens } from '../../../src/verify/callers.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { forgeTokens } from '../../../src/verify/oauth/forged-tokens.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { createDiaryDocument, type DiarySettings, startDiaries } from '../../support/diaries/diaries.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string) => createHmac('sha256', 'secret').update(text).digest('base64url');
function jsonWebToken(claims: object): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign(text)}`;
}

const LATER = 4_000_000_000;
const VALID = jsonWebToken({ sub: 'anna', exp: LATER });
const EXPIRED = jsonWebToken({ sub: 'anna', exp: 1_000_000_000 });
const OAUTH: SecuritySchemeObject = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: '/token', scopes: { diaries: 'All' } } },
};

/** The caller of a JSON Web Token. @param unchecked - what the server does not check */
const callerOf =
  (unchecked: 'nothing' | 'expiry' | 'signature' | 'algorithm') =>
  ({ headers: { authorization = '' } }: IncomingMessage) => {
    const [head = '', payload = '', signature] = authorization.replace('Bearer ', '').split('.');
    try {
      const [{ alg }, { sub, exp }] = [head, payload].map((one) =>
        JSON.parse(Buffer.from(one, 'base64url').toString()),
      );
      const isSigned = signature === sign(`${head}.${payload}`) || unchecked === 'signature';
      const isUnsigned = unchecked === 'algorithm' && alg === 'none';
      return (isSigned || isUnsigned) && (exp > 2_000_000_000 || unchecked === 'expiry') ? sub : undefined;
    } catch {
      return undefined;
    }
  };

/** The severities and messages of findings, and the descriptions of their requests. */
async function found(settings: DiarySettings, callers: Callers, scopes: readonly string[] = []) {
  const { url } = await startDiaries(settings);
  const target = createTarget(url);
  const { operations } = await verify({
    document: createDiaryDocument(OAUTH, scopes),
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map([['key', VALID]]),
    callers,
    operations: ['listDiaries'],
    phases: ['invalid'],
    checks: ['scope-required', 'authentication-required'],
    coverage: false,
  });
  target.close();
  return operations.flatMap(({ findings }) =>
    findings.map(({ severity, message, variants }) => [`${severity} ${message}`, [...variants].toSorted()]),
  );
}

const WRONG = 'with a JSON Web Token whose signature is wrong';
const UNSIGNED = 'with an unsigned JSON Web Token (alg: none)';
test.each([
  ['nothing', []],
  ['expiry', ['with an expired token']],
  ['signature', [WRONG, UNSIGNED]],
  ['algorithm', [UNSIGNED]],
] as const)('a server that forgets to check: %s', async (unchecked, accepted) => {
  const rejected = listRejectedTokens(new Map([['key', EXPIRED]]), new Map([['key', VALID]]));
  const findings = await found({ callerOf: callerOf(unchecked) }, { rejected });
  expect(findings).toEqual(
    accepted.length === 0 ? [] : [[expect.stringContaining('error 200 for a request with a'), accepted]],
  );
});

test('a server that reads tokens without any check accepts every variant', async () => {
  const anybody = ({ headers }: IncomingMessage) => (headers.authorization?.includes('.') ? 'anna' : undefined);
  const rejected = listRejectedTokens(new Map(), new Map([['key', VALID]]));
  const [[, accepted] = []] = await found({ callerOf: anybody }, { rejected });
  expect(accepted).toHaveLength(3);
});

test.each([
  ['an opaque token', 'x1.y2.z3'],
  ['a key', 'abc'],
  ['a user', 'anna:one'],
  ['an unsigned token', `${part({ alg: 'none' })}.${part({ sub: 'anna' })}.`],
])('%s has no forged variants', (_, text) => {
  expect(forgeTokens(text)).toEqual([]);
});

test.each([
  [200, ['error 200 for a request with a token without the scope diaries']],
  [403, []],
  [404, []],
  [
    401,
    [
      'warning 401 for a request with a token without the scope diaries: the server may not accept this token for any operation',
    ],
  ],
  [400, ['warning 400 instead of 403 for a request with a token without the scope diaries']],
] as const)('%i for a token without the scope', async (status, expected) => {
  const unscoped = new Map([['key', 'profile']]);
  const of = callerOf('nothing');
  const isUnscoped = ({ headers }: IncomingMessage) => headers.authorization === 'Bearer profile';
  const settings: DiarySettings = {
    callerOf: (request) => (isUnscoped(request) ? 'ben' : of(request)),
    reject: (request) => (isUnscoped(request) && status !== 200 ? status : undefined),
  };
  const findings = await found(settings, { unscoped }, ['diaries']);
  expect(findings.map(([message]) => message)).toEqual(expected);
  expect(await found(settings, { unscoped })).toEqual([]);
});
