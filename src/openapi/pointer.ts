// JSON pointers (RFC 6901): the address of a part of a value.

/** The address of what lies below another one: `child('/paths', '/pets')` is `/paths/~1pets`. */
export function child(pointer: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>((at, step) => `${at}/${escaped(`${step}`)}`, pointer);
}

/** The names on the way to a part, from the outermost. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer in the fragment of a reference, such as `#/components/schemas/Pet%20Shop` (RFC 6901, section 6); undefined when it is none. */
export function pointerInFragment(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    // A `%` that begins no escape stands for itself: documents name schemas so.
    return reference.slice(1);
  }
}

/** What a pointer leads to; undefined when it leads nowhere. Only own properties are steps. */
export function valueAt(whole: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Readonly<Record<string, unknown>>)[step]
        : undefined,
    whole,
  );
}

/** The name of the schema at a pointer such as `/components/schemas/Pet`; undefined when none of these is there. */
export function schemaNameAt(pointer: string): string | undefined {
  const [components, schemas, name, ...further] = stepsOf(pointer);
  return components === 'components' && schemas === 'schemas' && further.length === 0 ? name : undefined;
}

function escaped(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

/** The same place in any item of the lists on its way: each index is a `*`. */
export function ofAnyItem(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}
