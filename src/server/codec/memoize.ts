// A bounded cache of values derived from headers.

/** How many different texts are remembered for one part. */
const MOST = 50;

/**
 * Derives a value from a text and a part of a document, once while it is cached.
 *
 * @param make - must be deterministic
 */
export function memoize<Part extends object, Made>(
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
