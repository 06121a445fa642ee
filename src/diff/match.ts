// Matches the operations of two documents.

import type { DocumentDescription, OperationDescription } from '../openapi/describe-document.ts';

export interface MatchedOperations {
  readonly same: readonly (readonly [old: OperationDescription, now: OperationDescription])[];
  /** The same by their ids, with another method or path. */
  readonly moved: readonly (readonly [old: OperationDescription, now: OperationDescription])[];
  readonly removed: readonly OperationDescription[];
  readonly added: readonly OperationDescription[];
}

/** The operations of two documents: the same ones have the same address, whatever the parameters of their paths are called; or at least the same id. */
export function matchOperations(old: DocumentDescription, now: DocumentDescription): MatchedOperations {
  const exact = ({ method, path }: OperationDescription) => `${method} ${path}`;
  return matchAll(old.operations, now.operations, [
    [exact, exact],
    // A path prefix may have moved between servers and paths.
    [(one) => addressOf(one, old.base), (other) => addressOf(other, now.base)],
    [(one) => addressOf(one, ''), (other) => addressOf(other, '')],
  ]);
}

/** The operations of two path items: they are the same by their methods. */
export function matchMethods(
  old: readonly OperationDescription[],
  now: readonly OperationDescription[],
): MatchedOperations {
  const nameOf = ({ method, path }: OperationDescription) => `${method} ${path}`;
  return matchAll(old, now, [
    [nameOf, nameOf],
    [({ method }) => method, ({ method }) => method],
  ]);
}

type Naming = (operation: OperationDescription) => string | undefined;

function matchAll(
  old: readonly OperationDescription[],
  now: readonly OperationDescription[],
  namings: readonly (readonly [old: Naming, now: Naming])[],
): MatchedOperations {
  let [removed, added] = [old, now];
  const pairUp = (oldName: Naming, newName: Naming) => {
    const byName = new Map<string, OperationDescription>();
    for (const other of added) {
      const name = newName(other);
      if (name !== undefined && !byName.has(name)) byName.set(name, other);
    }
    const pairs = removed.flatMap((one) => {
      const name = oldName(one);
      const other = name === undefined ? undefined : byName.get(name);
      if (name === undefined || !other) return [];
      byName.delete(name);
      return [[one, other] as const];
    });
    const [gone, found] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))];
    removed = removed.filter((one) => !gone.has(one));
    added = added.filter((other) => !found.has(other));
    return pairs;
  };
  const same = namings.flatMap(([one, other]) => pairUp(one, other));
  const byId: Naming = ({ operationId }) => operationId;
  return { same, moved: pairUp(byId, byId), removed, added };
}

function addressOf({ method, path }: OperationDescription, base: string): string {
  return `${method} ${base}${path.replace(/\{[^{}]*\}/g, '{}')}`;
}
