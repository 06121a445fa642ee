// Finds which points of its plan a value covers.

import type { Bits } from './bit-set.ts';
import { coveredPlaces, type PlannedPlace, type ValuePlan } from './value-plan.ts';

/** Maximum number of inspected values in one body, and of unnamed members of one object. */
const MOST_VALUES = 1000;
const MOST_MEMBERS = 20;

/** The state of one inspection. */
interface Look {
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
  const look: Look = { seen, left: MOST_VALUES, isNew: false };
  lookInto(value, root, look);
  if (look.isNew) for (const number of coveredPlaces(places, seen)) seen.add(number);
  return seen.has(root.number);
}

function lookInto(value: unknown, place: PlannedPlace, look: Look): void {
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

function lookAtMembers(value: Readonly<Record<string, unknown>>, place: PlannedPlace, look: Look): void {
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

function note(point: number | undefined, look: Look): void {
  if (point === undefined || point < 0) return;
  if (look.seen.add(point)) look.isNew = true;
}
