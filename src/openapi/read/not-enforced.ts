// Constraints of a document that are not enforced, found without compilation.

import type { Remark } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { child } from '../pointer.ts';
import { createReferences } from '../references.ts';
import { rewrite } from '../schema/ajv/rewrite.ts';
import { createSchemaSources } from '../schema/schema-sources.ts';
import { isChecked, type SecuritySchemes, securitySchemes } from '../security.ts';
import { type VisitedPart, visitParts } from './document-parts.ts';

/** Reports the constraints of schemas and parameters that are not enforced. */
export function notEnforcedIn(document: DocumentObject): readonly Remark[] {
  const references = createReferences(document);
  const sources = createSchemaSources(references, document.openapi);
  const named: Remark[] = [];
  visitParts(document, {
    part(visited) {
      const { name, in: place } = visited.part as { readonly name?: unknown; readonly in?: unknown };
      // openapi-backend turns parameters into properties, and this one would be the prototype.
      if (name === '__proto__' && typeof place === 'string') {
        const message = 'this parameter name is not supported; requests that send it are rejected';
        named.push({ severity: 'warn', rule: 'not-enforced', pointer: child(visited.pointer(), 'name'), message });
      }
      if (isRequirement(visited)) named.push(...letPass(visited, securitySchemes(references)));
      if (isSchema(visited)) sources.id({ direction: 'request', role: 'schema', pointer: visited.pointer() });
    },
  });
  // The loop adds to the list: rewriting a schema registers the schemas that it references.
  for (const text of sources.ids) {
    const id = sources.read(text);
    const { pointer } = id;
    const { dialect } = sources.resourceAt(pointer);
    if (dialect === undefined) sources.tellDialect(pointer);
    else if (id.role !== 'choice') rewrite(sources.valueAt(pointer), pointer, sources.surroundings(id, dialect));
  }
  return [...onePerPlace(named), ...sources.notEnforced.map((remark) => ({ ...remark, severity: 'info' as const }))];
}

/** Reports required security schemes that are not checked, at their definition or else at the requirement. */
function letPass({ part, pointer }: VisitedPart, schemes: SecuritySchemes): readonly Remark[] {
  return Object.keys(part).flatMap((name): Remark[] => {
    const scheme = schemes.get(name);
    const severity = 'info';
    if (!scheme) {
      const message = 'is not a security scheme of the document, and is not required';
      return [{ severity, rule: 'not-enforced', pointer: child(pointer(), name), message }];
    }
    if (isChecked(scheme)) return [];
    const message = `has type ${scheme.type}, which is not checked; every caller is accepted`;
    return [{ severity, rule: 'not-enforced', pointer: child('/components/securitySchemes', name), message }];
  });
}

/** Whether a part is a security requirement of the document or an operation. */
function isRequirement({ holder }: VisitedPart): boolean {
  if (holder?.key !== 'security' || !Array.isArray(holder.part) || !holder.holder) return false;
  return holder.holder.depth === 0 || 'responses' in holder.holder.part;
}

function onePerPlace(remarks: readonly Remark[]): readonly Remark[] {
  return [...new Map(remarks.map((remark) => [remark.pointer, remark])).values()];
}

/** Whether a part is the schema of a body, parameter or header, or a component schema. */
function isSchema({ key, holder }: VisitedPart): boolean {
  if (key === 'schema' || key === 'itemSchema') return HOLDERS.has(`${holder?.holder?.key}`);
  return holder?.key === 'schemas' && holder.holder?.key === 'components' && holder.holder.depth === 1;
}

/** Keys with parts that have a schema. */
const HOLDERS = new Set(['content', 'headers', 'parameters', 'mediaTypes']);
