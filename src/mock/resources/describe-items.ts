// Descriptions of a document's collections for `understudy types`.

import type { DescribedItems } from '../../codegen/collection-types.ts';
import type { Document } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { findResources } from './find-resources.ts';
import { listAllProperties } from './item-properties.ts';
import { STORING_KINDS } from './items/set-properties.ts';
import type { Resource, ResourceAction } from './resource.ts';

/** The collection and property that a generated handler stub uses. */
interface ItemUse {
  /** The collection of the operation; undefined for none. */
  readonly collection: string | undefined;
  /** A property that the operation may set, read-only ones first; undefined if it stores nothing. */
  readonly property: string | undefined;
}

/** Describes the collections behind `items`, and the operations that store an item. */
export function describeItems(document: Document): DescribedItems & { useOf(operationId: string): ItemUse } {
  const { references } = document;
  const resources = findResources(document);
  const actions = [...document.operations.keys()].flatMap((id) => resources.action(id) ?? []);
  const createActions = new Map<Resource, ResourceAction>();
  for (const action of actions)
    if (action.kind === 'create' && !createActions.has(action.resource)) createActions.set(action.resource, action);
  return {
    collections: [...resources.all.values()].map((resource) => ({
      name: resource.name,
      schema: withProperties(resource.schema, references),
      create: withProperties(requestItemSchema(createActions.get(resource)), references),
      id: resource.isSingleton ? undefined : typeOfId(resource),
      parents: resource.parents.map((parent) => ({ key: parent.key, type: typeOfId(parent.resource) })),
    })),
    useOf(operationId) {
      const action = resources.action(operationId);
      const resource = action?.resource;
      if (!action || !resource || resource.isSingleton) return { collection: undefined, property: undefined };
      const members = listAllProperties(resource.schema, references).filter(
        ({ name }) => name !== resource.id?.path?.[0],
      );
      const [first] = [...members.filter(({ readOnly }) => readOnly), ...members];
      return { collection: resource.name, property: STORING_KINDS.has(action.kind) ? first?.name : undefined };
    },
    storedBy(operationId) {
      const action = resources.action(operationId);
      return action && STORING_KINDS.has(action.kind) ? action.resource.name : undefined;
    },
  };
}

/** The schema of the item in the request body; undefined without a body. */
export function requestItemSchema(action: ResourceAction | undefined): Part<Schema> | undefined {
  let schema = action?.operation.requestSchema;
  for (const name of action?.requestPath ?? [])
    schema = getSchemaShape(schema, (action as ResourceAction).operation.references)?.properties.get(name);
  return schema;
}

function withProperties(schema: Part<Schema> | undefined, references: References): Part<Schema> | undefined {
  return listAllProperties(schema, references).length > 0 ? schema : undefined;
}

function typeOfId(resource: Resource | undefined): 'string' | 'number' {
  return resource?.id && resource.id.type !== 'string' ? 'number' : 'string';
}
