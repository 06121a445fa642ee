// Grouping of form fields by property.

/** Maximum fields of a form. */
export const MOST_FIELDS = 10_000;

const AND = 0x26;

/** Counts the fields of an encoded form without parsing it. @param most - stops counting above this number */
export function countFields(form: Uint8Array, most: number): number {
  let fields = 1;
  for (let at = form.indexOf(AND); at !== -1 && fields <= most; at = form.indexOf(AND, at + 1)) fields += 1;
  return fields;
}

/** Fields of one property: by its name, or with brackets, as in `tags[]` and `address[city]`. */
export interface NamedFields<Field> {
  /** Fields without brackets or with empty ones: further list items. */
  readonly plain: Field[];
  readonly bracketed: Field[];
}

/** Groups fields by property. A documented name with brackets is a property of its own. */
export function fieldsByProperty<Field extends { readonly name: string }>(
  fields: readonly Field[],
  described: ReadonlySet<string>,
): ReadonlyMap<string, NamedFields<Field>> {
  const found = new Map<string, NamedFields<Field>>();
  for (const field of fields) {
    const property = described.has(field.name) ? field.name : propertyIn(field.name);
    const named = found.get(property) ?? { plain: [], bracketed: [] };
    found.set(property, named);
    const isPlain = field.name === property || field.name === `${property}[]`;
    (isPlain ? named.plain : named.bracketed).push(field);
  }
  return found;
}

function propertyIn(name: string): string {
  const bracket = name.indexOf('[');
  return bracket > 0 && name.endsWith(']') ? name.slice(0, bracket) : name;
}
