// Texts with the address of the server as its reader knows it.

import { randomUUID } from 'node:crypto';

/** Placeholder for the address. It is random, so no text contains it by chance. */
const ADDRESS = `http://${randomUUID()}.invalid`;

/**
 * Renders a text once for all addresses: rendering a large document again is much slower than joining pieces.
 *
 * @param write - the text for a base URL, which it may contain anywhere, but only unchanged
 */
export function renderForAddress(write: (base: string) => string): (base: string) => string {
  let pieces: readonly string[] | undefined;
  return (base) => {
    pieces ??= write(ADDRESS).split(ADDRESS);
    return pieces.join(base);
  };
}
