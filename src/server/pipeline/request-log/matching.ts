// Matches paths and values against partial descriptions.

/** Whether a path is of a form: `*` is any one segment, `**` at the end any number of them. */
export function isPath(form: string, path: string): boolean {
  const star = form.indexOf('*');
  if (star === -1) return form === path;
  // `/pets/**` is `/pets` as well.
  if (!path.startsWith(form.slice(0, Math.max(0, star - 1)))) return false;
  // Segment by segment, ending at the first mismatch: many templates are compared with each path.
  for (let [at, wantedAt] = [0, 0]; ; ) {
    const [end, wantedEnd] = [endOf(path, at), endOf(form, wantedAt)];
    const wanted = form.slice(wantedAt, wantedEnd);
    const isLast = wantedEnd === form.length;
    if (isLast && wanted === '**') return true;
    if (wanted !== '*' && wanted !== path.slice(at, end)) return false;
    if (isLast || end === path.length) return isLast ? end === path.length : form.slice(wantedEnd) === '/**';
    [at, wantedAt] = [end + 1, wantedEnd + 1];
  }
}

/** The end of the segment at an index. */
function endOf(path: string, at: number): number {
  const end = path.indexOf('/', at);
  return end === -1 ? path.length : end;
}

/** Whether a value contains another one: objects at least its members, lists and other values equal. */
export function holds(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => holds(value[at], one));
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(wanted).every(
    ([name, one]) => Object.hasOwn(value, name) && holds((value as Record<string, unknown>)[name], one),
  );
}
