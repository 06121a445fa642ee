// Check: 64-bit integers are returned with all digits.

import type { JsonNumber } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ScenarioCheck } from '../../cases/test-case.ts';

/** A sent 64-bit integer, and the returned value. */
export interface LargeInteger {
  /** A JSON pointer into the item. */
  readonly pointer: string;
  readonly sent: string | JsonNumber;
  readonly returned: unknown;
}

export const integer64Exact: ScenarioCheck<LargeInteger> = {
  description:
    'A 64-bit integer (`type: integer` with `format: int64` or `uint64`) that a create request sends is returned with the same digits. A finding is a server that rounds integers beyond 2^53, or cuts them to 32 bits. A server may reject such an integer.',
  *evaluate({ pointer, sent, returned }) {
    if (returned === undefined || returned === sent) return;
    yield {
      severity: 'error',
      message: `${pointer} was ${stringifyJson(sent)} and is returned as ${stringifyJson(returned)}: digits are lost`,
      cause: `digits ${pointer}`,
    };
  },
};
