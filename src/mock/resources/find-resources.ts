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
  const findings = lazy((): Findings => {
    const families = familiesIn(tree().nodes, references);
    const kinds = kindsOf(families.all, references);
    const resources = new Map<Kind, Resource>();
    const resourceOf = (family: Family): Resource => {
      const kind = kinds.of(family);
      const known = resources.get(kind) ?? createResource(kind, !closed.has(kind), resourceAt, references);
      resources.set(kind, known);
      return known;
    };
    const resourceAt = (value: PathNode): Resource | undefined => {
      const family = families.ofItem(value);
      return family && resourceOf(family);
    };
    const closed = new Set(families.all.filter(isMadeOrListed).map(kinds.of));
    return { families, kinds, resourceOf, resourceAt, references };
  });
  const all = lazy(() => {
    const { kinds, resourceOf } = findings();
    return new Map(kinds.all.map(({ name, family }) => [name, resourceOf(family)]));
  });

  const answers = new Map<string, Role | string>();
  const answerFor = (operationId: string): Role | string => {
    const known = answers.get(operationId) ?? makeOut(operationId);
    answers.set(operationId, known);
    return known;
  };
  const makeOut = (operationId: string): Role | string => {
    const placed = tree().placed(operationId);
    if (!placed) {
      const operation = document.operations.get(operationId);
      return operation ? 'its path has a # or ?, or several parameters in one segment' : 'unknown operation';
    }
    const meaning = meaningOf(placed, findings());
    return typeof meaning === 'string' ? meaning : roleOf(placed, meaning, findings().resourceAt, references);
  };
  const roleFor = (operationId: string): Role | undefined => {
    const answer = answerFor(operationId);
    return typeof answer === 'string' ? undefined : answer;
  };
  return {
    get all() {
      return all();
    },
    role: roleFor,
    mistakes: () => mistakesIn(findings().families.all, references),
    bodilessReads: () => bodilessReadsIn(document, roleFor),
    reason(operationId) {
      const answer = answerFor(operationId);
      return typeof answer === 'string' ? answer : undefined;
    },
  };
}

function mayBeMissing(item: PathNode | undefined): boolean {
  const read = item?.operations.get('GET')?.operation;
  return !read || read.responses.all.some(({ key }) => /^4(04|10|XX)$/i.test(key));
}

/** Whether an operation creates or lists the items of a path group. */
function isMadeOrListed({ single, collection, item, schema }: Family): boolean {
  const isMade = item?.operations.has('PUT') || (!single && item?.operations.has('POST'));
  // A singleton that may be missing, such as a star with only a status, exists once a client has created it.
  if (single) return schema === undefined && isMade === true && mayBeMissing(item);
  const isListed = collection?.operations.has('GET') || searchBelow(collection) !== undefined;
  return isMade || isListed || collection?.operations.has('POST') || false;
}
