// Applies the built-in rules to one document.

import { findResources } from '../mock/resources/find-resources.ts';
import { createDocument } from '../openapi/document.ts';
import type { DocumentSource } from '../openapi/read/document-source.ts';
import type { LintFinding } from './finding.ts';
import type { RuleObserver } from './rule-calls.ts';
import { exampleContradictsSchema } from './rules/example-contradicts-schema.ts';
import { noExample } from './rules/no-example.ts';
import type { OwnRule } from './rules/rule.ts';
import { sharedName } from './rules/shared-name.ts';
import { slowPattern } from './rules/slow-pattern.ts';
import { unclearId } from './rules/unclear-id.ts';
import { undeclaredErrors } from './rules/undeclared-errors.ts';

export const OWN_RULES: Readonly<Record<string, OwnRule>> = {
  'no-example': noExample,
  'undeclared-errors': undeclaredErrors,
  'unclear-id': unclearId,
  'example-contradicts-schema': exampleContradictsSchema,
  'slow-pattern': slowPattern,
  'shared-name': sharedName,
};

/**
 * @param isAlone - whether no other rules run. Beside others their findings are warnings, so that documents without
 * errors stay so
 */
export async function applyOwnRules(
  source: DocumentSource,
  watch: RuleObserver,
  isAlone: boolean,
): Promise<readonly LintFinding[]> {
  const document = createDocument(source);
  const resources = findResources(document);
  const remarks = Object.entries(OWN_RULES).flatMap(([rule, { severity, look }]) => {
    if (watch.begin(rule, [])) return [];
    try {
      return [...look(document, resources)].map((one) => ({
        ...one,
        rule,
        severity: isAlone ? severity : ('info' as const),
      }));
    } finally {
      watch.end();
    }
  });
  return source.locate(remarks);
}
