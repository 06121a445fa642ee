// The values in a path of which the document keeps no things, such as `acme` in `/subscriptions/acme/groups`: below each there is a world of its own.

import type { Scope } from './items/key.ts';
import type { Parent, Resource } from './resource.ts';

/** What stands for the parents of a kind that nobody keeps, the outermost first; none where all are kept. */
export type Tenant = readonly string[];

/** Whether the document has a collection for what a segment names: then it is there, or it is not. */
export function isKept({ resource }: Parent): boolean {
  return resource !== undefined && !resource.open && !resource.single;
}

const known = new WeakMap<Resource, readonly number[]>();

/** Which of the parents of a kind nobody keeps: their places among all. None for a kind of which nothing is there before somebody makes it. */
export function unkeptParents(resource: Resource): readonly number[] {
  const { parents, open, single } = resource;
  const told =
    known.get(resource) ?? parents.flatMap((parent, index) => (open || single || isKept(parent) ? [] : [index]));
  known.set(resource, told);
  return told;
}

/** Whose an item is, by what it is below. */
export function tenantIn(resource: Resource, scope: Scope): Tenant {
  return unkeptParents(resource).map((index) => scope[index] ?? '');
}

/** The one among several that is the same parent: of two values of one kind, that of the same name. */
export function sameAs<T>(parent: Parent, all: readonly T[], parentOf: (one: T) => Parent): T | undefined {
  const same = all.filter((one) => isSame(parent, parentOf(one)));
  return same.find((one) => parentOf(one).key === parent.key) ?? same[0];
}

/** Two paths may call one parent by different names, and different parents by one name. */
export function isSame(parent: Parent, other: Parent): boolean {
  if (parent.resource && other.resource) return parent.resource === other.resource;
  return parent.key === other.key;
}
