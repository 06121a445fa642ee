// What the greeting warns of.

import { expect, test } from 'vitest';
import { warningsOf } from '../../src/cli/warnings.ts';
import { serve } from '../support/command.ts';
import { petsFolder } from '../support/pets/config.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NETWORK = /^Warning: --host \S+ lets in whoever reaches this machine/;
const CONTROL = /^Warning: --control-open-to anybody lets whoever reaches the port read every record/;

test.each<[Omit<Parameters<typeof warningsOf>[0], 'hasLogin'>, RegExp[]]>([
  [{ host: '127.0.0.1' }, []],
  [{ host: 'localhost', controlOpenTo: 'loopback' }, []],
  [{ host: '::1' }, []],
  [{ host: '0.0.0.0' }, [NETWORK]],
  [{ host: '::' }, [NETWORK]],
  [{ host: '192.0.2.1' }, [NETWORK]],
  [{ host: '127.0.0.1', controlOpenTo: 'anybody' }, [CONTROL]],
  [{ host: '0.0.0.0', controlOpenTo: 'anybody' }, [NETWORK, CONTROL]],
])('%o is warned of as it should be', (doors, expected) => {
  expect(warningsOf({ ...doors, hasLogin: true })).toEqual(expected.map((one) => expect.stringMatching(one)));
});

test('the greeting warns, and nobody is warned of nothing', async () => {
  const folder = await temporaryFolder();
  const { greeting } = await serve(['--memory', '--host', '0.0.0.0', '--control-open-to', 'anybody'], { cwd: folder });
  expect(greeting.split('\n').filter((line) => line.startsWith('Warning'))).toEqual([
    expect.stringMatching(NETWORK),
    expect.stringMatching(CONTROL),
  ]);
  expect((await serve(['--memory'], { cwd: folder })).greeting).not.toContain('Warning');
});

/** Takes away what login needs of Node 22, as in a Node 20. */
const OLD_NODE = { NODE_OPTIONS: '--import="data:text/javascript,delete Map.groupBy"' };
const LOGIN = `Warning: Login needs Node 22 or later, and this is Node ${process.versions.node}. Everything else works.`;

test('a Node on which nobody can log in says so at the start, once, and the rest is served', async () => {
  const folder = await temporaryFolder();
  const { greeting, url } = await serve(['--memory'], { cwd: folder, env: OLD_NODE });
  expect(greeting.split('\n').filter((line) => line.includes('Node'))).toEqual([LOGIN]);
  expect((await fetch(`${url}/debug/ready`)).status).toBe(200);
  const discovery = await fetch(`${url}/.well-known/openid-configuration`);
  expect([discovery.status, await discovery.text()]).toEqual([501, expect.stringContaining('Login needs Node 22')]);
});

test('a Node on which nobody can log in says nothing where there is no login', async () => {
  const { greeting } = await serve(['--memory'], { cwd: await petsFolder(), env: OLD_NODE });
  expect(greeting).not.toContain('Node');
});
