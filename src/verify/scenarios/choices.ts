// The enum values of a property of list items.

import type { PropertyPath, ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';

/** @returns none without an enum */
export function listEnumValues(
  { resource, operation: { references } }: ResourceAction,
  path: PropertyPath,
): readonly string[] {
  let shape = getSchemaShape(resource.schema, references);
  for (const name of path) shape = getSchemaShape(shape?.properties.get(name), references);
  const enumValues = shape?.keywordValue('enum');
  return Array.isArray(enumValues) ? enumValues.filter((one) => typeof one === 'string') : [];
}
