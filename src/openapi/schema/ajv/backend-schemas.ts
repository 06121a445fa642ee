// Schemas that openapi-backend builds for requests and responses.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { once } from '../../../schema/once.ts';
import { codeFolder } from '../../../schema/package-files.ts';

/** Loaded by its path: in the package this file is bundled, and the library is in a file of its own. */
export const BACKEND_FILE = fileURLToPath(
  codeFolder(`openapi/schema/ajv/openapi-backend${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`),
);

/** An operation as openapi-backend reads it. Its schemas are references to separately compiled ones. */
export interface BackendOperation {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** Built schemas by the text of the operation: plain data, which can be cached between starts. */
export type CachedBackendSchemas = ReadonlyMap<string, readonly object[]>;

export interface BackendSchemas {
  /** In the order of validation. */
  forRequest(operation: BackendOperation): readonly object[];
  /** The schema of a response by key; undefined if it has none. */
  forResponse(operation: BackendOperation, key: string): object | undefined;
  /** All schemas built so far. */
  readonly cached: CachedBackendSchemas;
}

/** @param known - cached schemas */
export function createBackendSchemas(known: CachedBackendSchemas = new Map()): BackendSchemas {
  const built = new Map(known);
  const schemasFor = (operation: BackendOperation, make: (backend: Backend) => readonly object[]) => {
    const text = JSON.stringify(operation);
    const builtSchemas = built.get(text) ?? make(backend());
    built.set(text, builtSchemas);
    return builtSchemas;
  };
  return {
    forRequest: (operation) => schemasFor(operation, (backend) => backend.forRequest(operation)),
    forResponse: (operation, key) => schemasFor(operation, (backend) => backend.forResponse(operation, key))[0],
    cached: built,
  };
}

interface Backend {
  forRequest(operation: BackendOperation): readonly object[];
  forResponse(operation: BackendOperation, key: string): readonly object[];
}

const backend = once((): Backend => {
  // Loaded only for uncached operations: it takes an eighth of a start.
  const { OpenAPIValidator }: typeof import('./openapi-backend.ts') = createRequire(import.meta.url)(BACKEND_FILE);
  const definition = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} };
  const validator = new OpenAPIValidator({ definition: definition as never, lazyCompileValidators: true });
  // It would create three Ajv instances per operation; only the schemas are needed.
  validator.getAjv = () => ({ compile: (schema: object) => schema }) as never;
  // It skips operations without an operationId, and does not use it otherwise.
  const withId = (operation: BackendOperation) => ({ operationId: 'operation', ...operation }) as never;
  return {
    forRequest(operation) {
      const schemas = validator.buildRequestValidatorsForOperation(withId(operation)) ?? [];
      // The schema of the parameters comes last, but the path is validated first.
      return (schemas as unknown as object[]).reverse();
    },
    forResponse(operation, key) {
      const schema = validator.buildStatusBasedResponseValidatorForOperation(withId(operation))?.[key];
      return schema ? [schema as unknown as object] : [];
    },
  };
});
