// Pairs the items of two lists, which may have different orders.

import { getAtPath } from '../../mock/resources/property-path.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { type ComparedLocation, type ComparisonContext, MAX_COMPARED_DEPTH } from './comparison-context.ts';
import { areOpaque, areSecrets, areTimes, areUuids, idKindOf } from './value-meaning.ts';

interface ItemPairs {
  /** Items that are the same thing, in the order of the first list. */
  readonly pairs: readonly (readonly [first: unknown, second: unknown])[];
  /** The items of only one list. */
  readonly missing: readonly unknown[];
  readonly surplus: readonly unknown[];
  /** Whether common items have another order. */
  readonly isMoved: boolean;
}

/** Maximum number of ambiguous items that are compared with one another. */
const MOST_COMPARED = 200;

/**
 * Pairs items: with paired ids, equal but for ids and times, with the same id, nearly equal; if nothing is known, at
 * the same index.
 */
export function pairItems(
  first: readonly unknown[],
  second: readonly unknown[],
  spot: ComparedLocation,
  comparing: ComparisonContext,
): ItemPairs {
  const partner = new Map<number, number>();
  const left = new Set(first.keys());
  const right = new Set(second.keys());
  const join = (one: number, other: number) => {
    partner.set(one, other);
    left.delete(one);
    right.delete(other);
  };
  const joinBy = (keyOfFirst: (item: unknown) => string | undefined, keyOfSecond = keyOfFirst) => {
    const waiting = new Map<string, number[]>();
    for (const index of right) {
      const key = keyOfSecond(second[index]);
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), index]);
    }
    for (const index of [...left]) {
      const key = keyOfFirst(first[index]);
      const other = key === undefined ? undefined : waiting.get(key)?.shift();
      if (other !== undefined) join(index, other);
    }
  };
  const { pairing, hasOtherData } = comparing;
  const kind = spot.item?.name ?? '';
  const id = (item: unknown) => textOf(idIn(item, spot));
  const there = (item: unknown) => pairing.there(kind, idIn(item, spot) ?? '');
  joinBy((item) => textOf(there(item)), id);
  const formatItem = memo((item) => stringifyJson(plain(item, spot, comparing)));
  joinBy((item) => `${id(item)} ${formatItem(item)}`);
  joinBy(formatItem);
  if (!hasOtherData) joinBy(id);
  const isNew = (item: unknown) => there(item) === undefined;
  const isNewThere = (item: unknown) => pairing.findFirst(kind, idIn(item, spot) ?? '') === undefined;
  const facts = memo((item) => new Set(factsOf(plain(item, spot, comparing))));
  for (const one of [...left].filter((index) => isNew(first[index])).slice(0, MOST_COMPARED)) {
    const others = [...right].filter((index) => isNewThere(second[index])).slice(0, MOST_COMPARED);
    const shares = others.map((index) => ({ index, share: shareOf(facts(first[one]), facts(second[index])) }));
    const best = shares.reduce((so, next) => (next.share > so.share ? next : so), { index: -1, share: 0.5 });
    if (best.index >= 0) join(one, best.index);
  }
  const rest = [...right].filter((index) => isNewThere(second[index]));
  for (const one of [...left].filter((index) => isNew(first[index]))) {
    const other = rest.shift();
    if (other !== undefined) join(one, other);
    else if (hasOtherData) lend(first[one], second.at(-1), spot, comparing);
  }
  const order = [...partner.entries()].toSorted(([one], [other]) => one - other);
  const places = order.map(([, place]) => place);
  return {
    pairs: order.map(([one, other]) => [first[one], second[other]]),
    missing: [...left].map((index) => first[index]),
    surplus: [...right].map((index) => second[index]),
    isMoved: places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0)),
  };
}

function memo<T>(make: (item: unknown) => T): (item: unknown) => T {
  const known = new Map<unknown, T>();
  return (item) => {
    if (!known.has(item)) known.set(item, make(item));
    return known.get(item) as T;
  };
}

function factsOf(formatItem: unknown): readonly string[] {
  return Array.isArray(formatItem) ? formatItem.map((one) => stringifyJson(one)) : [stringifyJson(formatItem)];
}

/** The common share of two sets. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const most = Math.max(one.size, other.size);
  return most === 0 ? 0 : [...one].filter((fact) => other.has(fact)).length / most;
}

/** If the second server has fewer items, requests about a further item of the first use another one there. */
function lend(first: unknown, second: unknown, spot: ComparedLocation, { pairing }: ComparisonContext): void {
  const [one, other] = [idIn(first, spot), idIn(second, spot)];
  if (spot.item && one !== undefined && other !== undefined && pairing.there(spot.item.name, one) === undefined)
    pairing.pair(spot.item.name, one, other);
}

function idIn(item: unknown, { item: resource }: ComparedLocation): string | JsonNumber | undefined {
  const id = getAtPath(item, resource?.id?.path ?? ['id']);
  return isStringOrNumber(id) ? id : undefined;
}

function textOf(id: string | JsonNumber | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}

/** An item without values that its server has chosen; properties in one order. */
function plain(item: unknown, spot: ComparedLocation, comparing: ComparisonContext): unknown {
  const id = idIn(item, spot);
  const own = spot.item?.id?.path?.[0];
  return inner(item, 0);

  function inner(value: unknown, depth: number): unknown {
    // Deeper values are not compared.
    if (depth > MAX_COMPARED_DEPTH && typeof value === 'object' && value !== null)
      return Array.isArray(value) ? [] : {};
    if (Array.isArray(value)) return value.map((one) => inner(one, depth + 1));
    // Addresses have the id in them, and the server.
    if (typeof value === 'string' && id !== undefined && value.includes(String(id)))
      return value.replaceAll(String(id), '*').replace(/^https?:\/\/[^/]*/i, '');
    if (!isRecord(value)) return value;
    return Object.keys(value)
      .filter((name) => !(depth === 0 && name === own) && !isOfServer(name, value[name], comparing))
      .toSorted()
      .map((name) => [name, inner(value[name], depth + 1)]);
  }
}

function isOfServer(name: string, value: unknown, { resolveReference }: ComparisonContext): boolean {
  return (
    idKindOf([name], undefined, resolveReference) !== undefined ||
    areTimes(name, undefined, value, value) ||
    areOpaque(name, value, value) ||
    areSecrets(name, undefined, value, value) ||
    areUuids(value, value)
  );
}
