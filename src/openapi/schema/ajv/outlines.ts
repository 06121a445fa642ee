// What openapi-backend makes of operations: schemas of what a request consists of, and of an answer. The only door to it.

import { createRequire } from 'node:module';
import { lazy } from '../../lazy.ts';

/** An operation as openapi-backend reads it. Each schema in it is a reference to one that is compiled by itself, once for all who refer to it. */
export interface BackendOperation {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** The schemas that were made of operations, by the text of each: plain data, which may be kept for the next start. */
export type MadeOutlines = ReadonlyMap<string, readonly object[]>;

export interface Outlines {
  /** In the order in which they are to be asked. */
  ofRequest(operation: BackendOperation): readonly object[];
  /** Of the answer with a key; undefined when the document says nothing of it. */
  ofAnswer(operation: BackendOperation, key: string): object | undefined;
  /** All that were asked for. */
  readonly made: MadeOutlines;
}

/** @param known - what was made before */
export function createOutlines(known: MadeOutlines = new Map()): Outlines {
  const made = new Map(known);
  const outlineOf = (operation: BackendOperation, make: (backend: Backend) => readonly object[]) => {
    const text = JSON.stringify(operation);
    const outline = made.get(text) ?? make(backend());
    made.set(text, outline);
    return outline;
  };
  return {
    ofRequest: (operation) => outlineOf(operation, (backend) => backend.ofRequest(operation)),
    ofAnswer: (operation, key) => outlineOf(operation, (backend) => backend.ofAnswer(operation, key))[0],
    made,
  };
}

interface Backend {
  ofRequest(operation: BackendOperation): readonly object[];
  ofAnswer(operation: BackendOperation, key: string): readonly object[];
}

const backend = lazy((): Backend => {
  // Loaded when there is an operation that is not known yet: it takes an eighth of a start, most of it for what is not asked of it here.
  const { OpenAPIValidator }: typeof import('openapi-backend') = createRequire(import.meta.url)('openapi-backend');
  const definition = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} };
  const validator = new OpenAPIValidator({ definition: definition as never, lazyCompileValidators: true });
  // It would make three instances of Ajv for each operation. What it has them compile is what we ask for.
  validator.getAjv = () => ({ compile: (schema: object) => schema }) as never;
  // It passes over operations without an operationId, and uses it for nothing else.
  const named = (operation: BackendOperation) => ({ operationId: 'operation', ...operation }) as never;
  return {
    ofRequest(operation) {
      const schemas = validator.buildRequestValidatorsForOperation(named(operation)) ?? [];
      // That of the parameters comes last, yet what stands in the path is read first.
      return (schemas as unknown as object[]).reverse();
    },
    ofAnswer(operation, key) {
      const schema = validator.buildStatusBasedResponseValidatorForOperation(named(operation))?.[key];
      return schema ? [schema as unknown as object] : [];
    },
  };
});
