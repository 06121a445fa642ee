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
  objectionTo(operation: Operation, request: Call): string | undefined;
  /** Whether the path of an operation may identify any item, not only created ones. */
  mayNameAny(operation: Operation): boolean;
  /** Whether the write rule permits a request, regardless of settings. */
  isOwn(operation: Operation, request: Call): boolean;
  /** Whether `allowUnsafe` names a mutating operation: it is tested after all others. */
  isUnsafe(operation: Operation): boolean;
  /** Permits unsafe operations. Until then, the write rule applies to them. */
  startUnsafe(): void;
  /** Whether only `allowUnsafe` permits a request. */
  isException(operation: Operation, request: Call): boolean;
}

/** Whether a header overrides the method. */
function overridesMethod({ headers }: Call): boolean {
  return headers.some(([name]) => /^x-(http-)?method(-override)?$/i.test(name));
}

/** The reason for operations in `skipOperations`. */
export const NAMED_TO_SKIP = 'excluded by --skip-operations';
const NO_WRITES = 'mutating operation (use --allow-writes)';

export function createPermission(rule: WriteRule, settings: PermissionSettings): Permission {
  const { areApart: areIsolated, allowWrites, document } = settings;
  const skipped = new Set(settings.skipOperations);
  const unsafeIds = new Set(settings.allowUnsafe);
  let isUnsafeAllowed = false;
  const isExempt = (operation: Operation, method: string) =>
    isUnsafeAllowed && method === operation.method && unsafeIds.has(operation.id);
  const findRuleDenial = (operation: Operation, request: Call) => {
    const other = SAFE_METHODS.has(request.method) ? undefined : otherOperation(document, operation, request);
    if (other) return `the request would match ${other.id}`;
    return rule.objectionTo(operation, request, pathIn(operation, request));
  };
  return {
    objection(operation) {
      if (skipped.has(operation.id)) return { outcome: 'skipped', reason: NAMED_TO_SKIP };
      if (areIsolated) return undefined;
      if (!allowWrites && !SAFE_METHODS.has(operation.method)) return { outcome: 'notTested', reason: NO_WRITES };
      const reason = isExempt(operation, operation.method) ? undefined : rule.objection(operation);
      return reason === undefined ? undefined : { outcome: 'skipped', reason };
    },
    objectionTo(operation, request) {
      if (skipped.has(operation.id)) return NAMED_TO_SKIP;
      if (areIsolated) return undefined;
      if (!allowWrites && !SAFE_METHODS.has(request.method)) return NO_WRITES;
      if (overridesMethod(request)) return 'a header of the request names another method';
      return isExempt(operation, request.method) ? undefined : findRuleDenial(operation, request);
    },
    isException: (operation, request) =>
      !areIsolated && isExempt(operation, request.method) && findRuleDenial(operation, request) !== undefined,
    isOwn: (operation, request) => findRuleDenial(operation, request) === undefined,
    mayNameAny: (operation) =>
      areIsolated || isExempt(operation, operation.method) || rule.effectOf(operation) !== 'changes',
    isUnsafe: (operation) => !areIsolated && unsafeIds.has(operation.id) && rule.effectOf(operation) !== 'reads',
    startUnsafe() {
      isUnsafeAllowed = true;
    },
  };
}
