// The rules of alternatives: `oneOf`, `anyOf`, discriminators.

import type { DiffRule } from '../level.ts';

export const ALTERNATIVE_RULES = {
  'alternative-removed': { effect: 'narrows', title: 'An alternative was removed (`oneOf`, `anyOf`).' },
  'alternative-added': { effect: 'widens', title: 'An alternative was added (`oneOf`, `anyOf`).' },
  'alternatives-added': {
    effect: 'narrows',
    title: 'Values must match one of several schemas now (`oneOf`, `anyOf`).',
  },
  'alternatives-dropped': {
    effect: 'widens',
    title: 'Values need not match one of several schemas any more (`oneOf`, `anyOf`).',
  },
  'alternatives-widened': {
    effect: 'narrows',
    title: 'An alternative of `oneOf` allows more values: some may match two alternatives.',
    clients: { in: 'risky' },
    servers: { out: 'risky' },
  },
  'alternatives-narrowed': {
    effect: 'widens',
    title: 'An alternative of `oneOf` allows fewer values: some matched two alternatives.',
    clients: { out: 'risky' },
    servers: { in: 'risky' },
  },
  'alternatives-overlap': {
    effect: 'replaces',
    title: 'Each value matches several alternatives of `oneOf`, which must match exactly one.',
  },
  'any-became-one': {
    effect: 'narrows',
    title: '`anyOf` became `oneOf`: values must match exactly one schema.',
  },
  'one-became-any': {
    effect: 'widens',
    title: '`oneOf` became `anyOf`: values may match several schemas.',
  },
  'discriminator-changed': { effect: 'replaces', title: 'The property of a discriminator changed.' },
  'discriminator-added': { effect: 'unclear', title: 'A discriminator was added.' },
  'discriminator-dropped': { effect: 'unclear', title: 'A discriminator was removed.' },
  'discriminator-value-removed': { effect: 'narrows', title: 'A discriminator value was removed.' },
  'discriminator-value-added': {
    effect: 'widens',
    title: 'A discriminator value was added.',
    clients: { out: 'risky' },
  },
} as const satisfies Readonly<Record<string, DiffRule>>;
