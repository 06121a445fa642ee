// What is tried. Each attack is a file of its own; a line here, and both `npm test` and `npm run test:hostile` try it.

import type { Attack } from './attack.ts';
import { foreignImages } from './attacks/foreign-images.ts';
import { formsOfBareKeys } from './attacks/forms-of-bare-keys.ts';
import { fullBodies } from './attacks/full-bodies.ts';
import { journalReaders } from './attacks/journal-readers.ts';
import { unfinishedHeads } from './attacks/unfinished-heads.ts';

export const ATTACKS: readonly Attack[] = [
  foreignImages,
  formsOfBareKeys,
  ...fullBodies,
  journalReaders,
  unfinishedHeads,
];
