// References: the resource that a property name such as `ownerId` refers to.

import { singular } from '../../openapi/singular.ts';
import { normalizeName, splitWords } from './inference/name-words.ts';
import type { Resource, ResourceAction, Resources } from './resource.ts';

/** Finds the resource whose id a property holds, by name; undefined without one or if ambiguous. */
export type ReferenceResolver = (property: string) => Resource | undefined;

export function createReferenceResolver({ all }: Pick<Resources, 'all'>): ReferenceResolver {
  const byName = new Map<string, Resource | undefined>();
  for (const resource of all.values()) {
    const name = singular(splitWords(resource.name).join(' '));
    // A name that two resources share is ambiguous.
    byName.set(name, byName.has(name) ? undefined : resource);
  }
  return (property) => {
    const words = splitWords(property);
    const last = words.at(-1);
    if (last !== 'id' && last !== 'ids') return undefined;
    // `formerOwnerId` also refers to an owner.
    const names = words.slice(0, -1).map((_, index) => words.slice(index, -1).join(' '));
    const known = names.find((name) => byName.has(name));
    return known === undefined ? undefined : byName.get(known);
  };
}

/** Whether a property is the id of the item itself: the `offerId` of an offer. */
export function isOwnId({ resource, kind }: ResourceAction, target: Resource, name: string): boolean {
  if (target !== resource || kind === 'act') return false;
  return resource.id?.path?.[0] === name || normalizeName(name) === `${singular(normalizeName(resource.name))}id`;
}
