// Converts schema differences to changes: one per direction, with all affected operations.

import { pointerSegments, schemaNameAt } from '../schema/json-pointer.ts';
import { type DocumentChange, subjectOf } from './document-change.ts';
import { groupByKey } from './group-by-key.ts';
import { type Flow, levelsOf } from './level.ts';
import type { ValueLocation } from './operation/rule-input.ts';
import { SCHEMA_RULES } from './schema/all-rules.ts';
import type { Pair } from './schema/pair.ts';

/** The entry to schemas from an operation. */
export interface SchemaRoot {
  readonly pair: Pair;
  readonly role: ValueLocation;
  /** The subject: `the body`, `the query parameter limit`. */
  readonly where: string;
  readonly operation: string;
  /** Whether the server sends the request. */
  readonly isBack: boolean;
}

/** Maximum number of steps to find the affected operations. */
const MOST_STEPS = 20_000_000;

/** @param most - the budget of steps. Beyond it, one operation per use is reported */
export function reportDifferences(roots: readonly SchemaRoot[], most = MOST_STEPS): readonly DocumentChange[] {
  const { different, holders } = visit(roots);
  const byPair = groupByKey(roots, ({ pair }) => pair);
  const byUse = groupByKey(roots, useOf);
  const changes: DocumentChange[] = [];
  let left = most;
  let firsts: readonly ReadonlyMap<Pair, SchemaRoot>[] | undefined;
  for (const pair of different) {
    if (left > 0) {
      const { users, steps } = usersOf(pair, holders, byPair);
      left -= steps;
      for (const some of groupByKey(users, useOf).values()) changes.push(...changesOf(pair, some, false));
    } else {
      firsts ??= [...byUse.values()].map(firstUsers);
      for (const first of firsts) {
        const root = first.get(pair);
        if (root) changes.push(...changesOf(pair, [root], true));
      }
    }
  }
  return changes;
}

function useOf({ role, isBack }: SchemaRoot): string {
  return `${role} ${isBack}`;
}

/** All pairs reachable from roots: those with differences, and their parents. */
function visit(roots: readonly SchemaRoot[]) {
  const holders = new Map<Pair, Pair[]>();
  const seen = new Set(roots.map(({ pair }) => pair));
  const different: Pair[] = [];
  for (const pair of seen) {
    if (pair.differences.length > 0) different.push(pair);
    for (const below of pair.children) {
      const known = holders.get(below);
      if (known) known.push(pair);
      else holders.set(below, [pair]);
      seen.add(below);
    }
  }
  return { different, holders };
}

/** All roots that lead to a pair. */
function usersOf(
  pair: Pair,
  holders: ReadonlyMap<Pair, readonly Pair[]>,
  byPair: ReadonlyMap<Pair, readonly SchemaRoot[]>,
): { readonly users: readonly SchemaRoot[]; readonly steps: number } {
  const seen = new Set([pair]);
  let steps = 0;
  for (const next of seen)
    for (const holder of holders.get(next) ?? []) {
      steps += 1;
      seen.add(holder);
    }
  const users = [...seen].flatMap((one) => byPair.get(one) ?? []);
  return { users, steps: steps + users.length + 1 };
}

/** By the pairs that roots lead to: the first root that does. */
function firstUsers(roots: readonly SchemaRoot[]): ReadonlyMap<Pair, SchemaRoot> {
  const found = new Map<Pair, SchemaRoot>();
  for (const root of roots) if (!found.has(root.pair)) found.set(root.pair, root);
  for (const [pair, root] of found) for (const below of pair.children) if (!found.has(below)) found.set(below, root);
  return found;
}

/** Requests that the server sends: clients take them like responses. */
const OPPOSITE: Readonly<Record<Flow, Flow>> = { in: 'out', out: 'in' };

/** @param isMore - whether there may be more users than these */
function changesOf(
  { differences, flow, new: meaning }: Pair,
  users: readonly SchemaRoot[],
  isMore: boolean,
): readonly DocumentChange[] {
  const [first, ...rest] = users.toSorted((one, other) => (one.operation < other.operation ? -1 : 1));
  if (!first) return [];
  const operations = [...new Set([first, ...rest].map(({ operation }) => operation))];
  const affected = isMore ? `${first.operation} and possibly others` : subjectOf(operations);
  const subject = subjectAt(meaning.at, first.where);
  return differences.map(({ rule, what, at }) => {
    return {
      ...levelsOf(SCHEMA_RULES[rule], first.isBack ? OPPOSITE[flow] : flow),
      rule: `${first.role}-${rule}`,
      message: `${affected}: ${subject}: ${what}`,
      operations,
      old: at.old,
      new: at.new,
    };
  });
}

/** The name of a schema by its location: `Pet.owner`, `the body: tags[]`. */
function subjectAt(pointer: string, where: string): string {
  const steps = pointerSegments(pointer);
  const isNamed = schemaNameAt(steps.slice(0, 3).reduce((at, step) => `${at}/${step}`, '')) !== undefined;
  // The first one that can be the keyword: a property may be called so, too.
  const from = isNamed ? 3 : steps.indexOf('schema', 3) + 1;
  let path = '';
  for (let index = from; index < steps.length; index += 1) {
    const step = steps[index];
    const name = steps[index + 1];
    if (step === 'properties' && name !== undefined) {
      path += `.${name}`;
      index += 1;
    } else if (step === 'patternProperties' && name !== undefined) {
      path += `./${name}/`;
      index += 1;
    } else if (step === 'prefixItems' && name !== undefined) {
      path += `[${name}]`;
      index += 1;
    } else if (step === 'items') path += '[]';
    else if (step === 'additionalProperties') path += '.*';
  }
  if (isNamed) return `${steps[2]}${path} in ${where}`;
  return path === '' ? where : `${path.replace(/^\./, '')} in ${where}`;
}
