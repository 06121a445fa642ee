// Suggests the closest name for an unknown one.

/** The most similar name; undefined if none is similar enough. */
export function findNearestName(text: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - text.length) >= least) continue;
    const distance = distanceOf(text.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** The end of a message about an unknown name: `; did you mean pets?`, or nothing. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/** Edit distance with transpositions (F. Damerau, 1964; restricted). */
function distanceOf(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const change = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isSwapped = j > 0 && i > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const swap = isSwapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
