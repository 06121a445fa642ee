// Counts which schema keywords values have covered, with bounded memory.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import type { ConstrainedSchema } from '../../openapi/schema/keyword-constraints/constrained-schemas.ts';
import { CONSTRAINT_OUTCOMES } from '../../openapi/schema/keyword-constraints/keyword-constraint.ts';
import { isObjectValue } from '../../openapi/schema/keyword-constraints/member-constraints.ts';
import { createSchemaIndex } from '../../openapi/schema/schema-index.ts';
import { Bits } from '../bit-set.ts';
import type { ObservedRequest } from '../observed-exchange.ts';
import { type KeywordPlan, type PlannedKeyword, type PlannedValue, planKeywords } from './keyword-plan.ts';

/** Maximum number of cached plans: each takes about ten thousand bytes. */
const MOST_PLANS = 100;

/** The covered keywords of one operation, by name. */
export interface SeenKeywords {
  readonly seen: readonly string[];
  readonly missing: readonly string[];
  /** Whether some keywords are not counted. */
  readonly isCut: boolean;
}

export interface KeywordTally {
  count(operation: Operation, request: ObservedRequest): void;
  of(operation: Operation): SeenKeywords;
}

export function createKeywordTally(document: Document): KeywordTally {
  const places = createSchemaIndex(document.references, document.source.bundled.openapi);
  const plans = new Map<Operation, KeywordPlan>();
  const cells = new Map<Operation, Bits>();
  const planOf = (operation: Operation): KeywordPlan => {
    const plan = plans.get(operation) ?? planKeywords(operation, document, places);
    // The least recently used one is removed.
    plans.delete(operation);
    const [oldest] = plans.size >= MOST_PLANS ? plans.keys() : [];
    if (oldest) plans.delete(oldest);
    plans.set(operation, plan);
    return plan;
  };
  return {
    count(operation, request) {
      const plan = planOf(operation);
      const seen = cells.get(operation) ?? new Bits(plan.names.length);
      cells.set(operation, seen);
      countRequest(request, plan, seen);
    },
    of(operation) {
      const { names, isCut } = planOf(operation);
      const cell = cells.get(operation);
      const named = (isWanted: boolean) => names.filter((_, number) => (cell?.has(number) === true) === isWanted);
      return { seen: named(true), missing: named(false), isCut };
    },
  };
}

function countRequest({ parts, type, isSent }: ObservedRequest, plan: KeywordPlan, seen: Bits): void {
  for (const value of plan.parameters) {
    const { place, key, schema } = value;
    const sent = isSent(place, key);
    if (sent === undefined) continue;
    countPresence(sent, value, seen);
    if (sent && schema && parts[place][key] !== undefined) coverKeywords(parts[place][key], schema, plan, seen);
  }
  const { body } = parts;
  countPresence(body !== undefined, plan.body, seen);
  const schema = typeof type === 'object' ? plan.types.get(type as BodyMediaType) : undefined;
  if (body !== undefined && schema) coverKeywords(body, schema, plan, seen);
}

function countPresence(isThere: boolean, { there, missing }: PlannedValue, seen: Bits): void {
  const number = isThere ? there : missing;
  if (number >= 0) seen.add(number);
}

/** Maximum number of inspected values in one, and of schemas that refer to one another for the same value. */
const MOST_VALUES = 2000;

const DEEPEST = 10;

interface Look {
  readonly plan: KeywordPlan;
  readonly seen: Bits;
  /** The number of values that may still be inspected. */
  left: number;
}

/** Adds the keywords that a value covers. */
export function coverKeywords(value: unknown, schema: ConstrainedSchema, plan: KeywordPlan, seen: Bits): void {
  lookInto(value, schema, { plan, seen, left: MOST_VALUES }, 0);
}

function lookInto(value: unknown, constrained: ConstrainedSchema, look: Look, depth: number): void {
  if (look.left === 0 || depth > DEEPEST) return;
  look.left -= 1;
  for (const one of look.plan.schemas.get(constrained) ?? []) note(value, one, look.seen);
  for (const one of constrained.together) lookInto(value, one, look, depth + 1);
  for (const among of constrained.choices) for (const one of among(value)) lookInto(value, one, look, depth + 1);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const schema = constrained.first[index] ?? constrained.items;
      if (schema) lookInto(item, schema, look, 0);
    }
  } else if (isObjectValue(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const schema = constrained.properties.get(name);
      if (schema) lookInto(member, schema, look, 0);
      for (const { covers, schema: other } of constrained.members) if (covers(name)) lookInto(member, other, look, 0);
    }
  }
}

function note(value: unknown, { ask, numbers }: PlannedKeyword, seen: Bits): void {
  if (numbers.every((number) => number < 0 || seen.has(number))) return;
  for (const one of ask.outcomesOf(value)) {
    const number = numbers[CONSTRAINT_OUTCOMES.indexOf(one)] ?? -1;
    if (number >= 0) seen.add(number);
  }
}
