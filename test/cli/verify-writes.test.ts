// The flags, settings and exit codes of `understudy verify` and `parity` that concern changes on a shared server.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { SWITCHES, type SwitchesSettings, startSwitches } from '../support/switches/switches.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FEW = ['--phases', 'examples', '--allow-writes'];

async function run(args: readonly string[], cwd?: string) {
  return understudy(args, { cwd: cwd ?? (await temporaryFolder()) }).ended;
}

describe('understudy verify on a shared server', () => {
  test('shows skipped operations with the reason, in the terminal, in JUnit and on the page', async () => {
    const { url } = await startSwitches();
    const cwd = await temporaryFolder();
    const files = ['--junit', 'verify.xml', '--html', 'verify.html'];
    const skip = ['--skip-operations', 'copyFlag,addKey'];
    const { code, stdout } = await run(['verify', SWITCHES, url, ...FEW, ...skip, ...files], cwd);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^skipped {5}removeAllFlags {2}it deletes all of \/flags$/m);
    expect(stdout).toMatch(/: 17 operations, 10 passed, 0 failed, 1 not tested, 6 skipped\.$/m);
    expect(stdout).not.toContain('Left on the server');
    const [xml, page] = await Promise.all(
      ['verify.xml', 'verify.html'].map((name) => readFile(join(cwd, name), 'utf8')),
    );
    expect(xml).toMatch(/<testcase name="removeAllFlags"[^>]*>\s*<skipped message="it deletes all of \/flags"\/>/);
    expect(page).toMatch(/<h2 id="skipped">Skipped<\/h2>[\s\S]*it deletes all of \/flags/);
  });

  test('counts skipped operations as not tested, unless --skip-operations names them', async () => {
    const { url } = await startSwitches();
    const strict = ['verify', SWITCHES, url, ...FEW, '--require-tested'];
    expect((await run(strict)).code).toBe(1);
    const names = 'removeAllFlags,POST /env*,setMode,POST /admin/*,sendSignal';
    const { code, stdout } = await run([...strict, '--skip-operations', names]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^skipped {5}shutDown {2}excluded by --skip-operations$/m);
  });

  test('sends named unsafe operations, and lists them with the items left behind', async () => {
    const { url, state } = await startSwitches({
      reject: (request) => (request.startsWith('DELETE /flags/') ? 500 : undefined),
    });
    const { stdout } = await run(['verify', SWITCHES, url, ...FEW, '--allow-unsafe', 'PUT /mode']);
    expect(stdout).toMatch(/^setMode was sent (once|\d+ times) \(--allow-unsafe\)$/m);
    const [, id = ''] =
      /^\d+ items created by addFlag were left behind \(ids "(flag-\d+)", .*\): removeFlag responded with 500$/m.exec(
        stdout,
      ) ?? [];
    expect(state.flags.has(id)).toBe(true);
    expect(stdout).toContain(`\n  such as curl -g -X DELETE ${url}/flags/${id}\n`);
  });

  test('sends the number of random requests of --random', async () => {
    const { url, received } = await startSwitches();
    const sent = async (count: string) => {
      const before = received.length;
      const only = ['--operations', 'addFlag', '--phases', 'random', '--allow-writes', '--random', count];
      await run(['verify', SWITCHES, url, ...only]);
      return received.slice(before).filter((one) => one.startsWith('POST /flags')).length;
    };
    const [few, many] = [await sent('3'), await sent('10')];
    expect(many - few).toBe(7);
  });

  test('never sends operations that the config excludes, and reports unknown names', async () => {
    const { url, received } = await startSwitches();
    const cwd = await temporaryFolder();
    await writeFile(
      join(cwd, 'understudy.config.mjs'),
      "export default { skipOperations: ['GET /environments*', 'nothingLikeIt'] };",
    );
    const { code, stderr } = await run(['verify', SWITCHES, url, ...FEW], cwd);
    expect(code).toBe(0);
    expect(received.filter((one) => one.includes('/environments'))).toEqual([]);
    expect(stderr).toContain('understudy: skipOperations in the config: no operation matches "nothingLikeIt".');
  });

  test.each<[args: readonly string[], message: string]>([
    [['--allow-writes', '--allow-unsafe', 'setMod'], 'setMod; did you mean setMode?'],
    [['--skip-operations', 'POST /nowhere/*'], '--skip-operations: no such operation:'],
    [['--allow-unsafe', 'setMode'], '--allow-unsafe needs --allow-writes.'],
  ])('rejects %j', async (args, message) => {
    const { url, received } = await startSwitches();
    const { code, stderr } = await run(['verify', SWITCHES, url, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(received).toEqual([]);
  });

  test('stops with 2 when the server begins to reject all requests, and names the last one before', async () => {
    const { url } = await startSwitches({
      reject: (_, { isInMaintenance }) => (isInMaintenance ? 503 : undefined),
    });
    const args = ['--allow-writes', '--allow-unsafe', 'setMode,shutDown', '--json'];
    const { code, stdout, stderr } = await run(['verify', SWITCHES, url, ...args]);
    expect(stderr).toMatch(/since PUT \/mode \(setMode\), the server responds with 503 to every request/);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).outage).toEqual({ status: 503, onlyWrites: false, after: 'PUT /mode (setMode)' });
  });
});

describe('understudy parity with two shared servers', () => {
  test('changes only items that it has created on the same server', async () => {
    const [first, second] = [await startSwitches(), await startSwitches()];
    const skip = ['--skip-operations', 'copyFlag,addKey'];
    const { code, stderr } = await run(['parity', SWITCHES, first.url, second.url, '--allow-writes', ...skip]);
    expect([code, stderr]).toEqual([0, '']);
    for (const { state, received } of [first, second]) {
      expect([...state.flags.keys()]).toEqual(['theirs', 'key-1']);
      expect([...state.environments]).toEqual([['production', true]]);
      expect(state).toMatchObject({ isInMaintenance: false, isDown: false });
      expect(received.filter((one) => /^POST \/flags\/flag-\d+\/toggle$/.test(one)).length).toBeGreaterThan(0);
    }
  });

  test('deletes what only the second one has created, and lists what is left behind', async () => {
    const isAddition = (request: string) => request === 'POST /flags';
    const first = await startSwitches({ reject: (request) => (isAddition(request) ? 400 : undefined) });
    const second = await startSwitches({ reject: (request) => (request === 'DELETE /flags/flag-1' ? 500 : undefined) });
    const { stdout } = await run(['parity', SWITCHES, first.url, second.url, ...FEW, '--operations', 'addFlag']);
    expect(second.received.filter(isAddition).length).toBeGreaterThan(1);
    expect([...second.state.flags.keys()]).toEqual(['theirs', 'key-1', 'flag-1']);
    expect(stdout).toContain(
      `Left on the candidate server\n1 item created by addFlag was left behind (id "flag-1"): removeFlag responded with 500\n  curl -g -X DELETE ${second.url}/flags/flag-1\n`,
    );
  });

  const isOver = (received: readonly string[]) => received.filter((one) => one === 'POST /flags').length > 3;
  const rejecting: SwitchesSettings = { reject: (_, __, received) => (isOver(received) ? 503 : undefined) };
  const ending: SwitchesSettings = { isLast: (_, __, received) => isOver(received) };

  test.each<[what: string, first: SwitchesSettings, second: SwitchesSettings, message: string]>([
    ['the second one rejects all requests', {}, rejecting, 'the candidate server responds with 503 to every request.'],
    ['the second one is gone', {}, ending, 'the candidate server accepts no connections.'],
    ['both reject all requests', rejecting, rejecting, 'the reference server responds with 503 to every request.'],
  ])('stops with 2 when %s', async (_, settings, others, message) => {
    const [first, second] = [await startSwitches(settings), await startSwitches(others)];
    const { code, stdout, stderr } = await run([
      ...['parity', SWITCHES, first.url, second.url],
      ...['--allow-writes', '--json'],
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^ *Stopped: since \\w+ /\\S* \\(\\w+\\), ${message}$`, 'm'));
    expect(message).toContain(JSON.parse(stdout).outage.server);
    expect(first.received.length - first.received.indexOf('POST /flags')).toBeLessThan(100);
  });

  const entry = (method: string, path: string, body?: string) => ({
    request: {
      method,
      url: `http://recorded${path}`,
      headers: body === undefined ? [] : [{ name: 'content-type', value: 'application/json' }],
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: { status: 200, headers: [], content: {} },
  });

  test('stops in the middle of a recording when the second one is gone', async () => {
    const cwd = await temporaryFolder();
    const entries = Array.from({ length: 50 }, () => entry('GET', '/flags'));
    await writeFile(join(cwd, 'day.har'), JSON.stringify({ log: { entries } }));
    const first = await startSwitches();
    const second = await startSwitches({ isLast: (_, __, received) => received.length === 3 });
    const { code, stderr } = await run(['parity', SWITCHES, first.url, second.url, '--recording', 'day.har'], cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the candidate server accepts no connections')]);
    expect(first.received.length).toBeLessThan(20);
  });

  test.each([
    ['', [], []],
    [', unless they are named', ['--allow-unsafe', 'shutDown'], ['POST /admin/shutdown']],
  ])('sends recorded requests only if they change what was created since%s', async (_, args, expected) => {
    const cwd = await temporaryFolder();
    const entries = [
      entry('DELETE', '/flags'),
      entry('POST', '/environments/production/disable'),
      entry('POST', '/flags/theirs/toggle'),
      entry('POST', '/admin/shutdown'),
      entry('PUT', '/mode', '{"maintenance":true}'),
    ];
    await writeFile(join(cwd, 'day.har'), JSON.stringify({ log: { entries } }));
    const [first, second] = [await startSwitches(), await startSwitches()];
    await run(['parity', SWITCHES, first.url, second.url, '--allow-writes', '--recording', 'day.har', ...args], cwd);
    for (const { received } of [first, second])
      expect(received.filter((one) => !one.startsWith('GET'))).toEqual(expected);
  });
});
