// Checks for parts of a document that no server can serve as written.

import type * as Http from 'node:http';
import { createRequire } from 'node:module';
import type { UnlocatedFinding } from '../document-finding.ts';
import { parsePathTemplate } from '../lookup/path-template.ts';
import type { Operation } from '../operation.ts';
import { parseStrayParameters } from '../parse-parameters.ts';
import { isServerHeader } from '../response-header-values.ts';

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
