// Every validator of a document compiled once, only to see that it compiles: none of them is kept.

import type { Remark } from '../document-finding.ts';
import { findOperations } from '../lookup/path-items.ts';
import type { DocumentObject } from '../objects.ts';
import { createOperation } from '../operation.ts';
import { createReferences } from '../references.ts';
import { createOutlines, type Outlines } from './ajv/outlines.ts';
import { createValidators } from './ajv/validators.ts';
import { createSchemaSources } from './schema-sources.ts';
import { createSchemas } from './schemas.ts';

/** After how many validators those before are forgotten: a hundred thousand take more than a gigabyte. */
const AT_MOST_KEPT = 200;

/**
 * Compiles one validator in each step.
 *
 * @param outlines - takes down what openapi-backend makes of the operations
 * @returns what is not enforced of the document, what cannot be compiled by the rule `not-compiled`
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
  // Others are added while these are compiled: those that they refer to.
  for (const id of sources.ids) {
    next().schemas.compile(id);
    yield;
  }
  return [...broken, ...sources.notEnforced];
}

/** Of what is not enforced, what only showed when it was compiled. */
export function notCompiled(remarks: readonly Remark[]): readonly Remark[] {
  return remarks.filter(({ rule }) => rule === 'not-compiled');
}
