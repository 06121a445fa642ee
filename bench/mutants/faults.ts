// All planted faults.

import { IDENTITY } from './identity.ts';
import type { Mutant } from './mutant.ts';
import { WORKSHOP } from './workshop.ts';

export const FAULTS: readonly Mutant[] = [...IDENTITY, ...WORKSHOP];
