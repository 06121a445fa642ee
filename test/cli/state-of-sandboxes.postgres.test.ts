// `understudy state` transfers logins and sandboxes with their settings.

import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { API_SCOPE, CLIENT, clientOf, logIn } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { writeCats } from '../support/cats.ts';
import { understudy } from '../support/command.ts';
import { USER } from '../support/identity-records.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary.ts';

const APP = '/management/v1/projects/263861622399830884/apps/264062497181404004';
/** The longest valid name, which is not a valid file name. */
const MOMENT = `as it was: "1/2" ../ ${'…'.repeat(179)}`;
const MOMENTS = [{ name: 'a', seed: 'b' }];
const PLANNED = { id: 'fault-1', key: 'a', isPaused: false, matched: 0, met: 0 };
const now = () => new Date();

const sandbox = (name: string) => ({ headers: { 'x-understudy-sandbox': name } });

async function rename(mockServer: MockServer, name: string, requested = {}): Promise<void> {
  expect((await send(mockServer, 'PUT', APP, { body: { name }, ...requested })).status).toBe(200);
}

async function nameOf(mockServer: MockServer, requested = {}): Promise<string> {
  return (await send(mockServer, 'GET', '/_understudy/records/apps/264062497181404004', requested)).body.record.name;
}

async function control(mockServer: MockServer, method: string, path: string, body?: unknown, requested = {}) {
  const response = await send(mockServer, method, `/_understudy/${path}`, { body, ...requested });
  expect([200, 201, 204]).toContain(response.status);
  return response.body;
}

async function loggedIn(mockServer: MockServer) {
  const config = await clientOf(mockServer, CLIENT.summitCam);
  return logIn(config, new Visitor(mockServer), USER.marlene, `openid offline_access ${API_SCOPE}`);
}

/** Refreshes a login of another server, calls an operation with its token, and returns the keys. */
async function goesOn(mockServer: MockServer, tokens: Awaited<ReturnType<typeof loggedIn>>) {
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(again.claims()?.sub).toBe(USER.marlene);
  const found = await send(mockServer, 'POST', '/management/v1/projects/_search', {
    token: tokens.access_token,
    body: {},
  });
  expect(found.status).toBe(200);
  return keysOf(mockServer);
}

async function keysOf(mockServer: MockServer): Promise<unknown> {
  return (await send(mockServer, 'GET', '/oauth/v2/keys', { token: undefined })).body;
}

/** The files of a folder and below, by their paths. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = paths
    .sort()
    .map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

describeWithPostgres('understudy state', () => {
  const postgres = sharedPostgres();
  const state = (cwd: string, ...args: readonly string[]) => understudy(['state', ...args], { cwd }).ended;
  const carried = async (cwd: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await state(cwd, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  test('transfers logins from disk to a database and back: they stay valid', async () => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    const first = await identityMockServer({ data: join(cwd, 'data'), now });
    const tokens = await loggedIn(first);
    const keys = await keysOf(first);
    await first.close();
    const reported = await carried(cwd, 'import', 'data', '--store', store);
    expect(reported).toContain('signing keys\n');
    expect(await carried(cwd, 'export', 'back', '--store', store)).toMatch(/secrets.*only you can read/);
    expect(await filesIn(join(cwd, 'back'))).toEqual(await filesIn(join(cwd, 'data')));
    expect(Object.keys(await filesIn(join(cwd, 'back')))).toEqual(['identity.json', 'issuer-keys.json', 'issuer.json']);
    const others = [
      await identityMockServer({ store, now }),
      await identityMockServer({ data: join(cwd, 'back'), now }),
    ];
    for (const mockServer of others) expect(await goesOn(mockServer, tokens)).toEqual(keys);
  });

  test('transfers complete sandboxes and logins from a database in use to another one', async () => {
    const cwd = await temporaryFolder();
    const [store, next] = [await postgres().database(), await postgres().database()];
    const one = await identityMockServer({ store, now });
    const blue = sandbox('blue');
    const tokens = await loggedIn(one);
    await rename(one, 'Before');
    await control(one, 'POST', 'snapshots', { name: 'first' });
    await rename(one, 'After');
    await rename(one, 'Blue', blue);
    await control(one, 'POST', 'snapshots', { name: MOMENT }, blue);
    await rename(one, 'Bluer', blue);
    await control(one, 'POST', 'clock', { set: '2030-01-01T00:00:00Z', frozen: true }, blue);
    await control(one, 'POST', 'seed', { seed: 'checkout-7' }, blue);
    const plan = { on: { method: 'PUT' }, rate: 0.5, steps: [{ delay: { median: 5, sigma: 1 } }, { status: 503 }] };
    await control(one, 'POST', 'faults', plan, blue);
    await control(one, 'PATCH', 'faults/fault-1', { paused: true }, blue);
    await control(one, 'POST', 'sandboxes', { name: 'still' });
    const reported = await carried(cwd, 'export', 'all', '--store', store, '--sandboxes');
    expect(reported).toMatch(/^blue: \d+ records, 1 snapshot, clock, random seed and faults\n/m);
    expect(reported).toMatch(/^main: 1 snapshot\b/m);
    expect(reported).toMatch(/^still: 0 records, /m);
    const modes = await Promise.all(
      ['', ...(await readdir(join(cwd, 'all'), { recursive: true }))].map(async (path) => {
        const { mode } = await stat(join(cwd, 'all', path));
        return (mode & 0o777).toString(8);
      }),
    );
    expect(new Set(modes)).toEqual(new Set(['600', '700']));
    await carried(cwd, 'import', 'all', '--store', next, '--sandboxes');
    await carried(cwd, 'export', 'again', '--store', next, '--sandboxes');
    const left = /"endsAfter": (\d+)/;
    const plain = async (folder: string) =>
      Object.entries(await filesIn(join(cwd, folder))).map(([path, text]) => [path, text.replace(left, '')]);
    expect(await plain('again')).toEqual(await plain('all'));
    const other = await identityMockServer({ store: next, now });
    const { sandboxes } = await control(other, 'GET', 'sandboxes');
    expect(sandboxes.map((listed: { sandbox: string }) => listed.sandbox).sort()).toEqual(['blue', 'main', 'still']);
    for (const path of ['clock', 'seed', 'faults', 'snapshots'])
      expect(await control(other, 'GET', path, undefined, blue)).toEqual(
        await control(one, 'GET', path, undefined, blue),
      );
    expect(await nameOf(other, blue)).toBe('Bluer');
    await control(other, 'POST', `snapshots/${encodeURIComponent(MOMENT)}/restore`, undefined, blue);
    expect(await nameOf(other, blue)).toBe('Blue');
    expect(await nameOf(one, blue)).toBe('Bluer');
    expect(await nameOf(other)).toBe('After');
    await control(other, 'POST', 'snapshots/first/restore');
    expect(await nameOf(other)).toBe('Before');
    expect((await control(other, 'GET', 'requests', undefined, sandbox('still'))).exchanges).toEqual([]);
    const onDisk = await identityMockServer({ data: join(cwd, 'all'), now });
    expect(await nameOf(onDisk)).toBe('After');
    expect(await goesOn(onDisk, tokens)).toEqual(await keysOf(one));
  });

  test('replaces an existing sandbox completely, also in use, and requires --replace', async () => {
    const cwd = await temporaryFolder();
    const [store, next] = [await postgres().database(), await postgres().database()];
    const [one, other] = [await identityMockServer({ store, now }), await identityMockServer({ store: next, now })];
    const [blue, green] = [sandbox('blue'), sandbox('green')];
    await loggedIn(one);
    await rename(one, 'Theirs', blue);
    await control(one, 'POST', 'sandboxes', { name: 'empty' });
    await rename(other, 'Ours', blue);
    await control(other, 'POST', 'snapshots', { name: 'ours' }, blue);
    await rename(other, 'Ours', sandbox('empty'));
    await rename(other, 'Green', green);
    await loggedIn(other);
    const keys = await keysOf(other);
    await control(other, 'POST', 'snapshots', { name: 'main of ours' });
    await carried(cwd, 'export', 'all', '--store', store, '--sandboxes');
    const rows = () => inDatabase(next, 'select name, version from understudy.stream order by name');
    const before = await rows();
    const there = await state(cwd, 'import', 'all', '--store', next, '--sandboxes');
    expect(there).toMatchObject({ code: 2, stdout: '' });
    expect(there.stderr).toMatch(
      /add --replace:\n {2}main\/identity\n {2}main\/issuer\n {2}the keys of logins\n {2}the sandbox blue\n {2}the sandbox empty\n/,
    );
    expect(await rows()).toEqual(before);
    const reported = await carried(cwd, 'import', 'all', '--store', next, '--sandboxes', '--replace');
    expect(reported).toContain('Restart all processes that use this database');
    expect(await nameOf(other, blue)).toBe('Theirs');
    expect((await control(other, 'GET', 'snapshots', undefined, blue)).snapshots).toEqual([]);
    expect(await nameOf(other, sandbox('empty'))).toBe(await nameOf(one));
    expect(await nameOf(other, green)).toBe('Green');
    expect((await control(other, 'GET', 'snapshots')).snapshots).toEqual(['main of ours']);
    expect(await keysOf(other)).toEqual(keys);
    const after = await identityMockServer({ store: next, now });
    expect(await keysOf(after)).toEqual(await keysOf(one));
    expect(await nameOf(after, blue)).toBe('Theirs');
  });

  test('imports sandboxes of hand-written files, for an hour', async () => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    const first = await identityMockServer({ data: join(cwd, 'data'), now });
    await rename(first, 'By hand');
    await first.close();
    await mkdir(join(cwd, 'data/sandboxes/blue'), { recursive: true });
    await cp(join(cwd, 'data/identity.json'), join(cwd, 'data/sandboxes/blue/identity.json'));
    await carried(cwd, 'import', 'data', '--store', store, '--sandboxes');
    const mockServer = await identityMockServer({ store, now });
    const { sandboxes } = await control(mockServer, 'GET', 'sandboxes');
    const [, { sandbox: name, expires }] = sandboxes;
    expect(name).toBe('blue');
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(50 * 60_000);
    expect(await nameOf(mockServer, sandbox('blue'))).toBe('By hand');
  });

  test.each([
    ['invalid keys', 'issuer-keys.json', '{"keys":[]}', 'issuer-keys.json cannot be used'],
    ['a sandbox with an invalid name', 'sandboxes/Blue.json', '{}', 'invalid sandbox name "Blue"'],
    ['records of main in a sandbox', 'sandboxes/main/cats.json', '{"cats":[]}', 'those of main belong into'],
    ['invalid JSON', 'sandboxes/blue.json', '{', 'sandboxes/blue.json cannot be read'],
    ['an unknown property', 'sandboxes/blue.json', '{"sed":"x"}', 'must not have the property "sed"'],
    [
      'an invalid clock',
      'sandboxes/blue.json',
      '{"controls":{"seed":"a","clock":{"shown":-1}}}',
      '/controls/clock/shown',
    ],
    [
      'an invalid fault',
      'sandboxes/blue.json',
      JSON.stringify({
        controls: { seed: 'a', faults: { next: 2, plans: [{ ...PLANNED, plan: { steps: [{ stats: 503 }] } }] } },
      }),
      '/controls/faults/plans/0/plan: body /steps/0 must not have the property "stats"',
    ],
    [
      'two snapshots with the same name',
      'sandboxes/blue.json',
      JSON.stringify({ snapshots: [MOMENTS, MOMENTS].flat() }),
      '/snapshots two of them are called "a"',
    ],
    [
      'invalid records',
      'sandboxes/blue/snapshots/1/cats.json',
      '{"cats":[{"id":""}]}',
      'cats /0/id must be a non-empty string',
    ],
    ['a snapshot without a name', 'sandboxes/blue/snapshots/2/cats.json', '{"cats":[]}', 'snapshots/2'],
    [
      'a snapshot without records',
      'sandboxes/blue.json',
      JSON.stringify({ snapshots: MOMENTS }),
      '"a" of data/sandboxes/blue.json has no records in data/sandboxes/blue/snapshots/1; repair it',
    ],
    [
      'a truncated file',
      'cats.json',
      '{"cats":[{"id":"a",',
      'data/cats.json is not JSON; repair it, or restore it from a backup, and import it again:',
    ],
    [
      'an empty file',
      'cats.json',
      'null',
      'data/cats.json is null; repair it, or restore it from a backup, and import it again.',
    ],
    ['a log without its file', 'sandboxes/blue/cats.log', '{}', 'data/sandboxes/blue/cats.log'],
    [
      'an invalid item',
      'cats.json',
      '{"cats":[{"id":"a","item":{}}]}',
      'data/cats.json cannot be used; repair it, or restore it from a backup, and import it again:\n  cats /0/number must be a whole number',
    ],
    [
      'an invalid item in a sandbox',
      'sandboxes/blue/cats.json',
      '{"cats":[{"id":"a","number":1}]}',
      'blue/cats.json cannot be used; repair it, or restore it from a backup, and import it again:\n  cats /0 must have an item',
    ],
    [
      'records of an unknown collection',
      'cats.json',
      '{"dogs":[{"id":"a","number":1,"item":{}}]}',
      '1 record of dogs does not match the document: the collection no longer exists',
    ],
    [
      'the state of another document',
      'dogs.json',
      '{"dogs":[]}',
      'These files contain the state of other APIs than cats. Name their documents (understudy state import DIR FILE…), or remove the files:\n  data/dogs.json',
    ],
  ])('rejects %s, and imports nothing', async (_, path, text, reason) => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    await writeCats(cwd);
    await mkdir(join(cwd, 'data', path, '..'), { recursive: true });
    await writeFile(join(cwd, 'data/cats.json'), '{"cats":[]}');
    if (path.includes('/snapshots/'))
      await writeFile(join(cwd, 'data/sandboxes/blue.json'), JSON.stringify({ snapshots: MOMENTS }));
    await writeFile(join(cwd, 'data', path), text);
    const rejected = await state(cwd, 'import', 'data', '--store', store, '--sandboxes');
    expect(rejected).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(reason) });
    expect(rejected.stderr).not.toContain('--fresh');
    expect(await inDatabase(store, "select to_regclass('understudy.stream') as made")).toEqual([{ made: null }]);
  });
});
