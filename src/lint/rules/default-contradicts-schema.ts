// Rule: defaults match their schemas.

import { describeValueFinding, type Finding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import { type VisitedPart, visitDocumentParts } from '../../openapi/read/document-parts.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { shortValue } from '../../schema/short-value.ts';
import type { OwnRule } from './rule.ts';

export const defaultContradictsSchema: OwnRule = {
  title: 'Defaults match their schemas.',
  severity: 'warn',
  *look(document) {
    const schemas: VisitedPart[] = [];
    visitDocumentParts(document.source.bundled, {
      part(visited) {
        if (Object.hasOwn(visited.part, 'default') && isSchema(visited)) schemas.push(visited);
      },
    });
    for (const { part, pointer } of schemas) {
      const schema = { value: part as Schema, pointer: pointer() };
      // An object may have properties for one direction only.
      const [[finding], asRequest] = (['response', 'request'] as const).map((direction) =>
        document.validate(schema, schema.value.default, direction),
      ) as [readonly Finding[], readonly Finding[]];
      if (!finding || asRequest.length === 0) continue;
      const value = schema.value.default;
      const problem = finding.pointer === '' ? finding.message : describeValueFinding(finding, value);
      const message = `The default ${shortValue(value)} does not match its schema: ${problem}. Fix the default or the schema.`;
      yield { pointer: childPointer(schema.pointer, 'default'), message };
    }
  },
};

/** Whether a part with a `default` is a schema: neither responses, nor the variable of a server, nor a map with that name. */
function isSchema({ key, parent }: VisitedPart): boolean {
  if (SCHEMA_MAPS.has(parent?.key)) return true;
  return key !== 'responses' && parent?.key !== 'variables' && !SCHEMA_MAPS.has(key);
}

const SCHEMA_MAPS: ReadonlySet<unknown> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas'],
]);
