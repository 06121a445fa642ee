// JSON Pointers (RFC 6901).

/** The pointer of a descendant: `childPointer('/paths', '/pets')` is `/paths/~1pets`. */
export function childPointer(pointer: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>((prefix, step) => `${prefix}/${escapeStep(`${step}`)}`, pointer);
}

/** The decoded segments of a pointer. */
export function pointerSegments(pointer: string): readonly string[] {
  const [, ...steps] = pointer.split('/');
  return pointer.includes('~') ? steps.map(unescapeStep) : steps;
}

/** The last name of a pointer, with the list index below it: `minimum`, `required/0`. */
export function lastName(pointer: string): string {
  const segments = pointerSegments(pointer);
  const isIndex = /^\d+$/.test(segments.at(-1) ?? '') && segments.length > 1;
  return segments.slice(isIndex ? -2 : -1).join('/');
}

/**
 * The pointer in a `$ref` fragment such as `#/components/schemas/Pet%20Shop` (RFC 6901, section 6); undefined for
 * other references.
 */
export function pointerInFragment(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    // An invalid escape stays: some documents have `%` in schema names.
    return reference.slice(1);
  }
}

/** The value at a pointer; undefined if there is none. Only own properties count. */
export function valueAtPointer(whole: unknown, pointer: string): unknown {
  return pointerSegments(pointer).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Readonly<Record<string, unknown>>)[step]
        : undefined,
    whole,
  );
}

/** The component name at a pointer such as `/components/schemas/Pet`; undefined for other pointers. */
export function schemaNameAt(pointer: string): string | undefined {
  const [, step] = /^\/components\/schemas\/([^/]*)$/.exec(pointer) ?? [];
  return step === undefined ? undefined : unescapeStep(step);
}

function escapeStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

function unescapeStep(step: string): string {
  return step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step;
}

/** A pointer with `*` in place of list indexes. */
export function withWildcardIndexes(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}
