// Control commands: they show and change a running server.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy as client } from '../../src/client/client.ts';
import { CLIENT, clientOf, logIn } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { understudy } from '../support/command.ts';
import { USER } from '../support/identity-records.ts';
import { closedAddress, listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';

const UPDATE = '/management/v1/projects/257810824104530633/apps/257928641298565988';
const OWNER = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };

/** A running server, control commands for it, and a change of an application. */
async function running() {
  const { url } = await listening();
  const cwd = await temporaryFolder();
  const run = (...args: readonly string[]) => understudy(args, { cwd, env: { UNDERSTUDY_URL: url } }).ended;
  /** The output of a command that succeeds. */
  const prints = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.trimEnd().split('\n');
  };
  const update = async (name: string, headers = {}) =>
    (await fetch(url + UPDATE, { method: 'PUT', headers: { ...OWNER, ...headers }, body: JSON.stringify({ name }) }))
      .status;
  return { url, cwd, run, prints, update };
}

describe('the command', () => {
  test('changes, undo, snapshot, restore and reset go through states', async () => {
    const { prints, update } = await running();
    expect(await prints('changes')).toEqual(['No changes.']);
    expect(await prints('snapshot', 'before')).toEqual(['Saved snapshot before.']);
    await update('One');
    await update('Two');
    expect(await prints('changes')).toEqual([
      expect.stringMatching(
        /^1 {2}\S+ {2}updateApp {2}249814560662377161 {2}changed projects 257810824104530633, changed apps 257928641298565988$/,
      ),
      expect.stringMatching(/^2 {2}\S+ {2}updateApp/),
    ]);
    expect(await prints('changes', '--limit', '1')).toHaveLength(1);
    expect(await prints('undo')).toEqual(['1 change undone.']);
    await update('Two');
    expect(await prints('undo', '--to', '0', '--json')).toEqual(['{', '  "sandbox": "main",', '  "undone": 2', '}']);
    await update('One');
    expect(await prints('snapshot')).toEqual(['before']);
    expect(await prints('restore', 'before')).toEqual(['Restored snapshot before.']);
    expect(await prints('undo', '2')).toEqual(['2 changes undone.']);
    await update('One');
    expect(await prints('reset')).toEqual(['Sandbox main reset to the fixtures.']);
    expect(await update('One')).toBe(200);
  });

  test('sandboxes lists, creates and removes them', async () => {
    const { prints, update, run } = await running();
    await update('One');
    expect(await prints('sandboxes', 'create', 'blue', '--from', 'main')).toEqual(['Sandbox blue created.']);
    expect(await prints('sandboxes')).toEqual([
      'main  persistent',
      expect.stringMatching(/^blue {2}expires at \S+Z without a request$/),
    ]);
    expect(await update('One', { 'x-understudy-sandbox': 'blue' })).toBe(400);
    expect(await prints('requests', '--sandbox', 'blue', '--status', '4XX')).toEqual([
      expect.stringMatching(/^1 {2}\S+ {2}400 {2}updateApp {2}PUT /),
    ]);
    expect(await prints('sandboxes', 'remove', 'blue')).toEqual(['Sandbox blue removed.']);
    expect(await run('changes', '--sandbox', 'blue')).toMatchObject({
      code: 2,
      stderr: 'understudy: Sandbox "blue" does not exist; there is main.\n',
    });
    expect(await prints('sandboxes')).toEqual(['main  persistent']);
  });

  test('records shows collections and records, and generates many; reset uses other fixtures', async () => {
    const { prints, run } = await running();
    expect(await prints('records')).toContainEqual(expect.stringMatching(/^identity {2}projects +\d+ records$/));
    const [shown = ''] = await prints('records', 'projects', '--q', 'gear shop', '--limit', '1');
    expect(JSON.parse(shown)).toMatchObject({ id: '257810824104530633', name: 'Gear Shop' });
    expect(await prints('records', 'projects', '--limit', '1')).toEqual([
      expect.stringMatching(/^\{"id"/),
      expect.stringMatching(/^More: --after \d+$/),
    ]);
    expect(await prints('records', 'projects', '--create', '20')).toEqual(['20 records created.']);
    await prints('reset', '--fixtures', 'empty');
    expect(await prints('records', 'projects')).toEqual(['No records.']);
    await prints('sandboxes', 'create', 'bare', '--fixtures', 'empty');
    expect(await prints('records', 'projects', '--sandbox', 'bare')).toEqual(['No records.']);
    expect((await run('reset', '--fixtures', 'none')).code).toBe(2);
  });

  test('coverage prints and merges coverage, and exits with 1 below a minimum', async () => {
    const { cwd, run, prints, update } = await running();
    await update('One');
    await update('Two', { 'x-understudy-sandbox': 'blue' });
    expect((await prints('coverage')).join('\n')).toMatch(
      /operations +\d+(\.\d)?% +1 of \d+\n(.*\n)*.*updateApp +1 +\d+(\.\d)?% +200 ×1 /,
    );
    expect(await prints('coverage')).not.toContainEqual(expect.stringContaining('statuses: '));
    expect(await prints('coverage', '--missing')).toContainEqual(expect.stringMatching(/^ +statuses: 400, 401/));
    const [own, all] = [
      (await prints('coverage', '--json')).join('\n'),
      (await prints('coverage', '--all', '--json')).join('\n'),
    ];
    const requests = (text: string) =>
      JSON.parse(text).apis[0].operations.find(({ operation }: { operation: string }) => operation === 'updateApp')
        .requests;
    expect([requests(own), requests(all)]).toEqual([1, 2]);
    await writeFile(join(cwd, 'own.json'), own);
    await writeFile(join(cwd, 'all.json'), all);
    expect(requests((await prints('coverage', 'own.json', 'all.json', '--json')).join('\n'))).toBe(3);

    expect((await run('coverage', '--fail-under', 'operations=1')).code).toBe(0);
    const low = await run('coverage', '--fail-under', '99,operations=50', '--json');
    expect(low.code).toBe(1);
    expect(JSON.parse(low.stdout).totals.operations.percent).toBeGreaterThan(1);
    expect(low.stderr).toMatch(/^total coverage is \S+%, below 99%\.\noperations coverage is \S+%, below 50%\.\n$/);
    expect(await run('coverage', '--fail-under', 'most')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"most"'),
    });
    await writeFile(join(cwd, 'other.json'), '{"apis":[{}]}');
    for (const file of ['other.json', 'nowhere.json'])
      expect(await run('coverage', file)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${file} is not coverage written by --json`),
      });

    expect(await prints('coverage', '--clear', '--all')).toEqual(['Coverage cleared.']);
    expect((await prints('coverage', '--all')).join('\n')).toMatch(/operations +0% +0 of /);
  });

  test('fault adds, lists and removes a fault', async () => {
    const { prints, run, update } = await running();
    expect(await prints('fault')).toEqual(['No faults.']);
    expect(await prints('fault', 'updateApp: code=unavailable, times=2')).toEqual([
      'Fault fault-1 added. Remove it with: understudy fault --remove fault-1',
    ]);
    expect(await update('One')).toBe(503);
    expect(await prints('fault')).toEqual([
      'fault-1  active  applied to 1 of 1 request  {"on":{"operation":"updateApp"},"times":2,"steps":[{"code":"unavailable"}]}',
    ]);
    expect(await prints('fault', '--remove', 'fault-1')).toEqual(['Fault fault-1 removed.']);
    expect(await update('One')).toBe(200);
    await prints('fault', 'updateApp:', 'delay=1,', 'times=2');
    expect(await prints('fault')).toEqual([expect.stringContaining('"times":2,"steps":[{"delay":1}]')]);
    expect(await prints('fault', 'updateApp: code=unavailable')).toEqual([
      'Fault fault-3 added. Remove it with: understudy fault --remove fault-3',
    ]);
    for (const [id, plan, hiding] of [
      ['fault-4', 'updateApp: slow=100', 'fault-2'],
      ['fault-5', 'updateApp: status=500, delay=5', 'fault-3'],
    ] as const)
      expect(await prints('fault', plan)).toEqual([
        `Fault ${id} added, hidden by ${hiding} until that one is finished or removed. Remove it with: understudy fault --remove ${id}`,
      ]);
    expect(await prints('fault', '--remove', 'all')).toEqual(['All faults removed.']);
    expect(await prints('fault')).toEqual(['No faults.']);
    for (const [words, flags] of [
      [['remove', 'fault-1'], '--remove ID, or --remove all'],
      [['list'], '(without arguments)'],
      [['clear'], '--remove all'],
    ] as const)
      expect(await run('fault', ...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`"${words.join(' ')}" is not a fault; use: understudy fault ${flags}`),
      });
    for (const [plan, reason] of [
      ['updateApp: sttus=503', 'invalid fault "sttus=503"'],
      ['updateApp', 'invalid fault "updateApp"; expected status=503, '],
      ['updateapp: reset', 'unknown operation "updateapp"; did you mean updateApp?'],
    ] as const)
      expect(await run('fault', plan)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`understudy: ${reason}`),
      });
  });

  test('clock sets, advances, freezes, speeds up and resets the time', async () => {
    const { prints, run } = await running();
    expect(await prints('clock', 'freeze', '2027-01-01T00:00:00Z')).toEqual([
      'Clock frozen at 2027-01-01T00:00:00.000Z.',
    ]);
    expect(await prints('clock', 'advance', '2h', '30m')).toEqual(['Clock frozen at 2027-01-01T02:30:00.000Z.']);
    expect(await prints('clock')).toEqual(['Clock frozen at 2027-01-01T02:30:00.000Z.']);
    expect(await prints('clock', 'speed', '10', '--json')).toContain('  "speed": 10,');
    expect(await prints('clock', 'resume')).toEqual([
      expect.stringMatching(/^Clock at 2027-.*, running at 10 times normal speed\.$/),
    ]);
    expect(await prints('clock', 'set', '2026-01-01T00:00:00Z')).toEqual([expect.stringMatching(/^Clock at 2026-/)]);
    expect(await prints('clock', 'reset')).toEqual([expect.stringMatching(/ \(system time\)\.$/)]);
    expect(await run('clock', 'advance')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs a value, such as: understudy clock advance 2h 30m\n'),
    });
    for (const [action, value, problem] of [
      ['advance', 'soon', '"soon" is not a duration; use one such as 500ms, 30s, 2h 30m or 1d.'],
      ['set', 'noon', '"noon" is not a time; use one such as 2027-01-01T00:00:00Z.'],
      ['speed', 'fast', 'clock speed needs a number'],
      ['set', '12', '"12" is not a time'],
      ['advance', '-1h', 'clock advance cannot go back by "-1h"; use clock set TIME.'],
    ] as const)
      expect(await run('clock', action, value)).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
    expect((await run('clock', 'stop')).stderr).toContain(
      'Unknown action "stop"; use set, advance, freeze, resume, speed, reset',
    );
  });

  test('token prints only a token', async () => {
    const { prints, url, run } = await running();
    const [token, ...rest] = await prints('token', 'marlene.zuercher@murmeltal.example', '--expires-in', '60');
    expect(rest).toEqual([]);
    const headers = { ...OWNER, authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(200);
    expect((await run('token', 'nobody')).code).toBe(2);
  });

  test('logins lists and ends logins, tokens lists and revokes tokens', async () => {
    const { prints, run, url } = await running();
    expect(await prints('logins')).toEqual(['No logins.']);
    expect(await prints('tokens')).toEqual(['No valid tokens.']);
    await logIn(await clientOf({ url }, CLIENT.summitCam), new Visitor((request) => fetch(request)), USER.marlene);
    const token = (await prints('token', 'theo.cretenoud'))[0] ?? '';
    const [shown = '', ...others] = await prints('logins');
    const [id = ''] = shown.split(' ');
    expect([shown, others]).toEqual([
      expect.stringMatching(/^\S+ {2}marlene\.zuercher@murmeltal\.example {2}since \S+Z {2}until \S+Z {2}Summit Cam$/),
      [],
    ]);
    expect(await prints('tokens')).toEqual([
      expect.stringMatching(
        /^\S+ {2}access {2}…\S{4} {2}Marlene Zürcher {2}Summit Cam {2}until \S+Z {2}authorization_code$/,
      ),
      expect.stringMatching(/^\S+ {2}access {2}…\S{4} {2}Théo Cretenoud .* until \S+Z {2}minted$/),
    ]);
    const [first, more = ''] = await prints('tokens', '--limit', '1');
    expect([first, more]).toEqual([expect.stringContaining('Marlene'), expect.stringMatching(/^More: --after \d+$/)]);
    const [minted = ''] = await prints('tokens', '--after', more.split(' ').at(-1) ?? '');
    expect(minted).toContain(`…${token.slice(-4)}`);
    const [tokenId = ''] = minted.split(' ');
    expect(await prints('tokens', '--revoke', tokenId)).toEqual([`Token ${tokenId} revoked.`]);
    expect(await prints('logins', '--end', id)).toEqual([`${USER.marlene} logged out; 1 token revoked.`]);
    expect(await prints('logins')).toEqual(['No logins.']);
    expect((await run('logins', '--end', id)).code).toBe(2);
  });

  test.each([
    ['tokens', '--revoke'],
    ['logins', '--end'],
  ])('%s %s accepts an id with a leading dash', async (...args) => {
    const { run } = await running();
    const { code, stderr } = await run(...args, '-id');
    expect([code, stderr]).toEqual([2, expect.stringContaining('"-id"')]);
  });

  test('requests lists, waits for, exports and clears requests', async () => {
    const { prints, run, update } = await running();
    expect(await prints('requests')).toEqual(['No requests recorded.']);
    await update('One');
    await update('');
    expect(await prints('requests', '--findings')).toEqual([
      expect.stringMatching(/^2 {2}\S+ {2}400 {2}updateApp {2}PUT /),
      expect.stringMatching(/^ {4}body \/name /),
    ]);
    expect(await prints('requests', '--operation', 'updateApp', '--status', '200', '--wait', '1')).toHaveLength(1);
    expect(await run('requests', '--status', 'abc')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--status must be a status such as 404, or a class such as 4XX, not "abc".'),
    });
    expect(await run('requests', '--status', '503', '--wait', '1', '--timeout', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^understudy: Expected 1 request matching [\s\S]*: the status is 400, not 503/),
    });
    expect(await prints('requests', '--since', '2000-01-01T00:00:00Z', '--operation', 'updateApp')).not.toHaveLength(1);
    expect(await prints('requests', '--since', '9000-01-01T00:00:00Z')).toEqual(['No recorded request matches.']);
    expect(JSON.parse((await prints('requests', '--har')).join('\n'))).toMatchObject({ log: { version: '1.2' } });
    expect(JSON.parse((await prints('requests', '--json', '--limit', '1')).join('\n'))).toMatchObject([{ number: 2 }]);
    await prints('requests', '--clear');
    expect(await prints('requests')).toEqual(['No requests recorded.']);
  });
});

test('an unreachable server is reported in one sentence', async () => {
  const { url, cwd } = await running();
  const gone = await closedAddress();
  const { code, stdout, stderr } = await understudy(['reset', '--url', gone], { cwd, env: { UNDERSTUDY_URL: url } })
    .ended;
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    `understudy: Cannot connect to the mock server at ${gone}. Start it with \`understudy serve\`. If it listens at another address: --url URL, or UNDERSTUDY_URL.\n`,
  ]);
  expect(await client(url).changes()).toEqual([]);
});

test.each([
  [
    ['undo', '--url', 'localhost:8080'],
    '"localhost:8080" is not the URL of a server: did you mean http://localhost:8080?',
  ],
  [['undo', 'all'], 'COUNT must be a whole number, not "all".'],
  [['restore'], 'NAME is missing. Usage: understudy restore [FLAGS] NAME'],
  [['token'], 'USER is missing. Usage: understudy token [FLAGS] USER'],
  [['reset', 'all'], 'Unexpected argument "all". Usage: understudy reset [FLAGS]'],
  [['changes', '--since', '1'], 'Unknown flag --since'],
  [['sandboxes', 'create'], 'NAME is missing. Usage: understudy sandboxes create NAME'],
  [['sandboxes', 'crate', 'blue'], 'Unknown action "crate"; did you mean create?'],
])('%j is rejected', async (args, reason) => {
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
])('%s --help describes the command', async (command) => {
  const { code, stdout } = await understudy([command, '--help'], { cwd: await temporaryFolder() }).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^understudy ${command}`));
  expect(stdout).toMatch(/^ {2}--url URL +the mock server/m);
});

test('without --url, the address is UNDERSTUDY_URL, otherwise with PORT', async () => {
  const { url, cwd } = await running();
  const { port } = new URL(url);
  for (const env of [{ UNDERSTUDY_URL: url, PORT: '1' }, { PORT: port }, { UNDERSTUDY_PORT: port }] as Record<
    string,
    string
  >[])
    expect((await understudy(['sandboxes'], { cwd, env }).ended).stdout).toBe('main  persistent\n');
  const { code, stderr } = await understudy(['sandboxes'], { cwd, env: { PORT: '1' } }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('http://127.0.0.1:1.')]);
});
