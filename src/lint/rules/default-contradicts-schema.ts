// Rule: defaults match their schemas.

import type { Schema } from '../../openapi/objects.ts';
import { type VisitedPart, visitDocumentParts } from '../../openapi/read/document-parts.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
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
      const [finding] = document.validate(schema, schema.value.default, 'response');
      if (!finding) continue;
      const where = finding.pointer === '' ? '' : `${finding.pointer} `;
      const shown = stringifyJson(schema.value.default)?.slice(0, 60);
      const message = `The default ${shown} does not match its schema: ${where}${finding.message}. Fix the default or the schema.`;
      yield { pointer: childPointer(schema.pointer, 'default'), message };
    }
  },
};

/** Whether a part with a `default` is a schema: not responses, nor the variable of a server. */
function isSchema({ key, parent }: VisitedPart): boolean {
  const isNamed = parent?.key === 'properties' || parent?.key === 'schemas';
  return isNamed || (key !== 'responses' && parent?.key !== 'variables');
}
