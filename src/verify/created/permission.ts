// Decides whether a run may send a request: by settings, and by the write rule.

import type { Document, Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { findOtherOperation } from '../requests/find-other-operation.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { parsePathValues } from './created-items.ts';
import type { WriteRule } from './write-rule.ts';

interface RequestPermissionSettings {
  readonly document: Document;
  /** Whether each test case has its own sandbox, and may change all data. */
  readonly areIsolated: boolean;
  readonly allowWrites: boolean;
  /** The ids of operations to which the write rule does not apply. Default: none. */
  readonly allowUnsafe?: readonly string[];
  /** The ids of operations that are never sent. Default: none. */
  readonly skipOperations?: readonly string[];
}

/** Why an operation is not tested. */
export interface Untested {
  readonly outcome: 'skipped' | 'notTested';
  /** Whether its test was interrupted, so that accepted requests say little. Default false. */
  readonly isInterrupted?: boolean;
  /** A clause. */
  readonly reason: string;
}

export interface RequestPermission {
  /** Why no request of an operation may be sent; undefined if one may. */
  findDenial(operation: Operation): Untested | undefined;
  /** Why a request may not be sent, a clause; undefined if it may. */
  findRequestDenial(operation: Operation, request: SerializedRequest): string | undefined;
  /** Whether the path of an operation may identify any item, not only created ones. */
  mayAddressAny(operation: Operation): boolean;
  /** Whether the write rule permits a request, regardless of settings. */
  isAllowedByRule(operation: Operation, request: SerializedRequest): boolean;
  /** Whether `allowUnsafe` names a mutating operation: it is tested after all others. */
  isUnsafe(operation: Operation): boolean;
  /** Permits unsafe operations. Until then, the write rule applies to them. */
  startUnsafe(): void;
  /** Whether only `allowUnsafe` permits a request. */
  isUnsafeRequest(operation: Operation, request: SerializedRequest): boolean;
}

/** Whether a header overrides the method. */
function overridesMethod({ headers }: SerializedRequest): boolean {
  return headers.some(([name]) => /^x-(http-)?method(-override)?$/i.test(name));
}

/** The reason for operations in `skipOperations`. */
export const SKIPPED_BY_SETTING = 'excluded by --skip-operations';
const NO_WRITES = 'mutating operation (use --allow-writes)';

export function createRequestPermission(rule: WriteRule, settings: RequestPermissionSettings): RequestPermission {
  const { areIsolated, allowWrites, document } = settings;
  const skipped = new Set(settings.skipOperations);
  const unsafeIds = new Set(settings.allowUnsafe);
  let isUnsafeAllowed = false;
  const isExempt = (operation: Operation, method: string) =>
    isUnsafeAllowed && method === operation.method && unsafeIds.has(operation.id);
  const findRuleDenial = (operation: Operation, request: SerializedRequest) => {
    const other = SAFE_METHODS.has(request.method) ? undefined : findOtherOperation(document, operation, request);
    if (other) return `the request would match ${other.id}`;
    return rule.findRequestDenial(operation, request, parsePathValues(operation, request));
  };
  return {
    findDenial(operation) {
      if (skipped.has(operation.id)) return { outcome: 'skipped', reason: SKIPPED_BY_SETTING };
      if (areIsolated) return undefined;
      if (!allowWrites && !SAFE_METHODS.has(operation.method)) return { outcome: 'notTested', reason: NO_WRITES };
      const reason = isExempt(operation, operation.method) ? undefined : rule.findDenial(operation);
      return reason === undefined ? undefined : { outcome: 'skipped', reason };
    },
    findRequestDenial(operation, request) {
      if (skipped.has(operation.id)) return SKIPPED_BY_SETTING;
      if (areIsolated) return undefined;
      if (!allowWrites && !SAFE_METHODS.has(request.method)) return NO_WRITES;
      if (overridesMethod(request)) return 'a header of the request names another method';
      return isExempt(operation, request.method) ? undefined : findRuleDenial(operation, request);
    },
    isUnsafeRequest: (operation, request) =>
      !areIsolated && isExempt(operation, request.method) && findRuleDenial(operation, request) !== undefined,
    isAllowedByRule: (operation, request) => findRuleDenial(operation, request) === undefined,
    mayAddressAny: (operation) =>
      areIsolated || isExempt(operation, operation.method) || rule.effectOf(operation) !== 'changes',
    isUnsafe: (operation) => !areIsolated && unsafeIds.has(operation.id) && rule.effectOf(operation) !== 'reads',
    startUnsafe() {
      isUnsafeAllowed = true;
    },
  };
}
