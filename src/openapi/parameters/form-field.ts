// Search for one field of an encoded form, without parsing the rest.

/** Maximum occurrences that are inspected: a name could occur a million times. */
const MAX_OCCURRENCES = 1000;

const AMPERSAND = 0x26;
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
