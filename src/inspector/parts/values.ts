// JSON values: read, changed immutably and compared by JSON Pointer. Safe for names such as `__proto__`.

/** The path to a nested value, outermost name first. */
export type Steps = readonly string[];

/** JSON pointer (RFC 6901). */
export function pointerTo(steps: Steps): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names in a JSON pointer. */
export function stepsIn(pointer: string): Steps {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** An object, not an array. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as JsonObject)[step]
        : undefined,
    value,
  );
}

/** A copy with another value at a path. Missing objects are created. */
export function withValue(value: unknown, steps: Steps, put: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? withValue(item, rest, put) : item));
  const members = new Map(Object.entries(isObject(value) ? value : {}));
  members.set(step, withValue(members.get(step), rest, put));
  return Object.fromEntries(members);
}

/** A copy without the value at a path. */
export function without(value: unknown, steps: Steps): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return value;
  if (rest.length > 0)
    return Object.hasOwn(value, step) ? withValue(value, [step], without((value as JsonObject)[step], rest)) : value;
  if (Array.isArray(value)) return value.filter((_, index) => String(index) !== step);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}

/** A difference at one path. */
export interface Difference {
  readonly steps: Steps;
  /** Absent where there was no value. */
  readonly was?: unknown;
  /** Absent where there is no value any more. */
  readonly is?: unknown;
}

/** How deep values are compared by property. Deeper values are compared as a whole. */
const DEEPEST = 6;

/** The differences of two values by property. Arrays are compared as a whole. */
export function differences(was: unknown, is: unknown, steps: Steps = []): readonly Difference[] {
  if (isObject(was) && isObject(is) && steps.length < DEEPEST) {
    const names = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...names].flatMap((name) => {
      const [before, after] = [valueAt(was, [name]), valueAt(is, [name])];
      const at = [...steps, name];
      if (!Object.hasOwn(was, name)) return [{ steps: at, is: after }];
      if (!Object.hasOwn(is, name)) return [{ steps: at, was: before }];
      return differences(before, after, at);
    });
  }
  return isSame(was, is) ? [] : [{ steps, was, is }];
}

/** Whether two values are equal. The order of properties does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame((one as JsonObject)[name], (other as JsonObject)[name]))
  );
}

/** Applies my changes of a base value to their version of it. */
export function rebased(base: unknown, mine: unknown, theirs: unknown): unknown {
  return differences(base, mine).reduce<unknown>(
    (value, { steps, ...one }) => ('is' in one ? withValue(value, steps, one.is) : without(value, steps)),
    theirs,
  );
}

/** A value in one short line. */
export function brief(value: unknown, most = 160): string {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most)}…` : value;
  if (Array.isArray(value)) {
    const isPlain = value.length > 0 && value.length < 6 && value.every((item) => typeof item !== 'object');
    if (isPlain) return brief(value.map((item) => brief(item, 40)).join(', '), most);
    return `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  }
  if (!isObject(value)) return value === undefined ? '' : String(value);
  const { length } = Object.keys(value);
  return `${length} ${length === 1 ? 'property' : 'properties'}`;
}
