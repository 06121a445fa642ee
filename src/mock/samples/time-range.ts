// Time ranges in query parameters, such as `from` and `to`.

import { propertyWords } from './generate/property-words.ts';

const START = /^(from|start|since|begin|after)\b|\b(from|start|since|begin|after)$/;
const END = /^(to|end|until|till|before)\b|\b(to|end|until|till|before)$/;

/** The names of the start and the end of a range; undefined unless both are there. */
export function findRange(names: readonly string[]): readonly [start: string, end: string] | undefined {
  const start = names.find((name) => START.test(propertyWords(name)));
  const end = names.find((name) => END.test(propertyWords(name)));
  return start !== undefined && end !== undefined ? [start, end] : undefined;
}

const DAY = 86_400_000;

/** A time in a range, in the form of its start: the first one, or as many days later. Undefined without a range. */
export function timeInRange(query: Readonly<Record<string, unknown>>, index: number): string | undefined {
  const [first = '', last = ''] = (findRange(Object.keys(query)) ?? []).map((name) => String(query[name]));
  const [start, end] = [Date.parse(first), Date.parse(last)];
  if (!/^\d{4}-\d\d-\d\d/.test(first) || !(start <= end)) return undefined;
  const time = new Date(start + ((index * DAY) % (end - start + 1))).toISOString();
  return first.includes('T') ? time : time.slice(0, 10);
}

const IS_TIME = /^(date|day|time|timestamp|datetime)$|\b(date|at|on|time|timestamp)$/;

/** Whether a name means the time of an entry. */
export function isEntryTime(name: string): boolean {
  return IS_TIME.test(propertyWords(name));
}
