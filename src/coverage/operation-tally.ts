// Coverage of one operation: counts of statuses, and sets of points.

import { JSON_TYPE } from '../openapi/content.ts';
import { bareMediaType, matchMediaTypes, parseMediaType } from '../openapi/media-type.ts';
import { Bits } from './bit-set.ts';
import type { CoveragePlans } from './coverage-plans.ts';
import type { ObservedExchange, ObservedRequest, ObservedResponse } from './observed-exchange.ts';
import type { OperationPlan, PlannedType, ValueSpot } from './operation-plan.ts';
import { coveredPlaces, type PlannedPlace, type ValuePlan } from './value-plan.ts';

/** How many statuses that no document names are counted for one operation. */
const MOST_UNDECLARED = 50;

/** Counts and sets whose size does not grow with the traffic. */
export class OperationTally {
  requests = 0;
  /** Number of responses per declared status, by its index. */
  readonly statuses: number[];
  /** Number of responses per undeclared status. */
  readonly undeclared = new Map<number, number>();
  /** The points of the operation, and of its values by their spots. */
  readonly head: Bits;
  readonly spots: (Bits | undefined)[] = [];
  /** The numbers of the spots that are completely covered. */
  readonly #finished = new Set<number>();

  constructor({ statuses, points }: OperationPlan) {
    this.statuses = statuses.map(() => 0);
    this.head = new Bits(points.length);
  }

  count(observed: ObservedExchange, plan: OperationPlan, plans: CoveragePlans): void {
    this.requests += 1;
    const look = (value: unknown, number: number) => {
      const spot = plan.spots[number];
      if (spot) this.#look(value, number, spot, observed, plans);
    };
    if (observed.request) this.#countRequest(observed.request, observed.isCall, plan, look);
    if (observed.brings) this.#countCaller(observed.brings, plan);
    if (observed.response) this.#countAnswer(observed, observed.response, plan, look);
  }

  /** Adds the counts of another one. */
  addAll(other: OperationTally): void {
    this.requests += other.requests;
    for (const [at, count] of other.statuses.entries()) this.statuses[at] = (this.statuses[at] ?? 0) + count;
    for (const [status, count] of other.undeclared) this.#countUndeclared(status, count);
    this.head.addAll(other.head);
    for (const [at, bits] of other.spots.entries()) {
      const own = this.spots[at];
      if (own && bits) own.addAll(bits);
      else if (bits) this.spots[at] = bits.copy();
    }
  }

  #look(value: unknown, number: number, spot: ValueSpot, { operation }: ObservedExchange, plans: CoveragePlans): void {
    if (this.#finished.has(number)) return;
    const plan = plans.at(spot, operation);
    const seen = this.spots[number] ?? new Bits(plan.size);
    this.spots[number] = seen;
    if (coverValue(value, plan, seen)) this.#finished.add(number);
  }

  #countRequest({ parts, type, isSent }: ObservedRequest, isCall: boolean, plan: OperationPlan, look: Look): void {
    for (const { place, key, given, left, spot } of plan.parameters) {
      const sent = isSent(place, key);
      if (sent) this.head.add(given);
      else if (sent === false && left >= 0) this.head.add(left);
      if (sent && spot >= 0) look(parts[place][key], spot);
    }
    const { body } = parts;
    if (body === undefined) {
      if (plan.withoutBody >= 0) this.head.add(plan.withoutBody);
      return;
    }
    const types = plan.requestTypes;
    const sent = typeof type === 'object' ? types.find(({ declared }) => declared === type) : typeIn(types, type);
    if (sent) this.head.add(sent.point);
    const spot = (isCall || type === undefined ? mainType(types) : sent)?.spot ?? -1;
    if (spot >= 0) look(body, spot);
  }

  #countCaller(brings: NonNullable<ObservedExchange['brings']>, { security }: OperationPlan): void {
    for (const { point, demands } of security) {
      if (this.head.has(point)) continue;
      const isNobody = demands.length === 0;
      const isMet = isNobody ? !security.some((one) => one.demands.some(brings)) : demands.every(brings);
      if (isMet) this.head.add(point);
    }
  }

  #countAnswer(
    { operation, isCall }: ObservedExchange,
    { status, mediaType, body }: ObservedResponse,
    plan: OperationPlan,
    look: Look,
  ): void {
    const response = operation.responses.forStatus(status);
    const planned = response && plan.responses.get(response);
    if (!planned) {
      this.#countUndeclared(status, 1);
      return;
    }
    this.statuses[planned.number] = (this.statuses[planned.number] ?? 0) + 1;
    const sent = typeIn(planned.types, mediaType);
    if (sent) this.head.add(sent.point);
    const spot = (isCall ? mainType(planned.types) : sent)?.spot ?? -1;
    if (body !== undefined && spot >= 0) look(body, spot);
  }

  #countUndeclared(status: number, count: number): void {
    const known = this.undeclared.get(status);
    if (known === undefined && this.undeclared.size >= MOST_UNDECLARED) return;
    this.undeclared.set(status, (known ?? 0) + count);
  }
}

type Look = (value: unknown, spot: number) => void;

/** The one that is sent; undefined when it is none of them. */
function typeIn(types: readonly PlannedType[], sent: string | undefined): PlannedType | undefined {
  if (sent === undefined) return undefined;
  const same = types.find(({ type }) => type === sent) ?? types.find(({ type }) => type === bareMediaType(sent));
  if (same) return same;
  const came = parseMediaType(sent);
  const [nearest] = came
    ? matchMediaTypes(
        types.map(({ type }) => type),
        came,
      )
    : [];
  return types.find(({ type }) => type === nearest);
}

/** The media type whose values are those of messages, and of bodies without a media type. */
function mainType(types: readonly PlannedType[]): PlannedType | undefined {
  return types.find(({ type }) => type === JSON_TYPE) ?? types[0];
}

/** Maximum number of inspected values in one body, and of unnamed members of one object. */
const MOST_VALUES = 1000;

const MOST_MEMBERS = 20;

/** The state of one inspection. */
interface Visit {
  readonly seen: Bits;
  /** The number of values that may still be inspected. */
  left: number;
  isNew: boolean;
}

/**
 * Adds the points that a value covers. Completely covered values are skipped.
 *
 * @param value - any: undeclared names are ignored
 * @returns whether everything is covered
 */
export function coverValue(value: unknown, { places }: ValuePlan, seen: Bits): boolean {
  const [root] = places;
  if (!root) return true;
  const look: Visit = { seen, left: MOST_VALUES, isNew: false };
  lookInto(value, root, look);
  if (look.isNew) for (const number of coveredPlaces(places, seen)) seen.add(number);
  return seen.has(root.number);
}

function lookInto(value: unknown, place: PlannedPlace, look: Visit): void {
  if (look.left === 0 || look.seen.has(place.number)) return;
  look.left -= 1;
  note(place.values.get(value), look);
  for (const { which, branches } of place.unions) {
    if (branches.every((point) => look.seen.has(point))) continue;
    const number = which(value);
    if (number !== undefined) note(branches[number], look);
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value)) {
    const { items } = place;
    if (items) for (let at = 0; at < value.length && look.left > 0; at += 1) lookInto(value[at], items, look);
    return;
  }
  lookAtMembers(value as Readonly<Record<string, unknown>>, place, look);
}

function lookAtMembers(value: Readonly<Record<string, unknown>>, place: PlannedPlace, look: Visit): void {
  const { seen } = look;
  for (const { name, given, left, place: below } of place.properties) {
    const isDone = (given < 0 || seen.has(given)) && (left < 0 || seen.has(left));
    if (isDone && (!below || seen.has(below.number))) continue;
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) note(left, look);
    else {
      note(given, look);
      if (below) lookInto(member, below, look);
    }
  }
  if (!place.members || seen.has(place.members.number)) return;
  let members = 0;
  for (const name in value) {
    if (members === MOST_MEMBERS || look.left === 0) return;
    if (place.names.has(name) || !Object.hasOwn(value, name)) continue;
    members += 1;
    lookInto(value[name], place.members, look);
  }
}

function note(point: number | undefined, look: Visit): void {
  if (point === undefined || point < 0) return;
  if (look.seen.add(point)) look.isNew = true;
}
