// Resource inference: finds the resources of an OpenAPI document lazily.

import type { Document } from '../../openapi/document.ts';
import { lazy } from '../../openapi/lazy.ts';
import { bodilessReadsIn } from './inference/bodiless-reads.ts';
import { createResource } from './inference/create-resource.ts';
import { familiesIn } from './inference/families.ts';
import { type Family, searchBelow } from './inference/family.ts';
import { type Kind, kindsOf } from './inference/kinds.ts';
import { type Findings, meaningOf } from './inference/meaning.ts';
import { mistakesIn } from './inference/mistakes.ts';
import { type PathNode, pathTreeOf } from './inference/path-tree.ts';
import { roleOf } from './inference/role.ts';
import type { Resource, Resources, Role } from './resource.ts';

/** Finds the resources of a document. Only paths are read at once; schemas and names are read on first use. */
export function findResources(document: Document): Resources {
  const { references } = document;
  const tree = lazy(() => pathTreeOf(document));
  const context = lazy((): Findings => {
    const groups = familiesIn(tree().nodes, references);
    const types = kindsOf(groups.all, references);
    const resources = new Map<Kind, Resource>();
    const resourceOf = (group: Family): Resource => {
      const type = types.of(group);
      const known = resources.get(type) ?? createResource(type, !stored.has(type), resourceAt, references);
      resources.set(type, known);
      return known;
    };
    const resourceAt = (value: PathNode): Resource | undefined => {
      const group = groups.ofItem(value);
      return group && resourceOf(group);
    };
    const stored = new Set(groups.all.filter(isCreatedOrListed).map(types.of));
    return { families: groups, kinds: types, resourceOf, resourceAt, references };
  });
  const all = lazy(() => {
    const { kinds: types, resourceOf } = context();
    return new Map(types.all.map(({ name, family: group }) => [name, resourceOf(group)]));
  });

  const matches = new Map<string, Role | string>();
  const matchFor = (operationId: string): Role | string => {
    const known = matches.get(operationId) ?? match(operationId);
    matches.set(operationId, known);
    return known;
  };
  const match = (operationId: string): Role | string => {
    const location = tree().placed(operationId);
    if (!location) {
      const operation = document.operations.get(operationId);
      return operation ? 'its path has a # or ?, or several parameters in one segment' : 'unknown operation';
    }
    const result = meaningOf(location, context());
    return typeof result === 'string' ? result : roleOf(location, result, context().resourceAt, references);
  };
  const actionFor = (operationId: string): Role | undefined => {
    const found = matchFor(operationId);
    return typeof found === 'string' ? undefined : found;
  };
  return {
    get all() {
      return all();
    },
    role: actionFor,
    mistakes: () => mistakesIn(context().families.all, references),
    bodilessReads: () => bodilessReadsIn(document, actionFor),
    reason(operationId) {
      const found = matchFor(operationId);
      return typeof found === 'string' ? found : undefined;
    },
  };
}

function canBeMissing(item: PathNode | undefined): boolean {
  const read = item?.operations.get('GET')?.operation;
  return !read || read.responses.all.some(({ key }) => /^4(04|10|XX)$/i.test(key));
}

/** Whether an operation creates or lists the items of a path group. */
function isCreatedOrListed({ single, collection, item, schema }: Family): boolean {
  const isCreated = item?.operations.has('PUT') || (!single && item?.operations.has('POST'));
  // A singleton that may be missing, such as a star with only a status, exists once a client has created it.
  if (single) return schema === undefined && isCreated === true && canBeMissing(item);
  const isListed = collection?.operations.has('GET') || searchBelow(collection) !== undefined;
  return isCreated || isListed || collection?.operations.has('POST') || false;
}
