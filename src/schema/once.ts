// Work that is done when somebody first asks for it, and never again.

/** @param make - asked once; what it gives may be a promise */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
