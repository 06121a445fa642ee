// Values that are computed on first use.

/** Computes a value on the first call and returns the same one on every call. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
