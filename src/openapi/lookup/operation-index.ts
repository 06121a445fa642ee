// Index of operations by path, and by conditions where several share a path.

import { emptyObject } from '../../schema/empty-object.ts';
import type { Operation } from '../operation.ts';
import { type Condition, createMeter, type RequestDetails } from './path-condition.ts';
import { createPathIndex, type Found } from './path-index.ts';
import { type PathValue, pathValueOf } from './path-value.ts';

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
  find(method: string, path: string, told: RequestDetails): Match | undefined;
  /** Whether a path exists, for any method. */
  has(path: string): boolean;
  /** The methods of a path; undefined if there is no such path. */
  methodsAt(path: string): ReadonlySet<string> | undefined;
  /** All operations at a path. */
  operationsAt(path: string): readonly Operation[];
  /**
   * Templates that differ only in parameter names, each with the first one and the methods that the first one hides.
   */
  readonly alike: readonly { readonly first: string; readonly other: string; readonly hidden: readonly string[] }[];
}

type ByMethod = ReadonlyMap<string, Operation>;

/** @param byPath - by template and method, in upper case */
export function createOperationIndex(byPath: ReadonlyMap<string, ByMethod>): OperationIndex {
  const index = createPathIndex(
    [...byPath].map(([template, entry]) => {
      const values = new Map<string, PathValue | undefined>();
      const value = (name: string) => {
        if (!values.has(name)) values.set(name, valueIn(entry, name));
        return values.get(name);
      };
      return { template, entry, value };
    }),
  );
  return {
    find(method, path, told) {
      const here = index.exact(path)?.entry.get(method);
      if (here) return { operation: here, path: emptyObject() };
      const meet = createMeter(told);
      const partly: { readonly match: Match; readonly met: number }[] = [];
      for (const found of index.find(path)) {
        const operation = found.entry.get(method);
        if (!operation) continue;
        const { met, texts, byForm } = measure(found.conditions, meet);
        const match = { operation, path: valuesByName(found, texts), ...(byForm && { byForm }) };
        if (met === found.conditions.length) return match;
        partly.push({ match, met });
      }
      return theOnlyOne(partly);
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
    alike: index.alike.map(([first, other]) => {
      const known = byPath.get(first);
      return { first, other, hidden: [...(byPath.get(other)?.keys() ?? [])].filter((method) => known?.has(method)) };
    }),
  };
}

function valueIn(operations: ByMethod, name: string): PathValue | undefined {
  const all = [...operations.values()];
  const parameters = all.flatMap((operation) =>
    operation.parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  const [{ references } = {}] = all;
  return references && parameters.length > 0 ? pathValueOf(parameters, references) : undefined;
}

/** Counts the conditions that a request satisfies, and collects the values among them. */
function measure(conditions: readonly Condition[], meet: ReturnType<typeof createMeter>) {
  const texts = new Map<string, string>();
  let met = 0;
  let byForm = false;
  for (const condition of conditions) {
    const pair = meet(condition);
    if (pair) met += 1;
    if (pair?.inForm) byForm = true;
    if (pair && condition.value !== undefined) texts.set(condition.value, pair.text);
  }
  return { met, texts, byForm };
}

/** The only candidate, or the only one with the most satisfied conditions. Its validation reports the missing ones. */
function theOnlyOne(partly: readonly { readonly match: Match; readonly met: number }[]): Match | undefined {
  const most = Math.max(0, ...partly.map(({ met }) => met));
  const [first, ...others] = partly.filter(({ met }) => met === most);
  return others.every(({ match }) => match.operation === first?.match.operation) ? first?.match : undefined;
}

function valuesByName({ names, texts }: Found<unknown>, others: ReadonlyMap<string, string>): Match['path'] {
  const values = emptyObject<string>();
  names.forEach((name, index) => {
    values[name] = texts[index] ?? '';
  });
  for (const [name, text] of others) values[name] = text;
  return values;
}
