// Compiles every validator of a document once to find errors; none is retained.

import type { Remark } from '../document-finding.ts';
import { findOperations } from '../lookup/path-items.ts';
import type { DocumentObject } from '../objects.ts';
import { createOperation } from '../operation.ts';
import { createReferences } from '../references.ts';
import { createOutlines, type Outlines } from './ajv/outlines.ts';
import { createValidators } from './ajv/validators.ts';
import { createSchemaSources } from './schema-sources.ts';
import { createSchemas } from './schemas.ts';

/** Validators after which the compiler is replaced: 100,000 take more than a gigabyte. */
const AT_MOST_KEPT = 200;

/**
 * Compiles one validator in each step.
 *
 * @param outlines - receives the schemas of openapi-backend
 * @returns constraints that are not enforced; those that cannot be compiled have the rule `not-compiled`
 */
export function* compileAll(
  document: DocumentObject,
  outlines: Outlines = createOutlines(),
): Generator<undefined, readonly Remark[]> {
  const references = createReferences(document);
  const sources = createSchemaSources(references, document.openapi);
  const create = () => {
    const schemas = createSchemas(sources);
    return { schemas, validators: createValidators(schemas, outlines, references), kept: 0 };
  };
  let made = create();
  const next = (): typeof made => {
    if (made.kept === AT_MOST_KEPT) made = create();
    made.kept += 1;
    return made;
  };
  const broken: Remark[] = [];
  for (const located of findOperations(references).operations) {
    try {
      createOperation(located, references, next().validators).compile();
    } catch (error) {
      const message = `cannot be compiled; requests return 500: ${(error as Error).message}`;
      broken.push({ severity: 'error', rule: 'not-compiled', pointer: located.part.pointer, message });
    }
    yield;
  }
  // The loop adds to the list: compiling a schema registers those it references.
  for (const id of sources.ids) {
    next().schemas.compile(id);
    yield;
  }
  return [...broken, ...sources.notEnforced];
}

/** The findings of the rule `not-compiled`. */
export function notCompiled(remarks: readonly Remark[]): readonly Remark[] {
  return remarks.filter(({ rule }) => rule === 'not-compiled');
}
