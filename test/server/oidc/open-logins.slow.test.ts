// How many open logins of the main sandbox are remembered.

import { test } from 'vitest';
import { expectRoomFor } from './open-logins.ts';
import { ISSUER } from './visitor.ts';

test('500 open logins of main are remembered, and the first one makes room for the next', async () => {
  await expectRoomFor(500, ISSUER);
});
