// Writes JSON with `bigint`s as numbers.

type Replacer = (key: string, value: unknown) => unknown;

/** `JSON.stringify`, which writes a `bigint` with all of its digits. */
export function stringifyJson(value: unknown, replacer?: Replacer | null, indent?: number): string {
  const unchanged: Replacer = (_key, inner) => inner;
  // A program that is tested may have defined it for all of its code.
  if ('toJSON' in BigInt.prototype) return withBigints(value, replacer ?? unchanged, indent);
  try {
    return JSON.stringify(value, replacer ?? undefined, indent);
  } catch (error) {
    // JSON.stringify rejects a bigint, and a value that contains itself; the latter again.
    if (error instanceof TypeError) return withBigints(value, replacer ?? unchanged, indent);
    throw error;
  }
}

/** Writes each `bigint` as a string with a mark that no string of the value has, and removes the quotes. */
function withBigints(value: unknown, replacer: Replacer, indent: number | undefined): string {
  const writeWith = (write: (number: bigint) => unknown) =>
    JSON.stringify(
      value,
      function (this: Readonly<Record<string, unknown>>, key, given) {
        const own = this[key];
        const inner = replacer(key, typeof own === 'bigint' ? own : given);
        return typeof inner === 'bigint' ? write(inner) : inner;
      },
      indent,
    );
  const others = writeWith(() => 0);
  let mark = '#';
  while (others.includes(mark)) mark += mark;
  return writeWith((number) => mark + number).replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
