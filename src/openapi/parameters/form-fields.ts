// Grouping of form fields by property.

/** Maximum fields of a form. */
export const MAX_FORM_FIELDS = 10_000;

const AMPERSAND = 0x26;

/** Counts the fields of an encoded form without parsing it. @param maximum - stops counting above this number */
export function countFormFields(form: Uint8Array, maximum: number): number {
  let fields = 1;
  for (let at = form.indexOf(AMPERSAND); at !== -1 && fields <= maximum; at = form.indexOf(AMPERSAND, at + 1))
    fields += 1;
  return fields;
}

/** Fields of one property: by its name, or with brackets, as in `tags[]` and `address[city]`. */
export interface NamedFields<Field> {
  /** Fields without brackets or with empty ones: further list items. */
  readonly plain: Field[];
  readonly bracketed: Field[];
}

/** Groups fields by property. A documented name with brackets is a property of its own. */
export function groupFieldsByProperty<Field extends { readonly name: string }>(
  fields: readonly Field[],
  declared: ReadonlySet<string>,
): ReadonlyMap<string, NamedFields<Field>> {
  const found = new Map<string, NamedFields<Field>>();
  for (const field of fields) {
    const property = declared.has(field.name) ? field.name : propertyName(field.name);
    const named = found.get(property) ?? { plain: [], bracketed: [] };
    found.set(property, named);
    const isPlain = field.name === property || field.name === `${property}[]`;
    (isPlain ? named.plain : named.bracketed).push(field);
  }
  return found;
}

function propertyName(name: string): string {
  const bracket = name.indexOf('[');
  return bracket > 0 && name.endsWith(']') ? name.slice(0, bracket) : name;
}
