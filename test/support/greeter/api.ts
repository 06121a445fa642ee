// The handlers of the greeter: one tells what it was given, one waits until nobody waits for it.

import { defineApi, Failure } from '../../../src/index.ts';
import type { Operations } from './operations.ts';

/** How often somebody who waited was left alone. */
export interface Witness {
  abandoned: number;
}

export function greeter(witness: Witness = { abandoned: 0 }) {
  return defineApi<Operations, Record<never, never>, undefined>({
    name: 'greeter',
    document: new URL('greeter.yaml', import.meta.url),
    jsonMapping: 'protobuf',
    handlers: {
      greet({ input: { person, hello, times = 1, tongues = [], count = '0', 'x-mood': mood } }) {
        if (person === 'nobody') throw new Failure('not_found', `Niemand heißt so: 100% „${person}“`);
        const greeting = `${hello}, ${person}! `.repeat(times).trim();
        return {
          text: mood === undefined ? `${greeting} (${count})` : `${greeting} (${count}, ${mood})`,
          byTongue: Object.fromEntries(tongues.map((tongue) => [tongue, greeting])),
        };
      },
      wait: ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            witness.abandoned += 1;
          });
        }),
      silence: () => undefined,
    },
  });
}
