// What the greeting warns of.

import { expect, test } from 'vitest';
import { warningsOf } from '../../src/cli/warnings.ts';
import { serve } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NETWORK = /^Warning: --host \S+ lets in whoever reaches this machine/;
const CONTROL = /^Warning: --control-open-to anybody lets whoever reaches the port read every record/;

test.each<[Parameters<typeof warningsOf>[0], RegExp[]]>([
  [{ host: '127.0.0.1' }, []],
  [{ host: 'localhost', controlOpenTo: 'loopback' }, []],
  [{ host: '::1' }, []],
  [{ host: '0.0.0.0' }, [NETWORK]],
  [{ host: '::' }, [NETWORK]],
  [{ host: '192.0.2.1' }, [NETWORK]],
  [{ host: '127.0.0.1', controlOpenTo: 'anybody' }, [CONTROL]],
  [{ host: '0.0.0.0', controlOpenTo: 'anybody' }, [NETWORK, CONTROL]],
])('%o is warned of as it should be', (doors, expected) => {
  expect(warningsOf(doors)).toEqual(expected.map((one) => expect.stringMatching(one)));
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
