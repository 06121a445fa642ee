// The header of an operation that has the idempotency key.

import type { Document, Operation } from '../../../openapi/document.ts';
import { SAFE_METHODS } from '../../../openapi/methods.ts';
import { isRecord } from '../../../schema/is-record.ts';

const KEY_HEADER = /(^|-)idempoten(cy|t)-?(key|token|id)$/i;
const keyHeaders = new WeakMap<Operation, string | undefined>();

/** The declared header for the key; undefined without one. A safe request needs none. */
export function findKeyHeader(operation: Operation): string | undefined {
  if (!keyHeaders.has(operation)) {
    const names = operation.parameters.flatMap((one) => (one.in === 'header' ? [one.name] : []));
    const name = SAFE_METHODS.has(operation.method) ? undefined : names.find((one) => KEY_HEADER.test(one));
    keyHeaders.set(operation, name);
  }
  return keyHeaders.get(operation);
}

/** Whether a document declares such a header. Its operations are not parsed for that. */
export function declaresIdempotencyKeys({ operations, references }: Document): boolean {
  const isKeyHeader = (parameter: unknown) => {
    const resolved = references.resolveValue(parameter);
    return isRecord(resolved) && resolved.in === 'header' && KEY_HEADER.test(String(resolved.name));
  };
  return [...operations.values()].some(({ part, pathItem }) =>
    [part, ...pathItem].some(({ value: { parameters } }) => Array.isArray(parameters) && parameters.some(isKeyHeader)),
  );
}
