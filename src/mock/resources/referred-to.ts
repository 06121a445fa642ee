// Which kind of thing a property refers to by its name: `ownerId` and `former_owner_ids` are about owners.

import { plain, singular, wordsOf } from './inference/word.ts';
import type { Resource, Resources, Role } from './resource.ts';

/** Tells by the name of a property which kind of thing its value is the id of; undefined when of none, or nobody can say. */
export type ReferredTo = (property: string) => Resource | undefined;

export function createReferredTo({ all }: Pick<Resources, 'all'>): ReferredTo {
  const byName = new Map<string, Resource | undefined>();
  for (const resource of all.values()) {
    const name = singular(wordsOf(resource.name).join(' '));
    // A name that two kinds have says nothing.
    byName.set(name, byName.has(name) ? undefined : resource);
  }
  return (property) => {
    const words = wordsOf(property);
    const last = words.at(-1);
    if (last !== 'id' && last !== 'ids') return undefined;
    // `formerOwnerId` is that of an owner, too.
    const names = words.slice(0, -1).map((_, index) => words.slice(index, -1).join(' '));
    const known = names.find((name) => byName.has(name));
    return known === undefined ? undefined : byName.get(known);
  };
}

/** Whether a property of what is sent says which one it is itself, or is to be: the `offerId` of an offer. */
export function isOwnId(
  { resource, deed }: Pick<Role, 'resource' | 'deed'>,
  referred: Resource,
  name: string,
): boolean {
  if (referred !== resource || deed === 'act') return false;
  return resource.id?.place?.[0] === name || plain(name) === `${singular(plain(resource.name))}id`;
}
