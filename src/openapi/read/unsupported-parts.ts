// Parts of a document that cannot be served, and constraints that are not enforced.

import type * as Http from 'node:http';
import { createRequire } from 'node:module';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Severity, UnlocatedFinding } from '../document-finding.ts';
import { parsePathTemplate } from '../lookup/path-template.ts';
import type { DocumentObject } from '../objects.ts';
import type { Operation } from '../operation.ts';
import { parseStrayParameters } from '../parse-parameters.ts';
import { createReferences, type References } from '../references.ts';
import { isServerHeader } from '../response-header-values.ts';
import { rewriteSchema } from '../schema/ajv/rewrite-schema.ts';
import { createSchemaSources } from '../schema/schema-sources.ts';
import { describeUndefinedScheme, isSupportedScheme, listSecuritySchemes } from '../security.ts';
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
      if (isRequirement(visited)) parameterFindings.push(...uncheckedSchemes(visited, references));
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
    ...sources.notEnforced.map((finding) => ({ ...finding, severity: severityOf(finding) })),
  ];
}

/** A schema that no reader could enforce is wrong; one that only the mock server does not enforce is not. */
function severityOf({ rule }: UnlocatedFinding): Severity {
  if (rule === 'invalid-schema') return 'error';
  if (rule === 'contradictory-schema') return 'warn';
  return 'info';
}

/**
 * Reports required security schemes that are not checked, at their definition or else at the requirement. Before OpenAPI
 * 3.2, a URI may have been meant as that of a scheme.
 */
function uncheckedSchemes({ part, pointer }: VisitedPart, references: References): readonly UnlocatedFinding[] {
  const schemes = listSecuritySchemes(references);
  return Object.keys(part).flatMap((name): UnlocatedFinding[] => {
    const scheme = schemes.get(name);
    if (!scheme) {
      // A broken reference is reported already.
      if (references.rawAt(childPointer('/components/securitySchemes', name))) return [];
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

/** Reports methods, path parameters and response headers that cannot be served as the document has them. */
export function findUnservedParts(operations: Iterable<Operation>): readonly UnlocatedFinding[] {
  const found = [...operations].flatMap((operation) => [
    ...unsupportedMethod(operation),
    ...pathMistakes(operation),
    ...unsentHeaders(operation),
  ]);
  // Shared parts are reported once.
  return [...new Map(found.map((finding) => [`${finding.pointer} ${finding.message}`, finding])).values()];
}

/** A method that Node or the server does not support over HTTP/1.1 (`additionalOperations`, OpenAPI 3.2). */
function unsupportedMethod({ method, part: { pointer } }: Operation): readonly UnlocatedFinding[] {
  const message = unsupportedReason(method);
  return message === undefined ? [] : [{ severity: 'warn', rule: 'method', pointer, message }];
}

/** Loaded as in `server/pipeline/node-http.ts`: an import would load everything that it exports. */
let nodeMethods: ReadonlySet<string> | undefined;

function unsupportedReason(method: string): string | undefined {
  nodeMethods ??= new Set((createRequire(import.meta.url)('node:http') as typeof Http).METHODS);
  if (method === 'CONNECT') return 'is never called: the server rejects CONNECT';
  if (nodeMethods.has(method)) return undefined;
  return `can be called over HTTP/2 and server.fetch only: over HTTP/1.1, Node does not accept method ${method}`;
}

/** Path parameters without a place in the path, and places without a parameter. */
function pathMistakes({ path, part, pathItem, parameters, references }: Operation): readonly UnlocatedFinding[] {
  const stray = parseStrayParameters(references, { path, part, pathItem }).map(({ name, part: { pointer } }) => {
    const message = `path parameter ${name} is ignored: the path ${path} does not have {${name}}`;
    return { severity: 'error', rule: 'path-parameter', pointer, message } as const;
  });
  const declared = new Set(parameters.map(({ in: location, name }) => (location === 'path' ? name : '')));
  const undeclared = parsePathTemplate(path).values.filter(({ name }) => !declared.has(name));
  return [
    ...stray,
    ...undeclared.map(({ name }) => {
      const message = `any text is accepted for {${name}}: the path parameter ${name} is not declared`;
      return { severity: 'error', rule: 'path-parameter', pointer: part.pointer, message } as const;
    }),
  ];
}

/** Headers with a value that would contradict what is sent. */
function unsentHeaders({ responses }: Operation): readonly UnlocatedFinding[] {
  return responses.all.flatMap(({ headers }) =>
    headers
      .filter(({ name, required, part: { value } }) => {
        const hasValue = value.example !== undefined || value.examples !== undefined;
        return isServerHeader(name) && (hasValue || required);
      })
      .map(({ name, part: { pointer } }) => {
        const message = `${name} is not sent with the value of the document: the server writes it itself, where it applies`;
        return { severity: 'info', rule: 'response-header', pointer, message } as const;
      }),
  );
}
