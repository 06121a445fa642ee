// The enum values of a property of list items.

import type { PropertyPath, ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';

/** @returns none without an enum */
export function choicesAt(
  { resource, operation: { references } }: ResourceAction,
  place: PropertyPath,
): readonly string[] {
  let shape = getSchemaShape(resource.schema, references);
  for (const name of place) shape = getSchemaShape(shape?.properties.get(name), references);
  const listed = shape?.keywordValue('enum');
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}
