// What operations are called: each has an id of its own, in handlers, types, reports and messages.

import type { Remark } from './document-finding.ts';
import type { OperationObject } from './objects.ts';
import { child } from './pointer.ts';
import type { Part } from './references.ts';

/** An operation that is to have an id. */
export interface Unnamed {
  readonly method: string;
  readonly path: string;
  readonly part: Part<OperationObject>;
}

/**
 * The id of each operation: its operationId; where it has none, or one that another operation has before it, the one made of its method and path.
 * Those that are made alike are told apart by a number.
 */
export function nameOperations(operations: readonly Unnamed[]): {
  readonly ids: readonly string[];
  readonly findings: readonly Remark[];
} {
  const owners = new Map<string, Unnamed>();
  // Those that the document names come first, so that no made one takes a name from them.
  for (const operation of operations) {
    const id = declaredId(operation);
    if (id !== undefined && !owners.has(id)) owners.set(id, operation);
  }
  const findings: Remark[] = [];
  const counts = new Map<string, number>();
  const ids = operations.map((operation) => {
    const declared = declaredId(operation);
    const owner = declared === undefined ? undefined : owners.get(declared);
    if (declared !== undefined && owner === operation) return declared;
    const made = madeId(operation.method, operation.path);
    let id = made;
    while (owners.has(id)) {
      const count = (counts.get(made) ?? 1) + 1;
      counts.set(made, count);
      id = `${made}${count}`;
    }
    owners.set(id, operation);
    if (owner) {
      const pointer = child(operation.part.pointer, 'operationId');
      const twin = `operationId "${declared}" is already used by ${titleOf(owner)}`;
      findings.push({
        severity: 'warn',
        rule: 'operation-id',
        pointer,
        message: `${twin}; ${titleOf(operation)} is named ${id}`,
      });
    }
    return id;
  });
  return { ids, findings };
}

/**
 * An id made of a method and a path template: `GET /pets/{id}` is `getPetsById`, `POST /v1/{name}:cancel` is `postV1ByNameCancel`, `GET /` is `getRoot`.
 */
export function madeId(method: string, path: string): string {
  const words = path.replaceAll(/\{([^{}]*)\}/g, ' by $1 ').split(/[^\p{L}\p{N}]+/u);
  const named = words.filter((word) => word !== '').map((word) => word[0]?.toUpperCase() + word.slice(1));
  return method.toLowerCase() + (named.join('') || 'Root');
}

function declaredId({ part }: Unnamed): string | undefined {
  const { operationId } = part.value;
  return typeof operationId === 'string' && operationId !== '' ? operationId : undefined;
}

function titleOf({ method, path }: Unnamed): string {
  return `${method.toUpperCase()} ${path}`;
}
