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
  const roles = [...document.operations.keys()].flatMap((id) => resources.role(id) ?? []);
  const creating = new Map<Resource, Role>();
  for (const role of roles)
    if (role.deed === 'create' && !creating.has(role.resource)) creating.set(role.resource, role);
  return {
    collections: [...resources.all.values()].map((resource) => ({
      name: resource.name,
      schema: withProperties(resource.schema, references),
      create: withProperties(sentSchema(creating.get(resource)), references),
      id: resource.single ? undefined : typeOfId(resource),
      parents: resource.parents.map((parent) => ({ key: parent.key, type: typeOfId(parent.resource) })),
    })),
    useOf(operationId) {
      const role = resources.role(operationId);
      const resource = role?.resource;
      if (!role || !resource || resource.single) return { collection: undefined, property: undefined };
      const members = allMembersOf(resource.schema, references).filter(({ name }) => name !== resource.id?.place?.[0]);
      const [first] = [...members.filter(({ readOnly }) => readOnly), ...members];
      return { collection: resource.name, property: STORING.has(role.deed) ? first?.name : undefined };
    },
    storedBy(operationId) {
      const role = resources.role(operationId);
      return role && STORING.has(role.deed) ? role.resource.name : undefined;
    },
  };
}

/** The schema of the item in the request body; undefined without a body. */
export function sentSchema(role: Role | undefined): Part<Schema> | undefined {
  let schema = role?.operation.requestSchema;
  for (const name of role?.asked ?? [])
    schema = getSchemaShape(schema, (role as Role).operation.references)?.properties.get(name);
  return schema;
}

function withProperties(schema: Part<Schema> | undefined, references: References): Part<Schema> | undefined {
  return allMembersOf(schema, references).length > 0 ? schema : undefined;
}

function typeOfId(resource: Resource | undefined): 'string' | 'number' {
  return resource?.id && resource.id.type !== 'string' ? 'number' : 'string';
}
