// Which operation a request means where documents are served below a path: the path before those of the document is taken off first.

import type { Operation } from '../operation.ts';
import { createOperationIndex, type Match, type OperationIndex } from './operation-index.ts';
import type { RequestDetails } from './path-condition.ts';

/** How a path is read: `whole`, as clients send it that know where the document is served; `bare`, without what stands before the paths of the document. */
export type Reading = 'whole' | 'bare';

export interface ServedIndex extends Pick<OperationIndex, 'alike'> {
  /** The ways to read a path that can differ, in the order in which they are tried. At the root of a host there is one. */
  readonly readings: readonly Reading[];
  /** The operation that a method and a path mean. */
  find(method: string, path: string, told: RequestDetails, reading: Reading): Match | undefined;
  /** Whether there is such a path, whatever the method. */
  has(path: string, reading: Reading): boolean;
  /** The methods that there are at a path; undefined when there is no such path. */
  methodsAt(path: string, reading: Reading): ReadonlySet<string> | undefined;
  /** All operations at a path, below the first base path where there are any. */
  operationsAt(path: string, reading: Reading): readonly Operation[];
  /** The first answer about a path as it is in the document: itself when it is `bare`, else what comes after each of the base paths that it begins with. */
  ask<T>(path: string, reading: Reading, answer: (inside: string) => T | undefined): T | undefined;
}

type ByPath = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

/** Operations below one base path. */
interface Area {
  readonly base: string;
  readonly index: OperationIndex;
}

/**
 * @param byPath - the operations by template and method, in upper case
 * @param bases - the base paths of the document
 * @param ownBases - those of operations that have other ones
 */
export function createServedIndex(
  byPath: ByPath,
  bases: readonly string[],
  ownBases: ReadonlyMap<Operation, readonly string[]>,
): ServedIndex {
  const all = createOperationIndex(byPath);
  const areas = areasOf(byPath, all, bases, ownBases);
  const ask = <T>(
    path: string,
    reading: Reading,
    answer: (index: OperationIndex, inside: string) => T | undefined,
  ): T | undefined => {
    if (reading === 'bare') return answer(all, path);
    for (const { base, index } of areas) {
      const inside = below(path, base);
      const answered = inside === undefined ? undefined : answer(index, inside);
      if (answered !== undefined) return answered;
    }
    return undefined;
  };
  return {
    readings: areas.some(({ base }) => base !== '') ? ['whole', 'bare'] : ['bare'],
    alike: [...new Set(areas.map(({ index }) => index))].flatMap(({ alike }) => alike),
    find: (method, path, told, reading) => ask(path, reading, (index, inside) => index.find(method, inside, told)),
    has: (path, reading) => ask(path, reading, (index, inside) => index.has(inside) || undefined) ?? false,
    methodsAt: (path, reading) => ask(path, reading, (index, inside) => index.methodsAt(inside)),
    operationsAt(path, reading) {
      const some = (operations: readonly Operation[]) => (operations.length > 0 ? operations : undefined);
      return ask(path, reading, (index, inside) => some(index.operationsAt(inside))) ?? [];
    },
    ask: (path, reading, answer) => ask(path, reading, (_, inside) => answer(inside)),
  };
}

/** The longest base path comes first: what it begins with may be one as well. */
function areasOf(
  byPath: ByPath,
  all: OperationIndex,
  bases: readonly string[],
  ownBases: ReadonlyMap<Operation, readonly string[]>,
): Area[] {
  const areas =
    ownBases.size === 0
      ? bases.map((base) => ({ base, index: all }))
      : [...new Set([...bases, ...[...ownBases.values()].flat()])].map((base) => {
          const isHere = (operation: Operation) => (ownBases.get(operation) ?? bases).includes(base);
          return { base, index: createOperationIndex(pathsOf(byPath, isHere, bases.includes(base))) };
        });
  return areas.sort((one, other) => other.base.length - one.base.length);
}

/** Some of the operations, by template and method. @param isMain - keep paths without operations */
function pathsOf(byPath: ByPath, isHere: (operation: Operation) => boolean, isMain: boolean): ByPath {
  return new Map(
    [...byPath].flatMap(([path, byMethod]) => {
      const here = [...byMethod].filter(([, operation]) => isHere(operation));
      return here.length > 0 || (isMain && byMethod.size === 0) ? [[path, new Map(here)] as const] : [];
    }),
  );
}

/** A path without its beginning; undefined when it begins in another way. */
function below(path: string, base: string): string | undefined {
  if (base === '') return path;
  if (!path.startsWith(base)) return undefined;
  if (path.length === base.length) return '/';
  return path[base.length] === '/' ? path.slice(base.length) : undefined;
}
