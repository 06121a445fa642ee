// Fixture items below parents that do not exist: no request reaches them.

import { shownPath } from '../../../openapi/report/shown-path.ts';
import { buildItemKey, getIdFromKey, getParentIds } from '../items/item-key.ts';
import { isStoredParent, listScopeParents, resolveParentIds } from '../path-scope.ts';
import type { Parent, Resource, StoredItem } from '../resource.ts';
import type { SeedData } from './seed-data.ts';

/** The maximum of parents and items in a message. */
const MAX_NAMES = 5;

/**
 * A sentence for each file with unreachable items, grouped by their missing parents.
 *
 * @param written - the items of files, in their order
 * @param fileOf - returns the file of a resource, for messages
 */
export function describeUnreachableItems(
  written: ReadonlyMap<Resource, readonly StoredItem[]>,
  seedData: SeedData,
  fileOf: (resource: Resource) => string,
): readonly string[] {
  const known = new Map<Resource, ReadonlySet<string>>();
  return [...written].flatMap(([resource, items]) => {
    const missing = new Map<string, string[]>();
    for (const { id, number } of items) {
      const parent = missingParent(resource, getParentIds(id));
      // The number is the position in the file, from 1.
      if (parent !== undefined) missing.set(parent, [...(missing.get(parent) ?? []), `/${number - 1}`]);
    }
    if (missing.size === 0) return [];
    const groups = [...missing].map(([parent, pointers]) => `${joinSome(pointers)} (${parent} not found)`);
    return [
      `Items that no request can reach, because their parent does not exist, in ${shownPath(fileOf(resource))}: ${joinSome(groups)}.`,
    ];
  });

  /** The first missing parent, the outermost first, such as `tickets/99`; undefined if all exist. */
  function missingParent({ parents }: Resource, parentIds: readonly string[]): string | undefined {
    const above = parents.map((parent, index): readonly [Parent, string] => [parent, parentIds[index] ?? '']);
    for (const [index, [parent, value]] of above.entries()) {
      const { resource } = parent;
      if (!resource || !isStoredParent(parent)) continue;
      const known = knownItems(resource);
      const outer = resolveParentIds(resource, above.slice(0, index));
      if (known && !known.has(outer ? buildItemKey(outer, value) : value)) return `${resource.name}/${value}`;
    }
    return undefined;
  }

  /** The keys and ids of a resource; undefined if other scopes have items that are generated on demand. */
  function knownItems(resource: Resource): ReadonlySet<string> | undefined {
    const isComplete = written.has(resource) || listScopeParents(resource).length === 0;
    if (!isComplete) return undefined;
    const found = known.get(resource) ?? new Set(seedData.of(resource).flatMap(({ id }) => [id, getIdFromKey(id)]));
    known.set(resource, found);
    return found;
  }
}

function joinSome(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
