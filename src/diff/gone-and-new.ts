// What of one list is not in another one, and the other way round.

/** What only the old list has, and what only the new one has: each once, in their order. */
export function goneAndNew<T>(before: Iterable<T>, after: Iterable<T>): { readonly gone: T[]; readonly added: T[] } {
  const [was, is] = [new Set(before), new Set(after)];
  return { gone: [...was].filter((one) => !is.has(one)), added: [...is].filter((one) => !was.has(one)) };
}
