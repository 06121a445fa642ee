// The fields of a form, under the names by which they are sent, put together to one object.

/** How many fields a form may have. */
export const MOST_FIELDS = 10_000;

const AND = 0x26;

/** How many fields a form has, counted before anything is made of it. @param most - of more, it is only told that there are more */
export function countFields(form: Uint8Array, most: number): number {
  let fields = 1;
  for (let at = form.indexOf(AND); at !== -1 && fields <= most; at = form.indexOf(AND, at + 1)) fields += 1;
  return fields;
}

/** Fields under one name: itself, or with brackets behind it, as in `tags[]` and `address[city]`. */
export interface NamedFields<Field> {
  /** Those without brackets, or with empty ones only: more of the same. */
  readonly plain: Field[];
  readonly bracketed: Field[];
}

/** Fields by the names of the properties that they mean. A name with brackets that is described as it stands is one of its own. */
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
