// The measurement: a server that is too slow, too large or leaks memory is detected.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Attack } from './attack.ts';
import { excessOf } from './budget.ts';
import { measure } from './measure.ts';
import { canMeasure, startServer } from './server.ts';

const WEAK = fileURLToPath(new URL('weak-server.ts', import.meta.url));

describe.skipIf(!canMeasure)('a weak server', () => {
  test.each(['busy', 'large'])('is detected as %s', async (weakness) => {
    const server = await startServer([WEAK]);
    const attack: Attack = {
      title: weakness,
      async run({ url }) {
        await (await fetch(`${url}/${weakness}`)).text();
        return 1;
      },
    };
    try {
      const excess = excessOf(await measure(server, attack, 'short')).map((one) => one.replace(/^\d+ /, ''));
      expect(excess).toEqual(expect.arrayContaining(EXCESS[weakness] ?? ['a name in the list']));
    } finally {
      await server.stop();
    }
  });
});

const EXCESS: Record<string, string[]> = {
  busy: ['ms of processor time for a request, not 200', 'ms of processor time while another client waited, not 1000'],
  large: ['MB of memory, not 600', 'MB of memory kept afterwards, not 80'],
};
