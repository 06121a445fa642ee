// Index of operations by path, and by conditions where several share a path.

import { emptyObject } from '../../schema/empty-object.ts';
import type { Operation } from '../operation.ts';
import { createConditionMatcher, type PathCondition, type RequestDetails } from './path-condition.ts';
import { createPathIndex, type PathMatch } from './path-index.ts';
import { describePathValue, type PathValue } from './path-value.ts';

/** An operation found for a request. */
export interface Match {
  readonly operation: Operation;
  /** The path parameter values as sent; undefined for an RPC call. */
  readonly path: Readonly<Record<string, string>> | undefined;
  /** Whether a form field of the body selected it. Default false. */
  readonly byForm?: boolean;
}

export interface OperationIndex {
  /** The operation for a method and a path. */
  find(method: string, path: string, details: RequestDetails): Match | undefined;
  /** Whether a path exists, for any method. */
  has(path: string): boolean;
  /** The methods of a path; undefined if there is no such path. */
  methodsAt(path: string): ReadonlySet<string> | undefined;
  /** All operations at a path. */
  operationsAt(path: string): readonly Operation[];
  /**
   * Templates that differ only in parameter names, each with the first one and the methods that the first one hides.
   */
  readonly duplicates: readonly {
    readonly first: string;
    readonly other: string;
    readonly hidden: readonly string[];
  }[];
}

type ByMethod = ReadonlyMap<string, Operation>;

/** @param byPath - by template and method, in upper case */
export function createOperationIndex(byPath: ReadonlyMap<string, ByMethod>): OperationIndex {
  const index = createPathIndex(
    [...byPath].map(([template, entry]) => {
      const values = new Map<string, PathValue | undefined>();
      const value = (name: string) => {
        if (!values.has(name)) values.set(name, describeValue(entry, name));
        return values.get(name);
      };
      return { template, entry, value };
    }),
  );
  return {
    find(method, path, details) {
      const exactMatch = index.exact(path)?.entry.get(method);
      if (exactMatch) return { operation: exactMatch, path: emptyObject() };
      const matchCondition = createConditionMatcher(details);
      const candidates: { readonly match: Match; readonly met: number }[] = [];
      for (const found of index.find(path)) {
        const operation = found.entry.get(method);
        if (!operation) continue;
        const { met: satisfied, texts, byForm } = countSatisfied(found.conditions, matchCondition);
        const match = { operation, path: valuesByName(found, texts), ...(byForm && { byForm }) };
        if (satisfied === found.conditions.length) return match;
        candidates.push({ match, met: satisfied });
      }
      return unambiguousMatch(candidates);
    },
    has(path) {
      if (index.exact(path)) return true;
      for (const _ of index.find(path)) return true;
      return false;
    },
    methodsAt(path) {
      const found = [...index.find(path)];
      return found.length === 0 ? undefined : new Set(found.flatMap(({ entry }) => [...entry.keys()]));
    },
    operationsAt: (path) => [...index.find(path)].flatMap(({ entry }) => [...entry.values()]),
    duplicates: index.duplicates.map(([first, other]) => {
      const known = byPath.get(first);
      return { first, other, hidden: [...(byPath.get(other)?.keys() ?? [])].filter((method) => known?.has(method)) };
    }),
  };
}

function describeValue(operations: ByMethod, name: string): PathValue | undefined {
  const all = [...operations.values()];
  const parameters = all.flatMap((operation) =>
    operation.parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  const [{ references } = {}] = all;
  return references && parameters.length > 0 ? describePathValue(parameters, references) : undefined;
}

/** Counts the conditions that a request satisfies, and collects the values among them. */
function countSatisfied(
  conditions: readonly PathCondition[],
  matchCondition: ReturnType<typeof createConditionMatcher>,
) {
  const texts = new Map<string, string>();
  let satisfied = 0;
  let byForm = false;
  for (const condition of conditions) {
    const pair = matchCondition(condition);
    if (pair) satisfied += 1;
    if (pair?.isInForm) byForm = true;
    if (pair && condition.value !== undefined) texts.set(condition.value, pair.text);
  }
  return { met: satisfied, texts, byForm };
}

/** The only candidate, or the only one with the most satisfied conditions. Its validation reports the missing ones. */
function unambiguousMatch(candidates: readonly { readonly match: Match; readonly met: number }[]): Match | undefined {
  const maximum = Math.max(0, ...candidates.map(({ met: satisfied }) => satisfied));
  const [first, ...others] = candidates.filter(({ met: satisfied }) => satisfied === maximum);
  return others.every(({ match }) => match.operation === first?.match.operation) ? first?.match : undefined;
}

function valuesByName({ names, texts }: PathMatch<unknown>, others: ReadonlyMap<string, string>): Match['path'] {
  const values = emptyObject<string>();
  names.forEach((name, index) => {
    values[name] = texts[index] ?? '';
  });
  for (const [name, text] of others) values[name] = text;
  return values;
}
