// References: the resource that a property name such as `ownerId` refers to.

import { plain, singular, wordsOf } from './inference/word.ts';
import type { Resource, Resources, Role } from './resource.ts';

/** Finds the resource whose id a property holds, by name; undefined without one or if ambiguous. */
export type ReferredTo = (property: string) => Resource | undefined;

export function createReferredTo({ all }: Pick<Resources, 'all'>): ReferredTo {
  const byName = new Map<string, Resource | undefined>();
  for (const resource of all.values()) {
    const name = singular(wordsOf(resource.name).join(' '));
    // A name that two resources share is ambiguous.
    byName.set(name, byName.has(name) ? undefined : resource);
  }
  return (property) => {
    const words = wordsOf(property);
    const last = words.at(-1);
    if (last !== 'id' && last !== 'ids') return undefined;
    // `formerOwnerId` also refers to an owner.
    const names = words.slice(0, -1).map((_, index) => words.slice(index, -1).join(' '));
    const known = names.find((name) => byName.has(name));
    return known === undefined ? undefined : byName.get(known);
  };
}

/** Whether a property is the id of the item itself: the `offerId` of an offer. */
export function isOwnId({ resource, deed: kind }: Role, target: Resource, name: string): boolean {
  if (target !== resource || kind === 'act') return false;
  return resource.id?.place?.[0] === name || plain(name) === `${singular(plain(resource.name))}id`;
}
