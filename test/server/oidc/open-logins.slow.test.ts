// The limit of open logins in the main sandbox.

import { test } from 'vitest';
import { expectRoomFor } from './open-logins.ts';
import { ISSUER } from './visitor.ts';

test('500 open logins of main are stored, and the next one replaces the first', async () => {
  await expectRoomFor(500, ISSUER);
});
