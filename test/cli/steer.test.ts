// Commands that steer a running stand-in, each in a process of its own.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy as client } from '../../src/client/client.ts';
import { CLIENT, clientOf, logIn } from '../issuer/clients.ts';
import { Visitor } from '../issuer/visitor.ts';
import { understudy } from '../support/command.ts';
import { USER } from '../support/identity-records.ts';
import { closedAddress, listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';

const UPDATE = '/management/v1/projects/257810824104530633/apps/257928641298565988';
const OWNER = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };

/** A stand-in on a port, commands that know of it, and a change of an application. */
async function running() {
  const { url } = await listening();
  const cwd = await temporaryFolder();
  const run = (...args: readonly string[]) => understudy(args, { cwd, env: { UNDERSTUDY_URL: url } }).ended;
  /** What a command says that does what it is to do. */
  const says = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.trimEnd().split('\n');
  };
  const update = async (name: string, headers = {}) =>
    (await fetch(url + UPDATE, { method: 'PUT', headers: { ...OWNER, ...headers }, body: JSON.stringify({ name }) }))
      .status;
  return { url, cwd, run, says, update };
}

describe('the command', () => {
  test('changes, undo, snapshot, restore and reset go through states', async () => {
    const { says, update } = await running();
    expect(await says('changes')).toEqual(['Nothing has changed.']);
    expect(await says('snapshot', 'before')).toEqual(['The records are remembered as before.']);
    await update('One');
    await update('Two');
    expect(await says('changes')).toEqual([
      expect.stringMatching(
        /^1 {2}\S+ {2}updateApp {2}249814560662377161 {2}changed projects 257810824104530633, changed apps 257928641298565988$/,
      ),
      expect.stringMatching(/^2 {2}\S+ {2}updateApp/),
    ]);
    expect(await says('changes', '--limit', '1')).toHaveLength(1);
    expect(await says('undo')).toEqual(['1 change taken back.']);
    await update('Two');
    expect(await says('undo', '--to', '0', '--json')).toEqual(['{', '  "sandbox": "main",', '  "undone": 2', '}']);
    await update('One');
    expect(await says('snapshot')).toEqual(['before']);
    expect(await says('restore', 'before')).toEqual(['The records are those of before again.']);
    expect(await says('undo', '2')).toEqual(['2 changes taken back.']);
    await update('One');
    expect(await says('reset')).toEqual(['The sandbox main starts over.']);
    expect(await update('One')).toBe(200);
  });

  test('sandboxes shows, makes and removes them', async () => {
    const { says, update, run } = await running();
    await update('One');
    expect(await says('sandboxes', 'make', 'blue', '--from', 'main')).toEqual(['The sandbox blue is there.']);
    expect(await says('sandboxes')).toEqual(['main  stays', expect.stringMatching(/^blue {2}ends at \S+Z if nobody/)]);
    expect(await update('One', { 'x-understudy-sandbox': 'blue' })).toBe(400);
    expect(await says('requests', '--sandbox', 'blue', '--status', '4XX')).toEqual([
      expect.stringMatching(/^1 {2}\S+ {2}400 {2}updateApp {2}PUT /),
    ]);
    expect(await says('sandboxes', 'remove', 'blue')).toEqual(['The sandbox blue is gone.']);
    expect(await run('changes', '--sandbox', 'blue')).toMatchObject({
      code: 2,
      stderr: 'understudy: There is no sandbox "blue"; there is main.\n',
    });
    expect(await says('sandboxes')).toEqual(['main  stays']);
  });

  test('records shows collections and records, and makes many; reset starts from other fixtures', async () => {
    const { says, run } = await running();
    expect(await says('records')).toContainEqual(expect.stringMatching(/^identity {2}projects +\d+ records$/));
    const [shown = ''] = await says('records', 'projects', '--q', 'gear shop', '--limit', '1');
    expect(JSON.parse(shown)).toMatchObject({ id: '257810824104530633', name: 'Gear Shop' });
    expect(await says('records', 'projects', '--limit', '1')).toEqual([
      expect.stringMatching(/^\{"id"/),
      expect.stringMatching(/^There are more: --after \d+$/),
    ]);
    expect(await says('records', 'projects', '--make', '20')).toEqual(['20 records made.']);
    await says('reset', '--fixtures', 'empty');
    expect(await says('records', 'projects')).toEqual(['There is no such record.']);
    await says('sandboxes', 'make', 'bare', '--fixtures', 'empty');
    expect(await says('records', 'projects', '--sandbox', 'bare')).toEqual(['There is no such record.']);
    expect((await run('reset', '--fixtures', 'none')).code).toBe(2);
  });

  test('coverage shows what was exercised, puts together what several have counted, and ends with 1 below a bound', async () => {
    const { cwd, run, says, update } = await running();
    await update('One');
    await update('Two', { 'x-understudy-sandbox': 'blue' });
    expect((await says('coverage')).join('\n')).toMatch(
      /operations +20% +1 of 5\n(.*\n)*.*updateApp +1 +\d+(\.\d)?% +200 ×1 /,
    );
    expect(await says('coverage')).not.toContainEqual(expect.stringContaining('statuses: '));
    expect(await says('coverage', '--missing')).toContainEqual(expect.stringMatching(/^ +statuses: 400, 401/));
    const [own, all] = [
      (await says('coverage', '--json')).join('\n'),
      (await says('coverage', '--all', '--json')).join('\n'),
    ];
    const requests = (text: string) =>
      JSON.parse(text).apis[0].operations.find(({ operation }: { operation: string }) => operation === 'updateApp')
        .requests;
    expect([requests(own), requests(all)]).toEqual([1, 2]);
    await writeFile(join(cwd, 'own.json'), own);
    await writeFile(join(cwd, 'all.json'), all);
    expect(requests((await says('coverage', 'own.json', 'all.json', '--json')).join('\n'))).toBe(3);

    expect((await run('coverage', '--fail-under', 'operations=20')).code).toBe(0);
    const low = await run('coverage', '--fail-under', '99,operations=20.1', '--json');
    expect(low.code).toBe(1);
    expect(JSON.parse(low.stdout).totals.operations.percent).toBe(20);
    expect(low.stderr).toMatch(
      /^Covered are \S+% of all points, and not 99%\.\nCovered are 20% of operations, and not 20\.1%\.\n$/,
    );
    expect(await run('coverage', '--fail-under', 'most')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"most"'),
    });
    await writeFile(join(cwd, 'other.json'), '{"apis":[{}]}');
    for (const file of ['other.json', 'nowhere.json'])
      expect(await run('coverage', file)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${file} is no coverage`),
      });

    expect(await says('coverage', '--clear', '--all')).toEqual(['It is counted from now on.']);
    expect((await says('coverage', '--all')).join('\n')).toContain('0 of 5');
  });

  test('fault lets something go wrong as `serve --fault` does, until it is lifted', async () => {
    const { says, run, update } = await running();
    expect(await says('fault')).toEqual(['Nothing is to go wrong.']);
    expect(await says('fault', 'updateApp: code=unavailable, times=2')).toEqual([
      'fault-1 is in force; understudy fault --lift fault-1 lifts it.',
    ]);
    expect(await update('One')).toBe(503);
    expect(await says('fault')).toEqual([
      'fault-1  in force  met by 1 of 1 request  {"on":{"operation":"updateApp"},"times":2,"steps":[{"code":"unavailable"}]}',
    ]);
    expect(await says('fault', '--lift', 'fault-1')).toEqual(['The fault fault-1 is lifted.']);
    expect(await update('One')).toBe(200);
    await says('fault', 'delay=1');
    expect(await says('fault', '--lift', 'all')).toEqual(['All faults are lifted.']);
    expect(await says('fault')).toEqual(['Nothing is to go wrong.']);
    for (const [plan, reason] of [
      ['updateApp: sttus=503', 'invalid fault "sttus=503"'],
      ['updateapp: reset', 'unknown operation "updateapp"; did you mean updateApp?'],
    ] as const)
      expect(await run('fault', plan)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`understudy: ${reason}`),
      });
  });

  test('clock turns the clock', async () => {
    const { says, run } = await running();
    expect(await says('clock', 'freeze', '2027-01-01T00:00:00Z')).toEqual([
      'It is 2027-01-01T00:00:00.000Z, and stands still.',
    ]);
    expect(await says('clock', 'advance', '2h', '30m')).toEqual(['It is 2027-01-01T02:30:00.000Z, and stands still.']);
    expect(await says('clock')).toEqual(['It is 2027-01-01T02:30:00.000Z, and stands still.']);
    expect(await says('clock', 'speed', '10', '--json')).toContain('  "speed": 10,');
    expect(await says('clock', 'resume')).toEqual([
      expect.stringMatching(/^It is 2027-.*, and runs 10 times as fast\.$/),
    ]);
    expect(await says('clock', 'set', '2026-01-01T00:00:00Z')).toEqual([expect.stringMatching(/^It is 2026-/)]);
    expect(await says('clock', 'release')).toEqual([expect.stringMatching(/, as on the machine\.$/)]);
    expect(await run('clock', 'advance')).toMatchObject({
      code: 2,
      stderr: 'understudy: Say to what: understudy clock advance …\n',
    });
    expect((await run('clock', 'advance', 'soon')).code).toBe(2);
    expect((await run('clock', 'stop')).stderr).toContain('A clock cannot "stop"');
  });

  test('token prints a token, and nothing else', async () => {
    const { says, url, run } = await running();
    const [token, ...rest] = await says('token', 'marlene.zuercher@murmeltal.example', '--expires-in', '60');
    expect(rest).toEqual([]);
    const headers = { ...OWNER, authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(200);
    expect((await run('token', 'nobody')).code).toBe(2);
  });

  test('logins shows who is logged in and ends a login, tokens shows and revokes tokens', async () => {
    const { says, run, url } = await running();
    expect(await says('logins')).toEqual(['Nobody is logged in.']);
    expect(await says('tokens')).toEqual(['No token is valid.']);
    await logIn(await clientOf({ url }, CLIENT.summitCam), new Visitor((request) => fetch(request)), USER.marlene);
    const token = (await says('token', 'theo.cretenoud'))[0] ?? '';
    const [shown = '', ...others] = await says('logins');
    const [id = ''] = shown.split(' ');
    expect([shown, others]).toEqual([
      expect.stringMatching(/^\S+ {2}marlene\.zuercher@murmeltal\.example {2}since \S+Z {2}until \S+Z {2}Summit Cam$/),
      [],
    ]);
    expect(await says('tokens')).toEqual([
      expect.stringMatching(
        /^\S+ {2}access {2}…\S{4} {2}Marlene Zürcher {2}Summit Cam {2}until \S+Z {2}authorization_code$/,
      ),
      expect.stringMatching(/^\S+ {2}access {2}…\S{4} {2}Théo Cretenoud .* until \S+Z {2}minted$/),
    ]);
    const [first, more = ''] = await says('tokens', '--limit', '1');
    expect([first, more]).toEqual([
      expect.stringContaining('Marlene'),
      expect.stringMatching(/^There are more: --after \d+$/),
    ]);
    const [minted = ''] = await says('tokens', '--after', more.split(' ').at(-1) ?? '');
    expect(minted).toContain(`…${token.slice(-4)}`);
    const [tokenId = ''] = minted.split(' ');
    expect(await says('tokens', '--revoke', tokenId)).toEqual([`The token ${tokenId} is revoked.`]);
    expect(await says('logins', '--end', id)).toEqual([`${USER.marlene} is logged out, and 1 token revoked.`]);
    expect(await says('logins')).toEqual(['Nobody is logged in.']);
    expect((await run('logins', '--end', id)).code).toBe(2);
  });

  test.each([
    ['tokens', '--revoke'],
    ['logins', '--end'],
  ])('%s %s takes an id that begins with a dash', async (...args) => {
    const { run } = await running();
    const { code, stderr } = await run(...args, '-id');
    expect([code, stderr]).toEqual([2, expect.stringContaining('"-id"')]);
  });

  test('exchanges shows, waits, exports and forgets', async () => {
    const { says, run, update } = await running();
    expect(await says('requests')).toEqual(['No such exchange was recorded.']);
    await update('One');
    await update('');
    expect(await says('requests', '--findings')).toEqual([
      expect.stringMatching(/^2 {2}\S+ {2}400 {2}updateApp {2}PUT /),
      expect.stringMatching(/^ {4}body \/name /),
    ]);
    expect(await says('requests', '--operation', 'updateApp', '--status', '200', '--wait', '1')).toHaveLength(1);
    expect(await run('requests', '--status', '503', '--wait', '1', '--timeout', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^understudy: Expected 1 request matching [\s\S]*: the status is 400, not 503/),
    });
    expect(await says('requests', '--since', '2000-01-01T00:00:00Z', '--operation', 'updateApp')).not.toHaveLength(1);
    expect(await says('requests', '--since', '9000-01-01T00:00:00Z')).toEqual(['No such exchange was recorded.']);
    expect(JSON.parse((await says('requests', '--har')).join('\n'))).toMatchObject({ log: { version: '1.2' } });
    expect(JSON.parse((await says('requests', '--json', '--limit', '1')).join('\n'))).toMatchObject([{ number: 2 }]);
    await says('requests', '--clear');
    expect(await says('requests')).toEqual(['No such exchange was recorded.']);
  });
});

test('where nobody answers, a command says so in one sentence', async () => {
  const { url, cwd } = await running();
  const gone = await closedAddress();
  const { code, stdout, stderr } = await understudy(['reset', '--url', gone], { cwd, env: { UNDERSTUDY_URL: url } })
    .ended;
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    `understudy: Cannot connect to the mock server at ${gone}. Start it with \`understudy serve\`.\n`,
  ]);
  expect(await client(url).changes()).toEqual([]);
});

test.each([
  [
    ['undo', '--url', 'localhost:8080'],
    'A stand-in answers at an address such as http://127.0.0.1:8080, not "localhost:8080".',
  ],
  [['undo', 'all'], 'COUNT must be a whole number, not "all".'],
  [['restore'], 'These arguments cannot be used:\n  NAME is missing\n  understudy restore NAME'],
  [['token'], 'These arguments cannot be used:\n  USER is missing\n  understudy token USER'],
  [['reset', 'all'], 'These arguments cannot be used:\n  all means nothing here\n  understudy reset'],
  [['changes', '--since', '1'], "Unknown option '--since'"],
  [['sandboxes', 'make'], 'Name the sandbox:'],
  [['sandboxes', 'mke', 'blue'], 'Sandboxes are made or removed: "mke" is neither.'],
])('%j is refused', async (args, reason) => {
  const { code, stdout, stderr } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(reason);
});

test.each([
  'reset',
  'sandboxes',
  'snapshot',
  'restore',
  'undo',
  'changes',
  'records',
  'requests',
  'fault',
  'clock',
  'token',
  'logins',
  'tokens',
])('%s explains itself', async (command) => {
  const { code, stdout } = await understudy([command, '--help'], { cwd: await temporaryFolder() }).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^understudy ${command}`));
  expect(stdout).toMatch(/^ {2}--url URL {14}where/m);
});
