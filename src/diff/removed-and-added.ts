// Differences of two lists: removed and added entries.

/** The entries of only the old and only the new list, each once, in order. */
export function removedAndAdded<T>(
  before: Iterable<T>,
  after: Iterable<T>,
): { readonly gone: T[]; readonly added: T[] } {
  const [was, is] = [new Set(before), new Set(after)];
  return { gone: [...was].filter((one) => !is.has(one)), added: [...is].filter((one) => !was.has(one)) };
}
