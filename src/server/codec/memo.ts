// What was made of a header field for a part of a document. Clients have few; who makes up many fills nothing.

/** How many different texts are remembered for one part. */
const MOST = 50;

/**
 * Makes something of a text for a part of a document, once for as long as it is remembered.
 *
 * @param make - always makes the same
 */
export function memo<Part extends object, Made>(
  make: (part: Part, text: string | undefined) => Made,
): (part: Part, text: string | undefined) => Made {
  const parts = new WeakMap<Part, Map<string | undefined, { readonly made: Made }>>();
  return (part, text) => {
    const known = parts.get(part);
    const found = known?.get(text);
    if (found) return found.made;
    const made = make(part, text);
    if (known && known.size < MOST) known.set(text, { made });
    else parts.set(part, new Map([[text, { made }]]));
    return made;
  };
}
