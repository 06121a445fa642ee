// Decides whether a run may send a request: by settings, and by the write rule.

import type { Document, Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import type { Call } from '../requests/call.ts';
import { otherOperation } from '../requests/other-operation.ts';
import { pathIn } from './created-items.ts';
import type { WriteRule } from './write-rule.ts';

export interface PermissionSettings {
  readonly document: Document;
  /** Whether each test case has its own sandbox, and may change all data. */
  readonly areApart: boolean;
  readonly allowWrites: boolean;
  /** The ids of operations to which the write rule does not apply. Default: none. */
  readonly allowUnsafe?: readonly string[];
  /** The ids of operations that are never sent. Default: none. */
  readonly skipOperations?: readonly string[];
}

/** Why an operation is not tested. */
export interface Untested {
  readonly outcome: 'skipped' | 'notTested';
  /** A clause. */
  readonly reason: string;
}

export interface Permission {
  /** Why no request of an operation may be sent; undefined if one may. */
  objection(operation: Operation): Untested | undefined;
  /** Why a request may not be sent, a clause; undefined if it may. */
  objectionTo(operation: Operation, call: Call): string | undefined;
  /** Whether the path of an operation may identify any item, not only created ones. */
  mayNameAny(operation: Operation): boolean;
  /** Whether the write rule permits a request, regardless of settings. */
  isOwn(operation: Operation, call: Call): boolean;
  /** Whether `allowUnsafe` names a mutating operation: it is tested after all others. */
  isUnsafe(operation: Operation): boolean;
  /** Permits unsafe operations. Until then, the write rule applies to them. */
  startUnsafe(): void;
  /** Whether only `allowUnsafe` permits a request. */
  isException(operation: Operation, call: Call): boolean;
}

/** Whether a header overrides the method. */
function overridesMethod({ headers }: Call): boolean {
  return headers.some(([name]) => /^x-(http-)?method(-override)?$/i.test(name));
}

/** The reason for operations in `skipOperations`. */
export const NAMED_TO_SKIP = 'excluded by --skip-operations';
const NO_WRITES = 'mutating operation (use --allow-writes)';

export function createPermission(rule: WriteRule, settings: PermissionSettings): Permission {
  const { areApart, allowWrites, document } = settings;
  const skipped = new Set(settings.skipOperations);
  const lifted = new Set(settings.allowUnsafe);
  let isUnsafeDue = false;
  const isLifted = (operation: Operation, method: string) =>
    isUnsafeDue && method === operation.method && lifted.has(operation.id);
  const objectionOfRule = (operation: Operation, call: Call) => {
    const other = SAFE_METHODS.has(call.method) ? undefined : otherOperation(document, operation, call);
    if (other) return `the request would match ${other.id}`;
    return rule.objectionTo(operation, call, pathIn(operation, call));
  };
  return {
    objection(operation) {
      if (skipped.has(operation.id)) return { outcome: 'skipped', reason: NAMED_TO_SKIP };
      if (areApart) return undefined;
      if (!allowWrites && !SAFE_METHODS.has(operation.method)) return { outcome: 'notTested', reason: NO_WRITES };
      const reason = isLifted(operation, operation.method) ? undefined : rule.objection(operation);
      return reason === undefined ? undefined : { outcome: 'skipped', reason };
    },
    objectionTo(operation, call) {
      if (skipped.has(operation.id)) return NAMED_TO_SKIP;
      if (areApart) return undefined;
      if (!allowWrites && !SAFE_METHODS.has(call.method)) return NO_WRITES;
      if (overridesMethod(call)) return 'a header of the request names another method';
      return isLifted(operation, call.method) ? undefined : objectionOfRule(operation, call);
    },
    isException: (operation, call) =>
      !areApart && isLifted(operation, call.method) && objectionOfRule(operation, call) !== undefined,
    isOwn: (operation, call) => objectionOfRule(operation, call) === undefined,
    mayNameAny: (operation) =>
      areApart || isLifted(operation, operation.method) || rule.effectOf(operation) !== 'changes',
    isUnsafe: (operation) => !areApart && lifted.has(operation.id) && rule.effectOf(operation) !== 'reads',
    startUnsafe() {
      isUnsafeDue = true;
    },
  };
}
