// Unique ids of operations.

import { childPointer } from '../schema/json-pointer.ts';
import type { UnlocatedFinding } from './document-finding.ts';
import type { OperationObject } from './objects.ts';
import type { Part } from './references.ts';

/** An operation before its id is assigned. */
export interface UnnamedOperation {
  readonly method: string;
  readonly path: string;
  readonly part: Part<OperationObject>;
}

/**
 * Assigns each operation an id: its operationId; or if that is missing or a duplicate, one generated from method and
 * path. A number is appended to generated ids that collide.
 */
export function assignOperationIds(operations: readonly UnnamedOperation[]): {
  readonly ids: readonly string[];
  readonly findings: readonly UnlocatedFinding[];
} {
  const owners = new Map<string, UnnamedOperation>();
  // Declared ids first, so that no generated id takes one of them.
  for (const operation of operations) {
    const id = declaredIdOf(operation);
    if (id !== undefined && !owners.has(id)) owners.set(id, operation);
  }
  const findings: UnlocatedFinding[] = [];
  const counts = new Map<string, number>();
  const ids = operations.map((operation) => {
    const declared = declaredIdOf(operation);
    const existing = declared === undefined ? undefined : owners.get(declared);
    if (declared !== undefined && existing === operation) return declared;
    const generated = generateOperationId(operation.method, operation.path);
    let id = generated;
    while (owners.has(id)) {
      const count = (counts.get(generated) ?? 1) + 1;
      counts.set(generated, count);
      id = `${generated}${count}`;
    }
    owners.set(id, operation);
    if (existing) {
      const pointer = childPointer(operation.part.pointer, 'operationId');
      const duplicate = `operationId "${declared}" is already used by ${operationTitle(existing)}`;
      findings.push({
        severity: 'error',
        rule: 'operation-id',
        pointer,
        message: `${duplicate}; ${operationTitle(operation)} is named ${id}`,
      });
    }
    return id;
  });
  return { ids, findings };
}

/**
 * Generates an id: `GET /pets/{id}` is `getPetsById`, `POST /v1/{name}:cancel` is `postV1ByNameCancel`, `GET /` is
 * `getRoot`.
 */
export function generateOperationId(method: string, path: string): string {
  const words = path.replaceAll(/\{([^{}]*)\}/g, ' by $1 ').split(/[^\p{L}\p{N}]+/u);
  const named = words.filter((word) => word !== '').map((word) => word[0]?.toUpperCase() + word.slice(1));
  return method.toLowerCase() + (named.join('') || 'Root');
}

function declaredIdOf({ part }: UnnamedOperation): string | undefined {
  const { operationId } = part.value;
  return typeof operationId === 'string' && operationId !== '' ? operationId : undefined;
}

function operationTitle({ method, path }: UnnamedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}
