// The enumerated texts of a property in list items.

import type { PropertyPath, ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';

/** None where it does not list them. */
export function choicesAt(
  { resource, operation: { references } }: ResourceAction,
  place: PropertyPath,
): readonly string[] {
  let shape = getSchemaShape(resource.schema, references);
  for (const name of place) shape = getSchemaShape(shape?.properties.get(name), references);
  const listed = shape?.keywordValue('enum');
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}
