// Comparison of two documents that a test writes in short form.

import { changesBetween } from '../../src/diff/changes.ts';
import type { DocumentChange } from '../../src/diff/document-change.ts';
import { describeDocument } from '../../src/openapi/describe-document.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';

/** A complete document with given parts. */
export function documentOf(part: object, openapi = '3.1.0'): DocumentObject {
  return { openapi, info: { title: 'Pets', version: '1' }, paths: {}, ...part };
}

/** A document of one operation, `POST /pets`. */
export function operationOf(operation: object, rest: object = {}, openapi?: string): DocumentObject {
  const responses = { 200: { description: 'Done.' } };
  return documentOf({ paths: { '/pets': { post: { responses, ...operation } } }, ...rest }, openapi);
}

/** A document of one operation with one schema for its request and response. */
export function schemaDocument(schema: unknown, schemas: object = {}, openapi?: string): DocumentObject {
  const content = { 'application/json': { schema } };
  const operation = { requestBody: { content }, responses: { 200: { description: 'Done.', content } } };
  return operationOf(operation, { components: { schemas } }, openapi);
}

export function changesOf(old: DocumentObject, now: DocumentObject, today?: Date): readonly DocumentChange[] {
  return changesBetween(describeDocument(old), describeDocument(now), today);
}

/** Changes as lines: the rule, the effect on clients, and the effect on servers. */
export function reported(changes: readonly DocumentChange[]): readonly string[] {
  return changes.map(({ rule, clients, servers }) => `${rule} ${clients} ${servers}`).sort();
}
