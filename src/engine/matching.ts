// How requests are described in part: by the form of a path, and by what a value holds.

/** Whether a path is of a form: `*` is any one segment, `**` at the end any number of them. */
export function isPath(form: string, path: string): boolean {
  const [wanted, segments] = [form.split('/'), path.split('/')];
  const isOpen = wanted.at(-1) === '**';
  if (isOpen) wanted.pop();
  if (isOpen ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((one, at) => one === '*' || one === segments[at]);
}

/** Whether a value holds another one: objects have at least its members, lists and everything else are as it is. */
export function holds(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => holds(value[at], one));
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(wanted).every(
    ([name, one]) => Object.hasOwn(value, name) && holds((value as Record<string, unknown>)[name], one),
  );
}
