// The documents for servers, as plain JSON files, and the examples in them.

import { readFile } from 'node:fs/promises';
import { OPENAPI_METHODS } from '../src/openapi/methods.ts';
import type { DocumentObject, MediaTypeObject, OperationObject, ResponseObject } from '../src/openapi/objects.ts';
import { createReferences } from '../src/openapi/references.ts';

/** An operation with its position in the document. */
export interface Located {
  readonly method: string;
  readonly path: string;
  readonly definition: OperationObject;
}

export async function readDocument(file: string): Promise<DocumentObject> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** All operations of a document, in order. */
export function operationsIn({ paths }: DocumentObject): readonly Located[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    OPENAPI_METHODS.filter((method) => item[method]).map((method) => ({
      method,
      path,
      definition: item[method] as OperationObject,
    })),
  );
}

/** The first example of the first success of an operation; no value without a JSON example. */
export function exampleOf(document: DocumentObject, { definition }: Located) {
  const [status = '200', response] = Object.entries(definition.responses).find(([one]) => one.startsWith('2')) ?? [];
  const { resolveValue: follow } = createReferences(document);
  const content: MediaTypeObject = follow<ResponseObject | undefined>(response)?.content?.['application/json'] ?? {};
  const [named] = Object.values(content.examples ?? {});
  return { status: Number(status), value: content.example ?? follow(named)?.value };
}
