// The handlers of the greeter: one returns its input, one waits until the client disconnects.

import { EventEmitter } from 'node:events';
import { ApiError, defineApi } from '../../../src/index.ts';
import type { Operations } from './operations.ts';

/** Receives `waiting` when a call starts to wait, and `abandoned` when the client has disconnected. */
export class Witness extends EventEmitter<{ waiting: []; abandoned: [] }> {
  abandoned = 0;
}

export function greeter(witness = new Witness()) {
  return defineApi<Operations, Record<never, never>, undefined>({
    name: 'greeter',
    document: new URL('greeter.yaml', import.meta.url),
    jsonMapping: 'protobuf',
    handlers: {
      greet({ input: { person, hello, times = 1, tongues = [], count = '0', 'x-mood': mood } }) {
        if (person === 'nobody') throw new ApiError('not_found', `Niemand heißt so: 100% „${person}“`);
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
            witness.emit('abandoned');
          });
          witness.emit('waiting');
        }),
      silence: () => undefined,
    },
  });
}
