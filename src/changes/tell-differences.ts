// Differences of schemas as changes: each told once for requests and once for answers, with all operations that it is a change of.

import { schemaNameAt, stepsOf } from '../openapi/pointer.ts';
import type { Change } from './change.ts';
import { levelsOf, swapped } from './level.ts';
import type { Role } from './operation/between.ts';
import type { Pair } from './schema/comparison.ts';
import { SCHEMA_RULES } from './schema/rules.ts';

/** Where operations come upon schemas. */
export interface Root {
  readonly pair: Pair;
  readonly role: Role;
  /** What the schemas describe: `the body`, `the query parameter limit`. */
  readonly where: string;
  readonly operation: string;
  /** Whether the server asks, and the client answers. */
  readonly isBack: boolean;
}

export function tellDifferences(roots: readonly Root[]): readonly Change[] {
  const { different, holders } = visit(roots);
  const byPair = new Map<Pair, Root[]>();
  for (const root of roots) byPair.set(root.pair, [...(byPair.get(root.pair) ?? []), root]);
  const changes: Change[] = [];
  for (const pair of different) {
    const inUse = new Map<string, Root[]>();
    for (const root of rootsOf(pair, holders, byPair)) {
      const use = `${root.role} ${root.isBack}`;
      inUse.set(use, [...(inUse.get(use) ?? []), root]);
    }
    for (const users of inUse.values()) changes.push(...changesOf(pair, users));
  }
  return changes;
}

/** All pairs that roots lead to: those with differences, and who leads to each. */
function visit(roots: readonly Root[]) {
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

function rootsOf(
  pair: Pair,
  holders: ReadonlyMap<Pair, readonly Pair[]>,
  byPair: ReadonlyMap<Pair, readonly Root[]>,
): readonly Root[] {
  const seen = new Set([pair]);
  for (const next of seen) for (const holder of holders.get(next) ?? []) seen.add(holder);
  return [...seen].flatMap((one) => byPair.get(one) ?? []);
}

function changesOf({ differences, flow, new: meaning }: Pair, users: readonly Root[]): readonly Change[] {
  const [first] = users;
  if (!first) return [];
  const operations = [...new Set(users.map(({ operation }) => operation))].sort();
  const others = operations.length > 1 ? ` and ${operations.length - 1} more` : '';
  const subject = subjectAt(meaning.at, first.where);
  return differences.map(({ rule, what, at }) => {
    const levels = levelsOf(SCHEMA_RULES[rule], flow);
    return {
      ...(first.isBack ? swapped(levels) : levels),
      rule: `${first.role}-${rule}`,
      message: `${operations[0]}${others}: ${subject} ${what}`,
      operations,
      old: at.old,
      new: at.new,
    };
  });
}

/** What a schema describes, by where it stands: `Pet.owner`, `the body: tags[]`. */
function subjectAt(pointer: string, where: string): string {
  const steps = stepsOf(pointer);
  const isNamed = schemaNameAt(steps.slice(0, 3).reduce((at, step) => `${at}/${step}`, '')) !== undefined;
  const from = isNamed ? 3 : steps.lastIndexOf('schema') + 1;
  let path = '';
  for (let index = from; index < steps.length; index += 1) {
    const step = steps[index];
    const name = steps[index + 1];
    if (step === 'properties' && name !== undefined) {
      path += `.${name}`;
      index += 1;
    } else if (step === 'items') path += '[]';
    else if (step === 'additionalProperties') path += '.*';
  }
  if (isNamed) return `${steps[2]}${path} in ${where}`;
  return path === '' ? where : `${path.replace(/^\./, '')} in ${where}`;
}
