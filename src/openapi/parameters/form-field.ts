// Search for one field of an encoded form, without parsing the rest.

/** Maximum occurrences that are inspected: a name could occur a million times. */
const MOST_PLACES = 1000;

const AND = 0x26;
const EQUALS = 0x3d;

/**
 * The raw text of the first field with a name; undefined if there is none.
 *
 * @param form - in `application/x-www-form-urlencoded`
 */
export function fieldIn(form: Uint8Array, name: string): string | undefined {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.length);
  const needle = Buffer.from(name);
  let at = bytes.indexOf(needle);
  for (let places = 0; at >= 0 && places < MOST_PLACES; places += 1) {
    const after = at + needle.length;
    const sign = bytes[after];
    const isWhole = (at === 0 || bytes[at - 1] === AND) && (sign === undefined || sign === AND || sign === EQUALS);
    if (isWhole) {
      const end = bytes.indexOf(AND, after);
      return bytes.subarray(after + (sign === EQUALS ? 1 : 0), end < 0 ? bytes.length : end).toString();
    }
    at = bytes.indexOf(needle, after);
  }
  return undefined;
}

/** Whether a media type is `application/x-www-form-urlencoded`. */
export function isForm(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /^application\/x-www-form-urlencoded *(;|$)/i.test(mediaType);
}
