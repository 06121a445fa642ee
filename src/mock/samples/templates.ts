// Generates many records from a template.

import type { Finding } from '../../openapi/finding.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { valueAtPointer } from '../../schema/json-pointer.ts';
import { waitForTurn } from '../../server/pipeline/scheduling/work-queue.ts';
import type { StoreState } from '../../store/state.ts';
import type { Random } from './generate/seeded-random.ts';

/** The ids of existing and new records, by collection. */
export interface KnownIds {
  readonly state: StoreState;
  readonly coming: ReadonlyMap<string, readonly string[]>;
}

/** The id of any record of a collection; undefined if it is empty. */
export function anyId({ state, coming }: KnownIds, collection: string, draw: Random): string | undefined {
  const table = state.has(collection) ? state.table(collection) : undefined;
  const size = table?.size ?? 0;
  const others = coming.get(collection) ?? [];
  const chosen = draw.between(0, Math.max(0, size + others.length - 1));
  if (chosen >= size) return others[chosen - size];
  const { value } = table?.values(chosen).next() ?? {};
  return value?.id;
}

/** A template with its placeholders filled in: in texts, `{n}` is its number, and `{nn}` has two digits at least. */
export function fillTemplate(template: unknown, n: number): unknown {
  if (typeof template === 'string')
    return template.replaceAll(/\{(n+)\}/g, (_, signs) => String(n).padStart(signs.length, '0'));
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, n));
  if (!isRecord(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fillTemplate(one, n)]));
}

/** The value of a template at a pointer; undefined if there is none, or only parts of it. */
export function templateValueAt(template: unknown, pointer: string): unknown {
  const wanted = valueAtPointer(template, pointer);
  return isRecord(wanted) ? undefined : wanted;
}

/** The violation of a value that the template gives; undefined if the value was generated. */
export function describeTemplateViolation(
  template: unknown,
  { pointer, message }: Pick<Finding, 'pointer' | 'message'>,
): string | undefined {
  const value = pointer === '' ? undefined : templateValueAt(template, pointer);
  return value === undefined ? undefined : `${pointer} ${message}, not ${stringifyJson(value)}`;
}

/** A sample, overridden by a template. */
export function overlayTemplate(sample: unknown, template: unknown): unknown {
  if (!isRecord(template) || !isRecord(sample)) return template === undefined ? sample : template;
  const whole = new Map<string, unknown>(Object.entries(sample));
  for (const [name, one] of Object.entries(template)) whole.set(name, overlayTemplate(whole.get(name), one));
  return Object.fromEntries(whole);
}

/** For how long records are made before others have their turn, in milliseconds. */
const TURN = 20;

/** Generates records, and yields to the event loop in between. @throws the reason of `signal` */
export async function repeatInTurns<T>(
  count: number,
  signal: AbortSignal,
  make: (n: number) => T,
): Promise<readonly T[]> {
  const made: T[] = [];
  let began = performance.now();
  while (made.length < count) {
    made.push(make(made.length + 1));
    if (performance.now() - began < TURN) continue;
    await waitForTurn();
    signal.throwIfAborted();
    began = performance.now();
  }
  return made;
}
