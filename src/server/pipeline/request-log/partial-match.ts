// Matches paths and values against partial descriptions.

/** Whether a path is of a form: `*` is any one segment, `**` at the end any number of them. */
export function matchesPath(pattern: string, path: string): boolean {
  const firstWildcard = pattern.indexOf('*');
  if (firstWildcard === -1) return pattern === path;
  // `/pets/**` is `/pets` as well.
  if (!path.startsWith(pattern.slice(0, Math.max(0, firstWildcard - 1)))) return false;
  // Segment by segment, ending at the first mismatch: many templates are compared with each path.
  for (let [position, patternPosition] = [0, 0]; ; ) {
    const [end, patternEnd] = [segmentEnd(path, position), segmentEnd(pattern, patternPosition)];
    const expected = pattern.slice(patternPosition, patternEnd);
    const isLast = patternEnd === pattern.length;
    if (isLast && expected === '**') return true;
    if (expected !== '*' && expected !== path.slice(position, end)) return false;
    if (isLast || end === path.length) return isLast ? end === path.length : pattern.slice(patternEnd) === '/**';
    [position, patternPosition] = [end + 1, patternEnd + 1];
  }
}

/** The end of the segment at an index. */
function segmentEnd(path: string, position: number): number {
  const end = path.indexOf('/', position);
  return end === -1 ? path.length : end;
}

/** Whether a value contains another one: objects at least its members, lists and other values equal. */
export function containsValue(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((one, position) => containsValue(value[position], one))
    );
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(expected).every(
    ([name, one]) => Object.hasOwn(value, name) && containsValue((value as Record<string, unknown>)[name], one),
  );
}
