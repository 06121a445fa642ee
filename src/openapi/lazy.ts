// Values that are made when somebody asks for them: a large document has more parts than a stand-in will ever look at.

/** Makes a value when it is first asked for, and gives the same one ever after. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
