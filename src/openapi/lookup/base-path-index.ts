// Index of operations below the base paths of their servers.

import type { Operation } from '../operation.ts';
import { createOperationIndex, type Match, type OperationIndex } from './operation-index.ts';
import type { RequestDetails } from './path-condition.ts';

/** How a path is matched: `whole` with the base path, `bare` without it. */
export type PathForm = 'whole' | 'bare';

interface BasePathIndex extends Pick<OperationIndex, 'duplicates'> {
  /** The forms that differ, in the order in which they are tried. Without a base path there is one. */
  readonly pathForms: readonly PathForm[];
  /** The operation for a method and a path. */
  find(method: string, path: string, details: RequestDetails, form: PathForm): Match | undefined;
  /** Whether a path exists, for any method. */
  has(path: string, form: PathForm): boolean;
  /** The methods of a path; undefined if there is no such path. */
  methodsAt(path: string, form: PathForm): ReadonlySet<string> | undefined;
  /** All operations of a path, below its first base path if there is one. */
  operationsAt(path: string, form: PathForm): readonly Operation[];
  /** The first result for a path of the document: the path itself if `bare`, else its rest after each base path. */
  findBelowBase<T>(path: string, form: PathForm, lookup: (inside: string) => T | undefined): T | undefined;
}

type ByPath = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

/** Operations below one base path. */
interface BaseArea {
  readonly base: string;
  readonly index: OperationIndex;
}

/**
 * @param byPath - the operations by template and method, in upper case
 * @param bases - the base paths of the document
 * @param ownBases - base paths of operations with servers of their own
 */
export function createBasePathIndex(
  byPath: ByPath,
  bases: readonly string[],
  ownBases: ReadonlyMap<Operation, readonly string[]>,
): BasePathIndex {
  const all = createOperationIndex(byPath);
  const areas = createAreas(byPath, all, bases, ownBases);
  const findBelow = <T>(
    path: string,
    form: PathForm,
    lookup: (index: OperationIndex, inside: string) => T | undefined,
  ): T | undefined => {
    if (form === 'bare') return lookup(all, path);
    for (const { base, index } of areas) {
      const inside = withoutBase(path, base);
      const result = inside === undefined ? undefined : lookup(index, inside);
      if (result !== undefined) return result;
    }
    return undefined;
  };
  return {
    pathForms: areas.some(({ base }) => base !== '') ? ['whole', 'bare'] : ['bare'],
    duplicates: [...new Set(areas.map(({ index }) => index))].flatMap(({ duplicates: alike }) => alike),
    find: (method, path, details, form) =>
      findBelow(path, form, (index, inside) => index.find(method, inside, details)),
    has: (path, form) => findBelow(path, form, (index, inside) => index.has(inside) || undefined) ?? false,
    methodsAt: (path, form) => findBelow(path, form, (index, inside) => index.methodsAt(inside)),
    operationsAt(path, form) {
      const nonEmpty = (operations: readonly Operation[]) => (operations.length > 0 ? operations : undefined);
      return findBelow(path, form, (index, inside) => nonEmpty(index.operationsAt(inside))) ?? [];
    },
    findBelowBase: (path, form, lookup) => findBelow(path, form, (_, inside) => lookup(inside)),
  };
}

/** Longest base path first: one may be a prefix of another. */
function createAreas(
  byPath: ByPath,
  all: OperationIndex,
  bases: readonly string[],
  ownBases: ReadonlyMap<Operation, readonly string[]>,
): BaseArea[] {
  const areas =
    ownBases.size === 0
      ? bases.map((base) => ({ base, index: all }))
      : [...new Set([...bases, ...[...ownBases.values()].flat()])].map((base) => {
          const isBelow = (operation: Operation) => (ownBases.get(operation) ?? bases).includes(base);
          return { base, index: createOperationIndex(filterPaths(byPath, isBelow, bases.includes(base))) };
        });
  return areas.sort((one, other) => other.base.length - one.base.length);
}

/** A subset of the operations, by template and method. @param isMain - keep paths without operations */
function filterPaths(byPath: ByPath, isBelow: (operation: Operation) => boolean, isMain: boolean): ByPath {
  return new Map(
    [...byPath].flatMap(([path, byMethod]) => {
      const matching = [...byMethod].filter(([, operation]) => isBelow(operation));
      return matching.length > 0 || (isMain && byMethod.size === 0) ? [[path, new Map(matching)] as const] : [];
    }),
  );
}

/** The rest of a path after its base path; undefined if it does not start with it. */
function withoutBase(path: string, base: string): string | undefined {
  if (base === '') return path;
  if (!path.startsWith(base)) return undefined;
  if (path.length === base.length) return '/';
  return path[base.length] === '/' ? path.slice(base.length) : undefined;
}
