// Values that are computed on first use.

/** Returns a function that computes a value once. @param make - may return a promise */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
