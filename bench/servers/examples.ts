// An API that returns the examples of any document, for documents too large for hand-written handlers.

import { readFileSync } from 'node:fs';
import { type Config, defineConfig } from '../../src/index.ts';
import { exampleOf, operationsIn } from '../documents.ts';

/** A config that serves this document from memory. */
export function serveExamples(file: string): Config {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const handlers = operationsIn(document).map((operation) => {
    const { value } = exampleOf(document, operation);
    return [operation.definition.operationId ?? `${operation.method} ${operation.path}`, () => value] as const;
  });
  return defineConfig({
    memory: true,
    apis: [{ name: 'examples', document: file, handlers: Object.fromEntries(handlers) }],
  });
}
