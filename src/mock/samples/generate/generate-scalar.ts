// Generates texts, numbers and booleans: by example, format, name and bounds.

import { isJsonNumber, type JsonNumber, toDouble } from '../../../schema/json/exact-number.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { fitLargeInteger, fitNumber } from './fit-number.ts';
import { fitText } from './fit-text.ts';
import { dateTime, generateFormat } from './generate-format.ts';
import { generateNumber } from './generate-number.ts';
import { generateText } from './generate-text.ts';
import type { GenerationSpot } from './generation-spot.ts';
import {
  flagKind,
  isMoment,
  isNameOrKey,
  type NamedValue,
  numberKind,
  type TextKind,
  textKind,
  timeMeaning,
} from './property-meaning.ts';
import type { Random } from './seeded-random.ts';
import { timeForPatterns, timeLikeExample } from './time-like-example.ts';
import { isInMilliseconds } from './time-unit.ts';
import type { ValueConstraints } from './value-constraints.ts';

/**
 * @param hasPlainNames - whether names and keys are texts such as `blue-river`
 * @returns undefined when none could be found
 */
export function makeText(demands: ValueConstraints, spot: GenerationSpot, hasPlainNames: boolean): string | undefined {
  const { format } = demands;
  const example = examplesOf(demands, spot).find((one) => typeof one === 'string');
  const kind = textKind(spot.named);
  const isFormed = format !== undefined && generateFormat(format, spot.persona, spot.draw, spot.named) !== undefined;
  return fitText(
    (draw) => {
      if (format !== undefined) {
        const formed = generateFormat(format, spot.persona, draw, spot.named);
        if (formed !== undefined) return formed;
      }
      const moment = () => spot.persona.moment(timeMeaning(spot.named));
      const dated =
        example === undefined ? timeForPatterns(demands.patterns, moment) : timeLikeExample(example, moment);
      if (dated !== undefined) return dated;
      if (example !== undefined && (kind === undefined || isCoded(example))) return textLike(example, draw);
      // A time whose form is an unsupported pattern is most likely ISO 8601.
      const isFree = demands.patterns.every((pattern) => createPattern(pattern).notEnforced !== undefined);
      if (isFree && isMoment(spot.named)) return momentText(demands, spot);
      const text = generateText(shortKind(kind, demands, spot.named), spot.persona, draw);
      return hasPlainNames && isNameOrKey(spot.named, kind) ? plainName(text, demands) : text;
    },
    demands,
    { isFree: !isFormed, draw: spot.draw },
  );
}

/** A name in the form that URLs and identifiers have: lower-case words with hyphens. Other ones if a pattern forbids it. */
function plainName(text: string, { length, patterns }: ValueConstraints): string {
  const plain = hyphenated(text).slice(0, length.high).replace(/-$/, '');
  return plain !== '' && patterns.every((pattern) => createPattern(pattern).test(plain)) ? plain : text;
}

/** The words of a text in lower-case letters and digits of ASCII, with hyphens; empty without any. */
export function hyphenated(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return words?.join('-') ?? '';
}

/** The meaning of a text whose length or description asks for a code. */
function shortKind(
  kind: TextKind | undefined,
  { length, description }: ValueConstraints,
  { name }: NamedValue,
): TextKind {
  const isCode = length.high <= 3 || /\b(two|three)[- ]letter\b|\bISO 3166\b|\balpha-[23]\b/i.test(description);
  if ((kind === 'country' || kind === 'country code') && isCode) {
    return length.low === 3 || /\bthree[- ]letter\b|\balpha-3\b/i.test(description)
      ? 'long country code'
      : 'country code';
  }
  if ((kind === 'state' || (kind === 'status' && /state$/i.test(name))) && isCode) return 'state code';
  if (kind === 'currency' && /\blower ?-?case\b/i.test(description)) return 'small currency';
  return kind ?? (length.low > 40 ? 'sentence' : 'word');
}

/** Whether an example has a special form, as codes and ids have, which no generator knows. */
function isCoded(example: string): boolean {
  return /\d/.test(example) && !/[@\s:/]/.test(example);
}

function momentText({ length }: ValueConstraints, { persona, named }: GenerationSpot): string {
  const date = persona.moment(timeMeaning(named));
  const words = named.name.toLowerCase();
  if (length.high < 20 || /date$|birth|dob/.test(words)) return date.toISOString().slice(0, 10);
  return dateTime(date);
}

/** @returns undefined if the bounds allow none */
export function makeNumber(demands: ValueConstraints, spot: GenerationSpot, isWhole: boolean): JsonNumber | undefined {
  const isTime = isMoment(spot.named) || /^(unix[-_ ]?time(stamp)?|timestamp|epoch)/i.test(demands.format ?? '');
  const kind = isTime ? 'timestamp' : numberKind(spot.named);
  const example = toDouble(examplesOf(demands, spot).find(isJsonNumber));
  const isMilliseconds = isInMilliseconds(spot.named.name, demands.format, example);
  const wanted =
    example !== undefined && kind === undefined
      ? numberLike(example, spot)
      : kind === 'timestamp'
        ? spot.persona.moment(timeMeaning(spot.named)).getTime() / (isMilliseconds ? 1 : 1000)
        : generateNumber(kind, spot.persona, spot.draw, { isWhole, isMilliseconds });
  // An integer that was rejected for a number gets a fraction.
  const other = !isWhole && spot.level > 0 && Number.isInteger(wanted) ? wanted + 0.5 : wanted;
  const fitted = fitNumber(other, demands, isWhole, spot.draw);
  return isWhole && !Number.isSafeInteger(fitted) ? fitLargeInteger(fitted, demands, spot.draw) : fitted;
}

/** A number of the same magnitude, with as many digits. */
function numberLike(example: number, { draw }: GenerationSpot): number {
  const digits = /\.(\d+)$/.exec(`${example}`)?.[1]?.length ?? 0;
  return Number((example * (0.6 + 0.8 * draw.next())).toFixed(Math.min(digits, 20)));
}

export function makeFlag({ named, draw }: GenerationSpot): boolean {
  const kind = flagKind(named);
  return draw.happens(kind === 'yes' ? 0.9 : kind === 'no' ? 0.05 : 0.5);
}

/** The examples to imitate; none after a rejection. */
function examplesOf(demands: ValueConstraints, { level, example }: GenerationSpot): readonly unknown[] {
  return level > 1 ? [] : [example, ...demands.examples];
}

/** The example of an id such as `cus_9s6XKzkNRiz8i3` with other signs of the same sort; a text without digits as it is. */
function textLike(example: string, draw: Random): string {
  return example.replaceAll(/[A-Za-z\d]*\d[A-Za-z\d]*/g, (token) => {
    // The first digit stays, so that a year or a prefix is plausible.
    if (/^\d+$/.test(token))
      return token.length === 1 ? oneOf('123456789', draw) : token[0] + redrawn(token.slice(1), draw);
    return redrawn(token, draw);
  });
}

function redrawn(token: string, draw: Random): string {
  // Letters around few digits are a word: only the digits change.
  const isMixed = token.replaceAll(/\D/g, '').length >= token.length / 6 && token.length > 4;
  const hexadecimal = /^[\da-f]+$/.test(token);
  return token.replaceAll(/[A-Za-z\d]/g, (sign) => {
    if (/\d/.test(sign)) return oneOf('0123456789', draw);
    if (!isMixed) return sign;
    if (hexadecimal) return oneOf('abcdef', draw);
    return oneOf(/[a-z]/.test(sign) ? 'abcdefghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', draw);
  });
}

function oneOf(signs: string, draw: Random): string {
  return signs.charAt(draw.between(0, signs.length - 1));
}
