// Matches the operations of two documents.

import type { Described, Description } from '../openapi/description.ts';

export interface Matched {
  readonly same: readonly (readonly [old: Described, now: Described])[];
  /** The same by their ids, with another method or path. */
  readonly moved: readonly (readonly [old: Described, now: Described])[];
  readonly removed: readonly Described[];
  readonly added: readonly Described[];
}

/** The operations of two documents: the same ones have the same address, whatever the parameters of their paths are called; or at least the same id. */
export function matchOperations(old: Description, now: Description): Matched {
  const exact = ({ method, path }: Described) => `${method} ${path}`;
  return matchAll(old.operations, now.operations, [
    [exact, exact],
    // A path prefix may have moved between servers and paths.
    [(one) => addressOf(one, old.base), (other) => addressOf(other, now.base)],
    [(one) => addressOf(one, ''), (other) => addressOf(other, '')],
  ]);
}

/** The operations of two path items: they are the same by their methods. */
export function matchMethods(old: readonly Described[], now: readonly Described[]): Matched {
  const nameOf = ({ method, path }: Described) => `${method} ${path}`;
  return matchAll(old, now, [
    [nameOf, nameOf],
    [({ method }) => method, ({ method }) => method],
  ]);
}

type Naming = (operation: Described) => string | undefined;

function matchAll(
  old: readonly Described[],
  now: readonly Described[],
  namings: readonly (readonly [old: Naming, now: Naming])[],
): Matched {
  let [removed, added] = [old, now];
  const pairUp = (oldName: Naming, newName: Naming) => {
    const byName = new Map<string, Described>();
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

function addressOf({ method, path }: Described, base: string): string {
  return `${method} ${base}${path.replace(/\{[^{}]*\}/g, '{}')}`;
}
