// Applies the built-in rules to one document.

import { findResources } from '../mock/resources/find-resources.ts';
import { createDocument } from '../openapi/document.ts';
import type { Severity, UnlocatedFinding } from '../openapi/document-finding.ts';
import type { DocumentSource } from '../openapi/read/document-source.ts';
import type { LintFinding } from './finding.ts';
import type { RuleObserver } from './rule-calls.ts';
import { defaultContradictsSchema } from './rules/default-contradicts-schema.ts';
import { deprecatedScheme } from './rules/deprecated-scheme.ts';
import { exampleContradictsSchema } from './rules/example-contradicts-schema.ts';
import { generatorHint } from './rules/generator-hint.ts';
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
  'default-contradicts-schema': defaultContradictsSchema,
  'slow-pattern': slowPattern,
  'shared-name': sharedName,
  'deprecated-scheme': deprecatedScheme,
  'generator-hint': generatorHint,
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
  const remarks: UnlocatedFinding[] = [];
  for (const [rule, { severity, look }] of Object.entries(OWN_RULES)) {
    if (watch.begin(rule, [])) continue;
    try {
      for await (const objection of look(document, resources))
        remarks.push({ ...objection, rule, severity: isAlone ? severity : 'info' });
    } finally {
      watch.end();
    }
  }
  return source.locate(remarks);
}

/** A rule, and the severity of its findings. */
interface DescribedRule {
  readonly severity: Severity;
  readonly title: string;
}

/** Rules about correct documents, which `lint` always applies, by id. */
export const DOCUMENT_RULES: Readonly<Record<string, DescribedRule>> = {
  document: { severity: 'error', title: 'The document can be read, and is an OpenAPI document.' },
  'openapi-schema': { severity: 'error', title: 'The document matches the schema of its OpenAPI version.' },
  reference: { severity: 'error', title: 'References can be resolved.' },
  'repeated-key': { severity: 'error', title: 'Keys of an object are unique.' },
  'operation-id': { severity: 'error', title: 'Operation ids are unique.' },
  'path-parameter': { severity: 'error', title: 'Paths and their path parameters have the same names.' },
  'same-path': { severity: 'error', title: 'Paths differ in more than the names of their parameters.' },
  'security-scheme': { severity: 'error', title: 'Required security schemes are defined.' },
  'external-example': { severity: 'warn', title: 'Examples in files of their own can be read.' },
  'not-compiled': { severity: 'error', title: 'Schemas can be compiled.' },
  overlay: { severity: 'warn', title: 'The overlay can be read, and its targets exist.' },
  'x-understudy': { severity: 'warn', title: 'Annotations have known names and values.' },
  swagger: { severity: 'warn', title: 'A Swagger 2.0 document can be converted completely.' },
  method: { severity: 'warn', title: 'Methods can be called over HTTP/1.1.' },
  'response-header': { severity: 'info', title: 'Response headers have no values that only the server knows.' },
  'invalid-schema': { severity: 'error', title: 'Schemas have valid types, bounds, patterns and other values.' },
  'contradictory-schema': { severity: 'warn', title: 'Schemas do not contradict themselves.' },
  'not-enforced': { severity: 'info', title: 'Every constraint of the document is enforced by the mock server.' },
  fixture: { severity: 'warn', title: 'Items of the folder `fixtures` fit the document, and their parents exist.' },
  'too-many': { severity: 'warn', title: 'The number of findings is within the limit.' },
  protobuf: { severity: 'error', title: 'A document with x-protobuf is valid protobuf.' },
  'protobuf-released': { severity: 'error', title: 'Protobuf clients of the previous release keep working.' },
};

/** By the ids of the rules. */
export const OWN_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(DOCUMENT_RULES), ...Object.entries(OWN_RULES)].map(([id, { title }]) => [id, title]),
);
