// Descriptions of a document's collections for `understudy types`.

import type { DescribedItems } from '../../codegen/collection-types.ts';
import type { Document } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { findResources } from './find-resources.ts';
import { STORING } from './items/set-properties.ts';
import { allMembersOf } from './members.ts';
import type { Resource, Role } from './resource.ts';

/** The collection and property that a generated handler stub uses. */
export interface ItemUse {
  /** The collection of the operation; undefined for none. */
  readonly collection: string | undefined;
  /** A property that the operation may set, read-only ones first; undefined if it stores nothing. */
  readonly property: string | undefined;
}

/** Describes the collections behind `items`, and the operations that store an item. */
export function describeItems(document: Document): DescribedItems & { useOf(operationId: string): ItemUse } {
  const { references } = document;
  const resources = findResources(document);
  const actions = [...document.operations.keys()].flatMap((id) => resources.role(id) ?? []);
  const createActions = new Map<Resource, Role>();
  for (const action of actions)
    if (action.deed === 'create' && !createActions.has(action.resource)) createActions.set(action.resource, action);
  return {
    collections: [...resources.all.values()].map((resource) => ({
      name: resource.name,
      schema: withProperties(resource.schema, references),
      create: withProperties(sentSchema(createActions.get(resource)), references),
      id: resource.single ? undefined : typeOfId(resource),
      parents: resource.parents.map((parent) => ({ key: parent.key, type: typeOfId(parent.resource) })),
    })),
    useOf(operationId) {
      const action = resources.role(operationId);
      const resource = action?.resource;
      if (!action || !resource || resource.single) return { collection: undefined, property: undefined };
      const members = allMembersOf(resource.schema, references).filter(({ name }) => name !== resource.id?.place?.[0]);
      const [first] = [...members.filter(({ readOnly }) => readOnly), ...members];
      return { collection: resource.name, property: STORING.has(action.deed) ? first?.name : undefined };
    },
    storedBy(operationId) {
      const action = resources.role(operationId);
      return action && STORING.has(action.deed) ? action.resource.name : undefined;
    },
  };
}

/** The schema of the item in the request body; undefined without a body. */
export function sentSchema(action: Role | undefined): Part<Schema> | undefined {
  let schema = action?.operation.requestSchema;
  for (const name of action?.asked ?? [])
    schema = getSchemaShape(schema, (action as Role).operation.references)?.properties.get(name);
  return schema;
}

function withProperties(schema: Part<Schema> | undefined, references: References): Part<Schema> | undefined {
  return allMembersOf(schema, references).length > 0 ? schema : undefined;
}

function typeOfId(resource: Resource | undefined): 'string' | 'number' {
  return resource?.id && resource.id.type !== 'string' ? 'number' : 'string';
}
