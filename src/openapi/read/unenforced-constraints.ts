// Constraints of a document that are not enforced, found without compilation.

import { childPointer } from '../../schema/json-pointer.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { createReferences } from '../references.ts';
import { rewriteSchema } from '../schema/ajv/rewrite-schema.ts';
import { createSchemaSources } from '../schema/schema-sources.ts';
import { describeUndefinedScheme, isSupportedScheme, listSecuritySchemes, type SecuritySchemes } from '../security.ts';
import { type VisitedPart, visitDocumentParts } from './document-parts.ts';

/** Reports the constraints of schemas and parameters that are not enforced. */
export function findUnenforcedConstraints(document: DocumentObject): readonly UnlocatedFinding[] {
  const references = createReferences(document);
  const sources = createSchemaSources(references, document.openapi);
  const parameterFindings: UnlocatedFinding[] = [];
  visitDocumentParts(document, {
    part(visited) {
      const { name, in: location } = visited.part as { readonly name?: unknown; readonly in?: unknown };
      // openapi-backend turns parameters into properties, and this one would be the prototype.
      if (name === '__proto__' && typeof location === 'string') {
        const message = 'this parameter name is not supported; requests that send it are rejected';
        parameterFindings.push({
          severity: 'warn',
          rule: 'not-enforced',
          pointer: childPointer(visited.pointer(), 'name'),
          message,
        });
      }
      if (isRequirement(visited)) parameterFindings.push(...uncheckedSchemes(visited, listSecuritySchemes(references)));
      if (isSchema(visited)) sources.id({ direction: 'request', role: 'schema', pointer: visited.pointer() });
    },
  });
  // The loop adds to the list: rewriting a schema registers the schemas that it references.
  for (const text of sources.ids) {
    const id = sources.read(text);
    const { pointer } = id;
    const { dialect } = sources.resourceAt(pointer);
    if (dialect === undefined) sources.reportUnknownDialect(pointer);
    else if (id.role !== 'choice')
      rewriteSchema(sources.valueAt(pointer), pointer, sources.rewriteContext(id, dialect));
  }
  return [
    ...onePerPointer(parameterFindings),
    ...sources.notEnforced.map((finding) => ({ ...finding, severity: 'info' as const })),
  ];
}

/**
 * Reports required security schemes that are not checked, at their definition or else at the requirement. A URI may name
 * a scheme of another document (OpenAPI 3.2, section 4.30).
 */
function uncheckedSchemes({ part, pointer }: VisitedPart, schemes: SecuritySchemes): readonly UnlocatedFinding[] {
  return Object.keys(part).flatMap((name): UnlocatedFinding[] => {
    const scheme = schemes.get(name);
    if (!scheme) {
      const isUri = /[:/#]/.test(name);
      const message = isUri
        ? 'is not a security scheme of the document, and is not required'
        : describeUndefinedScheme(name, [...schemes.keys()]);
      const severity = isUri ? 'info' : 'error';
      const rule = isUri ? 'not-enforced' : 'security-scheme';
      return [{ severity, rule, pointer: childPointer(pointer(), name), message }];
    }
    if (isSupportedScheme(scheme)) return [];
    const message = `has type ${scheme.type}, which is not checked; every caller is accepted`;
    return [
      { severity: 'info', rule: 'not-enforced', pointer: childPointer('/components/securitySchemes', name), message },
    ];
  });
}

/** Whether a part is a security requirement of the document or an operation. */
function isRequirement({ parent }: VisitedPart): boolean {
  if (parent?.key !== 'security' || !Array.isArray(parent.part) || !parent.parent) return false;
  return parent.parent.depth === 0 || 'responses' in parent.parent.part;
}

function onePerPointer(findings: readonly UnlocatedFinding[]): readonly UnlocatedFinding[] {
  return [...new Map(findings.map((finding) => [finding.pointer, finding])).values()];
}

/** Whether a part is the schema of a body, parameter or header, or a component schema. */
function isSchema({ key, parent }: VisitedPart): boolean {
  if (key === 'schema' || key === 'itemSchema') return SCHEMA_PARENTS.has(`${parent?.parent?.key}`);
  return parent?.key === 'schemas' && parent.parent?.key === 'components' && parent.parent.depth === 1;
}

/** Keys with parts that have a schema. */
const SCHEMA_PARENTS = new Set(['content', 'headers', 'parameters', 'mediaTypes']);
