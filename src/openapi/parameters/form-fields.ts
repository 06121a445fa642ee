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

/** Maximum occurrences that are inspected: a name could occur a million times. */
const MAX_OCCURRENCES = 1000;

const EQUALS = 0x3d;

/**
 * The raw text of the first field with a name; undefined if there is none.
 *
 * @param form - in `application/x-www-form-urlencoded`
 */
export function findFormField(form: Uint8Array, name: string): string | undefined {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.length);
  const needle = Buffer.from(name);
  let at = bytes.indexOf(needle);
  for (let occurrences = 0; at >= 0 && occurrences < MAX_OCCURRENCES; occurrences += 1) {
    const after = at + needle.length;
    const next = bytes[after];
    const isWhole =
      (at === 0 || bytes[at - 1] === AMPERSAND) && (next === undefined || next === AMPERSAND || next === EQUALS);
    if (isWhole) {
      const end = bytes.indexOf(AMPERSAND, after);
      return bytes.subarray(after + (next === EQUALS ? 1 : 0), end < 0 ? bytes.length : end).toString();
    }
    at = bytes.indexOf(needle, after);
  }
  return undefined;
}

/** Whether a media type is `application/x-www-form-urlencoded`. */
export function isUrlEncodedForm(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /^application\/x-www-form-urlencoded *(;|$)/i.test(mediaType);
}
