// What the `format` of a schema means: the only door to ajv-formats, plus the number formats of protobuf and OpenAPI.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Ajv } from 'ajv';
import addStandardFormats from 'ajv-formats';

/** The files that decide what a format is, see `Recipe`. */
export const FORMAT_MAKERS: readonly string[] = [
  fileURLToPath(import.meta.url),
  createRequire(import.meta.url).resolve('ajv-formats/package.json'),
];

const integerString = (minimum: bigint, maximum: bigint) => (text: string) => {
  if (!/^(0|-?[1-9]\d{0,19})$/.test(text)) return false;
  // Up to 15 digits are exact as a number, which is several times as fast.
  const value = text.length <= 15 ? Number(text) : BigInt(text);
  return value >= minimum && value <= maximum;
};

const integerWithin = (minimum: number, maximum: number) => ({
  type: 'number' as const,
  validate: (value: number) => Number.isInteger(value) && value >= minimum && value <= maximum,
});

/** 64-bit integers are strings in JSON (protobuf JSON mapping), 32-bit integers are numbers. */
const NUMBERS = {
  int64: integerString(-(2n ** 63n), 2n ** 63n - 1n),
  uint64: integerString(0n, 2n ** 64n - 1n),
  int32: integerWithin(-(2 ** 31), 2 ** 31 - 1),
  uint32: integerWithin(0, 2 ** 32 - 1),
};

/** How many date-times that were found right are known again, and how long one may be for that. */
const KNOWN_DATES = 10_000;
const LONGEST_DATE = 64;

/** Records show the same dates in every answer, and a look at one costs as much as all else that is checked of it. */
function remembering(isDateTime: (text: string) => boolean): (text: string) => boolean {
  const known = new Set<string>();
  return (text) => {
    if (known.has(text)) return true;
    const right = isDateTime(text);
    if (right && text.length <= LONGEST_DATE) {
      if (known.size === KNOWN_DATES) known.clear();
      known.add(text);
    }
    return right;
  };
}

/** An address of the web. The expression of ajv-formats takes time by the square of a text's length. */
const isUrl = (text: string) => /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text);

/** Teaches an Ajv every format that is checked. A format it does not know stays an annotation. */
export function addFormats(ajv: Ajv): Ajv {
  addStandardFormats.default(ajv);
  const dateTime = ajv.formats['date-time'] as { readonly validate: (text: string) => boolean };
  ajv.addFormat('date-time', { ...dateTime, validate: remembering(dateTime.validate) });
  ajv.addFormat('url', isUrl);
  for (const [name, format] of Object.entries(NUMBERS)) ajv.addFormat(name, format);
  return ajv;
}
