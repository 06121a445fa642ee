// Compiles every validator of a document once to find errors; none is retained.

import type { UnlocatedFinding } from '../document-finding.ts';
import { findOperations } from '../lookup/path-items.ts';
import type { DocumentObject } from '../objects.ts';
import { createOperation } from '../operation.ts';
import { createReferences } from '../references.ts';
import { type BackendSchemas, createBackendSchemas } from './ajv/backend-schemas.ts';
import { createOperationValidators } from './ajv/operation-validators.ts';
import { createSchemaSources } from './schema-sources.ts';
import { createSchemaValidators } from './schema-validators.ts';

/** Validators after which the compiler is replaced: 100,000 take more than a gigabyte. */
const MAX_COMPILED = 200;

/**
 * Compiles one validator in each step.
 *
 * @param outlines - receives the schemas of openapi-backend
 * @returns constraints that are not enforced; those that cannot be compiled have the rule `not-compiled`
 */
export function* compileAll(
  document: DocumentObject,
  outlines: BackendSchemas = createBackendSchemas(),
): Generator<undefined, readonly UnlocatedFinding[]> {
  const references = createReferences(document);
  const sources = createSchemaSources(references, document.openapi);
  const create = () => {
    const schemas = createSchemaValidators(sources);
    return { schemas, validators: createOperationValidators(schemas, outlines, references), compiled: 0 };
  };
  let current = create();
  const next = (): typeof current => {
    if (current.compiled === MAX_COMPILED) current = create();
    current.compiled += 1;
    return current;
  };
  const failures: UnlocatedFinding[] = [];
  for (const located of findOperations(references).operations) {
    try {
      createOperation(located, references, next().validators).compile();
    } catch (error) {
      const message = `cannot be compiled; requests return 500: ${(error as Error).message}`;
      failures.push({ severity: 'error', rule: 'not-compiled', pointer: located.part.pointer, message });
    }
    yield;
  }
  // The loop adds to the list: compiling a schema registers those it references.
  for (const id of sources.ids) {
    next().schemas.compile(id);
    yield;
  }
  return [...failures, ...sources.notEnforced];
}

/** The findings of the rule `not-compiled`. */
export function notCompiled(findings: readonly UnlocatedFinding[]): readonly UnlocatedFinding[] {
  return findings.filter(({ rule }) => rule === 'not-compiled');
}
