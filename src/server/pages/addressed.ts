// Texts that name the address at which their reader found this server.

import { randomUUID } from 'node:crypto';

/** Placeholder for the address. It is random, so no text contains it by chance. */
const ADDRESS = `http://${randomUUID()}.invalid`;

/**
 * Writes a text once, for whatever address: to write a large document again costs much more than to put its pieces together.
 *
 * @param write - the text for the reader of a base URL, which may stand in it anywhere and as often as needed, but always as it is
 */
export function addressed(write: (base: string) => string): (base: string) => string {
  let pieces: readonly string[] | undefined;
  return (base) => {
    pieces ??= write(ADDRESS).split(ADDRESS);
    return pieces.join(base);
  };
}
