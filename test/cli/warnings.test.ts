// Warnings about a server that a network can reach.

import { expect, test } from 'vitest';
import { accessWarnings, requireControlAccess } from '../../src/cli/serve/start-notes.ts';
import { rejection, serve, understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NETWORK = /^Warning: --host \S+ exposes the server;/;
const CONTROL = /^Warning: --control-access all lets every client that can reach the port/;

test.each<[Parameters<typeof accessWarnings>[0], RegExp[]]>([
  [{ host: '127.0.0.1' }, []],
  [{ host: 'localhost', controlAccess: 'loopback' }, []],
  [{ host: '::1' }, []],
  [{ host: '0.0.0.0' }, [NETWORK]],
  [{ host: '::' }, [NETWORK]],
  [{ host: '192.0.2.1' }, [NETWORK]],
  [{ host: '127.0.0.1', controlAccess: 'all' }, [CONTROL]],
  [{ host: '0.0.0.0', controlAccess: 'all' }, [NETWORK, CONTROL]],
])('%o leads to the expected warnings', (settings, expected) => {
  expect(accessWarnings(settings)).toEqual(expected.map((one) => expect.stringMatching(one)));
});

test('the start warns of an open control API', async () => {
  const folder = await temporaryFolder();
  const { greeting } = await serve(['--memory', '--host', '0.0.0.0', '--control-access', 'all'], { cwd: folder });
  expect(greeting.split('\n').filter((line) => line.startsWith('Warning'))).toEqual([
    expect.stringMatching(NETWORK),
    expect.stringMatching(CONTROL),
  ]);
  expect((await serve(['--memory'], { cwd: folder })).greeting).not.toContain('Warning');
});

const TOKEN = 'tried-once-and-never-again';

test.each<[Parameters<typeof requireControlAccess>[0], boolean]>([
  [{ host: '127.0.0.1' }, true],
  [{ host: '127.9.9.9' }, true],
  [{ host: 'LOCALHOST' }, true],
  [{ host: '::1' }, true],
  [{ host: '0.0.0.0' }, false],
  [{ host: '::' }, false],
  [{ host: 'localhost.example' }, false],
  [{ host: '192.0.2.1', controlToken: TOKEN }, true],
  [{ host: '192.0.2.1', controlAccess: 'loopback' }, true],
  [{ host: '192.0.2.1', controlAccess: 'none' }, true],
  [{ host: '192.0.2.1', controlAccess: 'all' }, true],
])('with %o, the control API is configured: %o', (settings, isEnough) => {
  const require = () => requireControlAccess(settings);
  if (isEnough) expect(require).not.toThrow();
  else expect(require).toThrow(/exposes the server/);
});

test('a server on a network requires a setting for the control API', async () => {
  const folder = await temporaryFolder();
  const { code, stdout, stderr } = await rejection(['serve', '--memory', '--port', '0', '--host', '0.0.0.0'], {
    cwd: folder,
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/--host 0\.0\.0\.0 exposes the server/);
  for (const way of ['--control-token TOKEN, or UNDERSTUDY_CONTROL_TOKEN', '--control-access loopback', 'none', 'all'])
    expect(stderr).toContain(way);
});

test('a token is read from the environment, never printed, and admits commands', async () => {
  const folder = await temporaryFolder();
  const env = { UNDERSTUDY_CONTROL_TOKEN: TOKEN };
  const short = await rejection(['serve', '--memory', '--control-token', 'tooshort'], { cwd: folder });
  expect({ code: short.code, repeats: short.stderr.includes('tooshort') }).toEqual({ code: 2, repeats: false });
  expect(short.stderr).toMatch(/--control-token must be 16 to 1000 characters/);
  const { greeting, url } = await serve(['--memory', '--host', '0.0.0.0'], { cwd: folder, env });
  expect(greeting).not.toContain(TOKEN);
  const ends = async (given: Readonly<Record<string, string>>) =>
    (await understudy(['sandboxes', '--url', url, '--sandbox', 'main'], { cwd: folder, env: given }).ended).code;
  expect([await ends(env), await ends({}), await ends({ UNDERSTUDY_CONTROL_TOKEN: `${TOKEN}s` })]).toEqual([0, 2, 2]);
});
