// Dates and times as texts without a format, by example or pattern.

import { createPattern } from '../../../schema/pattern.ts';
import { dateTime } from './generate-format.ts';

const DATE = /^(?:(\d{4})([-/.])(\d\d)\2(\d\d)|(\d\d?)([-/.])(\d\d?)\6(\d{4})|(\d{4})-(\d\d))/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)([.,]\d{1,9})?)?( ?[AaPp][Mm])?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * A time in the form of an example, such as `2024-03-01`, `1/31/2024`, `2024-03-01 10:00`, `2024-03` or `14:30`;
 * undefined for other texts. The time zone is that of the example.
 */
export function timeLikeExample(example: string, momentOf: () => Date): string | undefined {
  if (!/^\d\d?\D\d|^\d{4}\D\d/.test(example)) return undefined;
  const moment = momentOf();
  const found = DATE.exec(example);
  const date = found ? dateLike(found, moment) : '';
  const rest = example.slice(found?.[0].length ?? 0);
  if (date === undefined || (found && rest === '')) return date;
  const separator = found ? /^[T ]/.exec(rest)?.[0] : '';
  const time = separator === undefined ? undefined : timeLike(rest.slice(separator.length), moment);
  return time === undefined ? undefined : `${date}${separator}${time}`;
}

function dateLike(found: RegExpExecArray, moment: Date): string | undefined {
  const [, , sign, month, day, first = '', otherSign = '', second = '', , , monthAlone] = found;
  const [year, of, on] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()];
  if (monthAlone !== undefined) return isWithin(monthAlone, 1, 12) ? `${year}-${padded(of)}` : undefined;
  if (sign !== undefined)
    return isWithin(month, 1, 12) && isWithin(day, 1, 31) ? [year, padded(of), padded(on)].join(sign) : undefined;
  const isMonthFirst = Number(second) > 12;
  const [low, high] = isMonthFirst ? [first, second] : [second, first];
  if (!isWithin(low, 1, 12) || !isWithin(high, 1, 31)) return undefined;
  // Where an example leaves open which of them is the day, it is one that may be a month as well.
  const isOpen = otherSign === '/' && Number(high) <= 12;
  const date = isOpen ? ((on - 1) % 12) + 1 : on;
  const width = first.length === 1 || second.length === 1 ? 1 : 2;
  const parts = isMonthFirst ? [of, date] : [date, of];
  return [...parts.map((part) => padded(part, width)), year].join(otherSign);
}

function timeLike(text: string, moment: Date): string | undefined {
  const [, hours, minutes, seconds, fraction = '', half = '', zone = ''] = TIME.exec(text) ?? [];
  if (!isWithin(hours, half === '' ? 0 : 1, half === '' ? 23 : 12) || !isWithin(minutes, 0, 59)) return undefined;
  const hour = moment.getUTCHours();
  const shown = padded(half === '' ? hour : hour % 12 || 12);
  const isLate = hour >= 12 ? 'p' : 'a';
  const written = half.replace(/[ap]/i, (sign) => (sign === sign.toUpperCase() ? isLate.toUpperCase() : isLate));
  const rest = seconds === undefined ? '' : `:${padded(moment.getUTCSeconds())}${fraction.replaceAll(/\d/g, '0')}`;
  return `${shown}:${padded(moment.getUTCMinutes())}${rest}${written}${zone}`;
}

function isWithin(text: string | undefined, low: number, high: number): boolean {
  return text !== undefined && Number(text) >= low && Number(text) <= high;
}

function padded(number: number, width = 2): string {
  return `${number}`.padStart(width, '0');
}

/** A time for patterns that require a year, such as `^\d{4}-\d{2}-\d{2}$`; undefined for others. */
export function timeForPatterns(patterns: readonly string[], momentOf: () => Date): string | undefined {
  if (!patterns.some((pattern) => /(\\d|\[0-9\])\{4\}/.test(pattern))) return undefined;
  const tests = patterns.map(createPattern).filter(({ notEnforced }) => notEnforced === undefined);
  const text = dateTime(momentOf());
  return [text.slice(0, 10), text, `${text.slice(0, -1)}.000Z`, text.slice(0, -1)].find((one) =>
    tests.every((test) => test.test(one)),
  );
}
