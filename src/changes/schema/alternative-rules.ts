// What may differ between alternatives: `oneOf`, `anyOf`, and what a discriminator chooses among.

import type { Rule } from '../level.ts';

export const ALTERNATIVE_RULES = {
  'alternative-removed': { effect: 'narrows', title: 'One of several schemas is gone (`oneOf`, `anyOf`).' },
  'alternative-added': { effect: 'widens', title: 'There is a further one of several schemas (`oneOf`, `anyOf`).' },
  'alternatives-added': { effect: 'narrows', title: 'Values have to fit one of several schemas (`oneOf`, `anyOf`).' },
  'alternatives-dropped': {
    effect: 'widens',
    title: 'Values need not fit one of several schemas any more (`oneOf`, `anyOf`).',
  },
  'alternatives-widened': {
    effect: 'narrows',
    title: 'One of several schemas of which values must fit just one (`oneOf`) has more values: some may fit two.',
    clients: { in: 'risky' },
    servers: { out: 'risky' },
  },
  'alternatives-narrowed': {
    effect: 'widens',
    title: 'One of several schemas of which values must fit just one (`oneOf`) has fewer values: some fitted two.',
    clients: { out: 'risky' },
    servers: { in: 'risky' },
  },
  'any-became-one': {
    effect: 'narrows',
    title: 'Values must fit just one of several schemas, not some (`oneOf`, was `anyOf`).',
  },
  'one-became-any': {
    effect: 'widens',
    title: 'Values may fit several of some schemas, not just one (`anyOf`, was `oneOf`).',
  },
  'discriminator-changed': { effect: 'replaces', title: 'Another property says which schema a value fits.' },
  'discriminator-added': { effect: 'unclear', title: 'A property says which schema a value fits.' },
  'discriminator-dropped': { effect: 'unclear', title: 'No property says any more which schema a value fits.' },
  'discriminator-value-removed': { effect: 'narrows', title: 'A value of a discriminator is gone.' },
  'discriminator-value-added': {
    effect: 'widens',
    title: 'A discriminator has a further value.',
    clients: { out: 'risky' },
  },
} as const satisfies Readonly<Record<string, Rule>>;
