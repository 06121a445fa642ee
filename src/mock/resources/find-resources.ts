// Resource inference: finds the resources of an OpenAPI document lazily.

import type { Document } from '../../openapi/document.ts';
import type { UnlocatedFinding } from '../../openapi/document-finding.ts';
import { once } from '../../schema/once.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { findAnnotationErrors, findFilterErrors } from './inference/annotation-errors.ts';
import { createResource } from './inference/create-resource.ts';
import { type InferenceContext, matchAction } from './inference/match-action.ts';
import { findSearch, type PathGroup } from './inference/path-group.ts';
import { findPathGroups } from './inference/path-groups.ts';
import { buildPathTree, type PathNode } from './inference/path-tree.ts';
import { createResourceAction } from './inference/resource-action.ts';
import { groupResourceTypes, type ResourceType } from './inference/resource-types.ts';
import type { Resource, ResourceAction, Resources } from './resource.ts';

/** Finds the resources of a document. Only paths are read at once; schemas and names are read on first use. */
export function findResources(document: Document): Resources {
  const { references } = document;
  const tree = once(() => buildPathTree(document));
  const context = once((): InferenceContext => {
    const groups = findPathGroups(tree().nodes, references);
    const types = groupResourceTypes(groups.all, references);
    const resources = new Map<ResourceType, Resource>();
    const resourceOf = (group: PathGroup): Resource => {
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
    return { groups, types, resourceOf, resourceAt, references };
  });
  const all = once(() => {
    const { types, resourceOf } = context();
    return new Map(types.all.map(({ name, group }) => [name, resourceOf(group)]));
  });

  const matches = new Map<string, Result<ResourceAction>>();
  const matchFor = (operationId: string): Result<ResourceAction> => {
    const known = matches.get(operationId) ?? match(operationId);
    matches.set(operationId, known);
    return known;
  };
  const match = (operationId: string): Result<ResourceAction> => {
    const location = tree().find(operationId);
    if (!location) {
      const operation = document.operations.get(operationId);
      return failure(operation ? 'its path has a # or ?, or several parameters in one segment' : 'unknown operation');
    }
    const matched = matchAction(location, context());
    if (!matched.ok) return matched;
    return success(createResourceAction(location, matched.value, context().resourceAt, references));
  };
  const actionFor = (operationId: string) => matchFor(operationId).value;
  return {
    get all() {
      return all();
    },
    action: actionFor,
    annotationErrors: () => [
      ...findAnnotationErrors(context().groups.all, all().keys(), references),
      ...findFilterErrors(document, actionFor),
    ],
    bodilessReads: () => findBodilessReads(document, actionFor),
    reason: (operationId) => matchFor(operationId).reason,
  };
}

function canBeMissing(item: PathNode | undefined): boolean {
  const read = item?.operations.get('GET')?.operation;
  return !read || read.responses.all.some(({ key }) => /^4(04|10|XX)$/i.test(key));
}

/** Whether an operation creates or lists the items of a path group. */
function isCreatedOrListed({ isSingleton, collection, item, schema }: PathGroup): boolean {
  const isCreated = item?.operations.has('PUT') || (!isSingleton && item?.operations.has('POST'));
  // A singleton that may be missing, such as a star with only a status, exists once a client has created it.
  if (isSingleton) return schema === undefined && isCreated === true && canBeMissing(item);
  const isListed = collection?.operations.has('GET') || findSearch(collection) !== undefined;
  return isCreated || isListed || collection?.operations.has('POST') || false;
}

const MESSAGE = 'returns no body, because the document declares no content; declare it to return the stored data';

/**
 * Finds GET operations that declare no content for 200, although they return stored or written data. Many generators
 * omit the content.
 */
function findBodilessReads(
  { operations }: Pick<Document, 'operations'>,
  actionOf: (operationId: string) => ResourceAction | undefined,
): readonly UnlocatedFinding[] {
  const all = [...operations.values()];
  const written = new Set(all.flatMap(({ method, path }) => (WRITE_METHODS.test(method) ? path : [])));
  return all.flatMap(({ id, method, path, responses }): UnlocatedFinding[] => {
    if (method !== 'GET' || responses.successStatus !== 200) return [];
    const response = responses.forStatus(200);
    if (!response || response.hasBody) return [];
    const isRead = written.has(path) || actionOf(id) !== undefined;
    return isRead ? [{ severity: 'info', rule: 'no-content', pointer: response.part.pointer, message: MESSAGE }] : [];
  });
}

const WRITE_METHODS = /^(POST|PUT|PATCH|DELETE)$/;
