// Generation order of resources that refer to one another.

import type { Inference } from '../inference.ts';
import { listProperties } from '../item-properties.ts';
import type { Resource } from '../resource.ts';
import { findEmbeddedResource } from './embedded-items.ts';

/**
 * Whether items of the referred resource are generated after those of the referring one. Independent of the order of
 * use.
 */
export type DependencyOrder = (referred: Resource, referring: Resource) => boolean;

/** In a cycle, resources with fewer parents come first, then those that the document declares first. */
export function createDependencyOrder(parts: Inference): DependencyOrder {
  const order = new Map([...parts.resources.all.keys()].map((name, index) => [name, index]));
  const rank = ({ name, parents }: Resource) => parents.length * order.size + (order.get(name) ?? 0);
  const known = new Map<Resource, ReadonlySet<Resource>>();
  const needed = (resource: Resource): ReadonlySet<Resource> => {
    const found = known.get(resource) ?? neededBy(resource, parts);
    known.set(resource, found);
    return found;
  };
  return (referred, referring) =>
    referred === referring || (needed(referred).has(referring) && rank(referred) > rank(referring));
}

/** All resources that one depends on, by parents and references, transitively. */
function neededBy(resource: Resource, inferred: Inference): ReadonlySet<Resource> {
  const { document, guessReference } = inferred;
  const found = new Set<Resource>();
  for (const open = [resource]; open.length > 0; ) {
    const one = open.pop() as Resource;
    const { schema, parents } = one;
    const members = listProperties(schema?.value, document.references);
    const others = [
      ...parents.map((parent) => parent.resource),
      ...members.map((member) => findEmbeddedResource(member, one, inferred) ?? guessReference(member, one)),
    ];
    for (const other of others) {
      if (!other || found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}
