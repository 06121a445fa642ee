// Validates a proxied exchange: its request and its response.

import type { Operation } from '../../openapi/document.ts';
import { type Finding, unreadableBody } from '../../openapi/finding.ts';
import type { ServedApi } from '../../server/pipeline/api/load-api.ts';
import { isGrpcRequest } from '../../server/pipeline/choose-codec.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { findRoute, type OperationRoute } from '../../server/pipeline/find-route.ts';
import { readRequest } from '../../server/pipeline/read-request.ts';
import { andThen } from '../../server/pipeline/scheduling/and-then.ts';
import { hasCredential, listUncheckedSchemes } from '../../server/pipeline/security/authenticator.ts';
import { createWireHeaders, pathOf, type WireRequest } from '../../server/pipeline/wire.ts';
import type { Check, CheckFinding, Expectation, TestExchange } from '../cases/test-case.ts';
import { CHECKS, type CheckId, CLIENT_CHECKS } from '../checks.ts';
import { decodeResponseBody } from '../responses/decode-response-body.ts';
import { locateRequestViolation } from '../responses/violations.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import { decodeBody } from './decode-body.ts';
import { headerPairs } from './forwarded-headers.ts';

/** The result of a check. */
export interface CheckResult {
  readonly check: CheckId;
  readonly findings: readonly CheckFinding[];
}

/** The result of an exchange. */
export interface ExchangeResult {
  /** Undefined where the document has no such operation. */
  readonly operation: Operation | undefined;
  /** By applicable check. */
  readonly results: readonly CheckResult[];
  /** Undefined if nothing could be inspected. */
  readonly exchange: TestExchange | undefined;
  /** Why something was not inspected, a clause. Undefined if everything was. */
  readonly uncheckedReason: string | undefined;
}

export interface ExchangeChecker {
  /** The violations of a request; undefined if it cannot be inspected. */
  validateRequest(passed: CapturedExchange): ValidatedRequest | Promise<ValidatedRequest>;
  check(passed: CapturedExchange): Promise<ExchangeResult>;
}

/** A validated request. */
export interface ValidatedRequest {
  readonly operation: Operation | undefined;
  readonly wire: WireRequest;
  /** Methods that the path has, where it has not that of the request. */
  readonly allowed?: readonly string[];
  readonly findings: readonly Finding[];
  readonly uncheckedReason?: string;
}

/** Checks that need no body. */
const WITHOUT_BODY: ReadonlySet<CheckId> = new Set([
  ...(['documented-status', 'response-headers', 'no-server-error', 'authentication-required'] as const),
  ...(['invalid-input-rejected', 'missing-required-rejected', 'unsupported-method'] as const),
]);
/** Checks of responses without an operation. */
const WITHOUT_OPERATION: ReadonlySet<CheckId> = new Set(['unsupported-method', 'no-server-error']);
/** Statuses of conditional and range requests, which no document needs to declare (RFC 9110, sections 13 and 14). */
const CONDITIONAL: Readonly<Record<number, RegExp>> = {
  206: /^range$/,
  304: /^if-(none-match|modified-since)$/,
  412: /^if-/,
  416: /^range$/,
};

/** @param upstreamBase - the path of the upstream's address, such as `/api`. Default: none */
export function createExchangeChecker(
  served: ServedApi,
  checks: ReadonlySet<CheckId>,
  bodyLimit: number,
  upstreamBase = '',
): ExchangeChecker {
  const { document } = served;
  const activeChecks = (Object.entries(CHECKS) as [CheckId, Check][]).filter(
    ([id]) => id !== 'head-matches-get' && checks.has(id),
  );

  function findingsIn({
    method,
    target,
    rawHeaders,
    body,
  }: CapturedExchange): ValidatedRequest | Promise<ValidatedRequest> {
    const headers = createWireHeaders(rawHeaders);
    const wire: WireRequest = { method, target, headers, body: body ?? NOTHING, local: true };
    const route = findRoute(wire, [served]);
    if ('response' in route) return { operation: undefined, wire, findings: [], uncheckedReason: 'a preflight' };
    const { operation } = route;
    if (!operation) return noOperation(wire);
    if (isGrpcRequest(wire)) return { operation, wire, findings: [], uncheckedReason: 'a gRPC call' };
    if (body === undefined)
      return { operation, wire, findings: [], uncheckedReason: 'a large or incomplete request body' };
    if ('error' in route) return { operation, wire, findings: findingsOf(route.error) };
    return andThen(inputFindings(wire, route as OperationRoute), (findings) => ({ operation, wire, findings }));
  }

  function noOperation(wire: WireRequest): ValidatedRequest {
    const there = document.operationsAt(pathOf(wire.target));
    const [first] = there;
    if (!first) return { operation: undefined, wire, findings: [] };
    const allowed = [...new Set(there.map(({ method }) => method))];
    const message = `method ${wire.method} is not declared here (declared: ${allowed.join(', ')})`;
    const finding: Finding = { part: 'path', pointer: '', keyword: 'method', params: {}, message };
    return { operation: first, wire, allowed, findings: [finding] };
  }

  /** The results of a response. */
  function* runChecks(exchange: TestExchange, wire: WireRequest, isWhole: boolean): Iterable<CheckResult> {
    for (const [id, check] of activeChecks) {
      const applies = exchange.expectation.kind !== 'method' || WITHOUT_OPERATION.has(id);
      if (!applies || !(isWhole || WITHOUT_BODY.has(id)) || isUndeclaredByDesign(id, exchange.response.status, wire))
        continue;
      const isNobody = id === 'authentication-required' && isUnauthenticated(exchange, wire);
      // A request can be invalid and unauthenticated.
      const one: TestExchange = isNobody
        ? { ...exchange, expectation: { kind: 'anonymous' }, description: 'without credentials' }
        : exchange;
      if (check.appliesTo?.(one) ?? true)
        yield { check: id, findings: [...downgradeToWarning(id, check.validate(one))] };
    }
  }

  return {
    validateRequest: findingsIn,
    async check(passed) {
      const { response, problem, origin } = passed;
      const validated = await findingsIn(passed);
      const { wire } = validated;
      const isElsewhere =
        response?.status === 404 && upstreamBase === '' && !document.hasPath(pathOf(wire.target), 'whole');
      // A path without the base path of the document is rightly unknown to a server that has it.
      const operation = isElsewhere ? undefined : validated.operation;
      if (!operation)
        return { operation, results: [], exchange: undefined, uncheckedReason: validated.uncheckedReason };
      const { exchange, isComplete: isWhole } = await createExchange(passed, validated, operation, bodyLimit);
      // Responses of the proxy itself are not the server's.
      const isChecked =
        response !== undefined &&
        problem === undefined &&
        origin !== 'proxy' &&
        validated.uncheckedReason !== 'a gRPC call';
      const cause = problem ?? '';
      const withoutResponse: CheckFinding[] =
        problem === undefined ? [] : [{ severity: 'error', message: `no valid response: ${cause}`, cause }];
      // The rest of a stream is checked at its end.
      if (response?.stream === 'events') {
        const found = isChecked && isWhole ? [...runChecks(exchange, wire, isWhole)] : [];
        const results = found.filter(({ check }) => check === 'response-body' && checks.has(check));
        return { operation, results, exchange, uncheckedReason: undefined };
      }
      const results: readonly CheckResult[] = [
        {
          check: 'request-valid',
          findings: [...CLIENT_CHECKS['request-valid'].validate(operation, validated.findings)],
        },
        { check: 'response-received', findings: withoutResponse },
        ...(isChecked ? runChecks(exchange, wire, isWhole) : []),
      ];
      const unseen =
        validated.uncheckedReason ??
        (isChecked && !isWhole ? 'a large response, or one with an unsupported encoding' : undefined);
      return {
        operation,
        results: results.filter(({ check }) => checks.has(check)),
        exchange,
        uncheckedReason: unseen,
      };
    },
  };
}

/** The violations of a request with an operation. */
function inputFindings(
  wire: WireRequest,
  { match, codec }: OperationRoute,
): readonly Finding[] | Promise<readonly Finding[]> {
  const unreadable = (error: unknown) => findingsOf(ApiError.from(error));
  try {
    const findings = andThen(readRequest(wire, match, codec), (input) => input.findings);
    return findings instanceof Promise ? findings.catch(unreadable) : findings;
  } catch (error) {
    return unreadable(error);
  }
}

/** Why a request cannot be read, as a finding. */
function findingsOf({ findings, message }: ApiError): readonly Finding[] {
  return findings.length > 0 ? findings : [unreadableBody(message)];
}

interface DecodedExchange {
  readonly exchange: TestExchange;
  /** Whether the response body can be inspected. */
  readonly isComplete: boolean;
}

function createExchange(
  passed: CapturedExchange,
  validated: ValidatedRequest,
  operation: Operation,
  limit: number,
): DecodedExchange | Promise<DecodedExchange> {
  const { method, target, rawHeaders, body, response } = passed;
  const request = {
    method,
    target,
    headers: headerPairs(rawHeaders),
    body: body && body.length > 0 ? body : undefined,
    rawParameters: { path: {}, query: '', headers: {} },
  };
  const expectation = expectationOf(operation, validated);
  const description = expectation.kind === 'valid' ? 'sent by a client' : 'invalid request of a client';
  const about = { operation, phase: 'traffic', description, expectation, request } as const;
  if (!response) return { exchange: { ...about, response: NO_RESPONSE, decoded: NOT_DECODED }, isComplete: false };
  return andThen(response.body && decodeBody(response.rawHeaders, response.body, limit), (seen) => {
    const received = {
      status: response.status,
      headers: createWireHeaders(response.rawHeaders),
      body: seen ?? NOTHING,
      isStart: response.stream !== undefined,
    };
    return andThen(decodeResponseBody(operation, received), (decoded) => ({
      exchange: { ...about, response: received, decoded },
      isComplete: seen !== undefined && (response.stream === undefined || decoded.type?.itemSchema !== undefined),
    }));
  });
}

const NOTHING = new Uint8Array();
const NO_RESPONSE = { status: 0, headers: {}, body: NOTHING };
const NOT_DECODED = { type: undefined, value: undefined };

/** The expectations of the document for a request. */
function expectationOf(operation: Operation, { findings, allowed, uncheckedReason }: ValidatedRequest): Expectation {
  if (uncheckedReason !== undefined) return { kind: 'open' };
  if (allowed) return { kind: 'method', allowed };
  const [finding] = findings;
  if (!finding) return { kind: 'valid' };
  const missing = finding.params.missingProperty;
  if (finding.keyword === 'required' && typeof missing === 'string')
    return { kind: 'missing', what: `${finding.part} ${missing}`, pointer: locateRequestViolation(operation, finding) };
  return { kind: 'invalid', finding };
}

function isUnauthenticated({ operation, expectation }: TestExchange, wire: WireRequest): boolean {
  const isAsked = operation.secured && expectation.kind !== 'method' && listUncheckedSchemes(operation).length === 0;
  return isAsked && !hasCredential(operation, wire);
}

/** Whether a status is that of HTTP, and none of the document. */
function isUndeclaredByDesign(check: string, status: number, { headers }: WireRequest): boolean {
  const name = CONDITIONAL[status];
  if (!name) return false;
  const isAsked = Object.keys(headers).some((one) => name.test(one));
  return isAsked && ['documented-status', 'documented-media-type', 'response-body', 'response-headers'].includes(check);
}

/** It is unknown whether a similar request was accepted. */
function* downgradeToWarning(check: string, findings: Iterable<CheckFinding>): Iterable<CheckFinding> {
  for (const one of findings) yield check === 'valid-input-accepted' ? { ...one, severity: 'warning' } : one;
}
