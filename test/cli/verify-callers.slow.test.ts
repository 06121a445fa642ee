// `understudy verify` with other callers: flags, OAuth clients, masked secrets.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SecuritySchemeObject } from '../../src/openapi/objects.ts';
import type { Report } from '../../src/verify/report/report.ts';
import { understudy } from '../support/command.ts';
import { type DiaryFault, diaryDocument, startDiaries } from '../support/diaries/diaries.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SECRETS = { ANNA: 'token-of-anna-7Qx', BEN: 'token-of-ben-9Zr' };
const OAUTH: SecuritySchemeObject = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: '/token', scopes: { diaries: 'All', profile: 'Little' } } },
};

/** An unsigned part of a JSON Web Token. */
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts a token endpoint, whose tokens name the client and its scope. */
async function startTokenEndpoint(): Promise<string> {
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const basic = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    const claims = { sub: basic.split(':')[0], scope: form.get('scope') };
    const token = `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmVkLWJ5LXRoZS1zZXJ2ZXI`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: token, token_type: 'Bearer' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
}

async function folderWith(document: object): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'diaries.json'), JSON.stringify(document));
  return folder;
}

const FAST = ['--allow-writes', '--phases', 'invalid,scenarios', '--random', '1'];

async function run(fault: DiaryFault | undefined, flags: readonly string[]) {
  const names = new Map([
    [SECRETS.ANNA, 'anna'],
    [SECRETS.BEN, 'ben'],
  ]);
  const { url, requests } = await startDiaries({
    fault,
    callerOf: ({ headers }) => names.get(headers.authorization?.replace('Bearer ', '') ?? ''),
  });
  const cwd = await folderWith(diaryDocument());
  const args = ['verify', 'diaries.json', url, '--auth', 'key=env:ANNA', ...FAST, ...flags];
  return { cwd, requests, ...(await understudy(args, { cwd, env: SECRETS }).ended) };
}

test('finds items that the other caller can read, and shows the token of neither', async () => {
  const flags = ['--auth-other', 'key=env:BEN', '--junit', 'r.xml', '--html', 'r.html', '--sarif', 'r.sarif'];
  const { code, stdout, stderr, cwd } = await run('everybody reads', flags);
  expect(stdout).toContain('other-caller-rejected: getDiary (GET /diaries/{id})');
  expect(stdout).toContain('another caller can read the item (200)');
  expect(stdout).toMatch(/curl -g http\S+\/diaries\/d-\d+ -H "Authorization: Bearer \$\{key_other\}"/);
  expect(code).toBe(1);
  const files = await Promise.all(['r.xml', 'r.html', 'r.sarif'].map((name) => readFile(join(cwd, name), 'utf8')));
  for (const text of [stdout, stderr, ...files])
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
});

test('ends with 0 for a server that separates the callers', async () => {
  const { code, requests, stdout } = await run(undefined, [
    '--auth-other',
    'key=env:BEN',
    '--checks',
    'other-caller-rejected',
  ]);
  expect(stdout).toContain('0 findings');
  expect(code).toBe(0);
  expect(requests.some((one) => one.startsWith('ben GET /diaries/'))).toBe(true);
});

test.each([
  [
    ['--auth-other', 'key=env:ANNA'],
    '--auth-other key is the same as --auth key: it needs credentials of another caller.',
  ],
  [['--auth-other', 'kex=env:BEN'], '--auth-other: unknown security scheme "kex"; did you mean key?'],
  [['--auth-expired', 'kex=env:BEN'], '--auth-expired: unknown security scheme "kex"; did you mean key?'],
  [['--auth-unscoped', 'x'], '--auth-unscoped needs NAME=VALUE, such as --auth-unscoped name=value.'],
  [['--client-other', 'key.id=x'], '--client-other key needs an id and a secret'],
  [
    ['--client-unscoped', 'key.id=x', '--client-unscoped', 'key.secret=y'],
    '--client-unscoped key needs a scope that no operation requires: --client-unscoped key.scope=…',
  ],
])('ends with 2 with %j', async (flags, message) => {
  const { code, stderr } = await run(undefined, flags);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('gets tokens for OAuth clients: the other caller, one without scopes, and forged ones', async () => {
  const claims: (Record<string, unknown> & { readonly isSigned: boolean })[] = [];
  const { url } = await startDiaries({
    fault: 'everybody reads',
    // It decodes tokens, and verifies neither signature nor scope.
    callerOf({ headers }) {
      const [, payload = '', signature = ''] = (headers.authorization ?? '').split('.');
      if (payload === '') return undefined;
      const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString());
      claims.push({ ...decoded, isSigned: signature.startsWith('c2ln') });
      return decoded.sub;
    },
  });
  const tokenUrl = await startTokenEndpoint();
  const cwd = await folderWith(diaryDocument(OAUTH, ['diaries']));
  const client = (flag: string, id: string) => [flag, `key.id=${id}`, flag, `key.secret=secret-of-${id}`];
  const flags = [
    ...client('--client', 'anna'),
    ...client('--client-other', 'ben'),
    ...['--client', `key.token-url=${tokenUrl}`, '--client-other', `key.token-url=${tokenUrl}`],
    ...['--client-unscoped', 'key.scope=profile'],
  ];
  const { code, stdout } = await understudy(['verify', 'diaries.json', url, ...FAST, ...flags, '--json'], { cwd })
    .ended;
  const { operations } = JSON.parse(stdout) as Report;
  const variants = operations.flatMap(({ findings }) => findings.flatMap((one) => one.variants));
  const checks = operations.flatMap(({ findings }) => findings.map(({ check }) => check));
  expect(code).toBe(1);
  expect(new Set(checks)).toEqual(new Set(['other-caller-rejected', 'scope-required', 'authentication-required']));
  expect(new Set(variants)).toEqual(
    new Set([
      'read as the other caller',
      'with a token without the scope diaries',
      'with an expired JSON Web Token (exp in the past)',
      'with a JSON Web Token whose signature is wrong',
      'with an unsigned JSON Web Token (alg: none)',
    ]),
  );
  expect(claims.some(({ sub, scope }) => sub === 'anna' && scope === 'profile')).toBe(true);
  expect(claims.some(({ exp }) => exp === 1_000_000_000)).toBe(true);
  expect(stdout).not.toMatch(/secret-of|eyJ/);
});
