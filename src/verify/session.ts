// Sends requests of a run, each in its sandbox, and checks their responses.

import type { Document, Operation } from '../openapi/document.ts';
import { failure, type Result, success } from '../schema/result.ts';
import type { SandboxHeaders, TestSandboxes } from './cases/sandboxes.ts';
import type { Check, CheckFinding, Expectation, TestCase, TestExchange } from './cases/test-case.ts';
import { CHECKS, type CheckId, type ScenarioCheckId } from './checks.ts';
import type { CoverageCounter } from './coverage/coverage.ts';
import type { CreatedItem, CreatedItems } from './created/created-items.ts';
import type { CreationLog } from './created/creation-log.ts';
import type { RequestPermission } from './created/permission.ts';
import { type CredentialsByScheme, createRequest } from './credentials.ts';
import type { GroupedFinding } from './finding-groups.ts';
import { createOutageWatch, type Outage, type SentRequest } from './outage.ts';
import { isThrottled } from './rate-limiter.ts';
import { mergeHeaders } from './requests/request-headers.ts';
import type { RequestInput, SerializedRequest } from './requests/serialize-request.ts';
import { decodeResponseBody } from './responses/decode-response-body.ts';
import { normalizeResponse } from './responses/normalize-body.ts';
import type { RunLimits } from './run-limits.ts';
import { type NoResponse, type ReceivedResponse, SERVER_ENDED, type Target } from './target.ts';
import { OperationResults } from './verdict.ts';

interface TestSessionSettings {
  /** Counts coverage. Default: not counted. */
  readonly coverage?: Pick<CoverageCounter, 'count'>;
  readonly document: Document;
  readonly target: Target;
  readonly sandboxes: TestSandboxes;
  readonly credentials: CredentialsByScheme;
  readonly checks: ReadonlySet<CheckId>;
  readonly permission: RequestPermission;
  /** Remembers the requests that create items. Default: nothing does. */
  readonly creations?: CreationLog;
  /** Tracks created items. */
  readonly created: CreatedItems;
  readonly limits: RunLimits;
  /** Whether a finding does not count. */
  readonly isKnown: (operation: Operation, finding: GroupedFinding) => boolean;
  /** Whether a response is a list, and has items; undefined if it is no list. Default: none is. */
  readonly hasItems?: (
    operation: Operation,
    exchange: Pick<TestExchange, 'response' | 'decoded'>,
  ) => boolean | undefined;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
}

export interface TestSession {
  readonly credentials: CredentialsByScheme;
  /** Requests that it does not permit are not sent. */
  readonly permission: RequestPermission;
  /** The outage of the server; undefined while there is none. */
  readonly outage: Outage | undefined;
  /** Number of requests that only `allowUnsafe` permitted, by operation. */
  readonly unsafeRequests: ReadonlyMap<Operation, number>;
  /**
   * Sends a request and records its result; fails if there is no response.
   *
   * @param sandbox - default: a new sandbox
   */
  runCase(testCase: TestCase, sandbox?: SandboxHeaders): Promise<Result<TestExchange>>;
  /** Sends a request and checks its response, without recording. @param sandbox - default: a new sandbox */
  send(testCase: TestCase, sandbox?: SandboxHeaders): Promise<CheckedExchange>;
  /** Records the checks of an exchange, and its violations. */
  record(checked: CheckedExchange): void;
  /** Sends a request without checks; undefined without a response, or permission. @param sandbox - as of `try` */
  sendUnchecked(
    operation: Operation,
    input: RequestInput,
    sandbox?: SandboxHeaders,
  ): Promise<Pick<TestExchange, 'request' | 'response' | 'decoded'> | undefined>;
  /** The findings of an operation so far. */
  resultsOf(operation: Operation): OperationResults;
  /** Totals of all operations so far. */
  readonly totals: { readonly requests: number; readonly findings: number };
  /** Records the findings of a scenario check. */
  report(check: ScenarioCheckId, exchange: TestExchange, findings: Iterable<CheckFinding>): void;
  /** Records that a check applies, but cannot be made. @param reason - a clause */
  reportUntested(check: CheckId, operation: Operation, reason: string): void;
  /** Reports that the server has ended, with the last request, unless a finding about it says so. */
  reportEnd(message?: string): void;
  /** Whether the server still responds: with a request that it accepted before. */
  responds(): Promise<boolean>;
  /** Runs work in a new sandbox. */
  withSandbox<T>(work: (sandbox: SandboxHeaders) => Promise<T>): Promise<T>;
  /** The same session, with copies of this sandbox for new ones, if they are isolated. */
  startingFrom(sandbox: SandboxHeaders): TestSession;
  /** Called when `soFar` has changed. */
  onCount?: () => void;
  /** Called before each request, which waits for it. */
  onSend?: (operation: Operation, request: SerializedRequest) => Promise<void>;
  /** Called with each item that was created on a server without sandboxes. */
  onCreated?: (item: CreatedItem) => void;
  /** Called once, when `outage` is known. */
  onOutage?: () => void;
}

/** An exchange with its violations. */
export interface CheckedExchange {
  readonly exchange: TestExchange;
  readonly findings: readonly (CheckFinding & { readonly check: CheckId })[];
  /** The checks that apply to it. */
  readonly appliedChecks: readonly CheckId[];
  /** Why there is no response; undefined with one. */
  readonly noResponseReason: string | undefined;
}

/** Checks of responses that belong to no operation. */
const WITHOUT_OPERATION: ReadonlySet<CheckId> = new Set([
  'unsupported-method',
  'no-server-error',
  'no-unexpected-body',
]);

/** Expectations of requests whose rejection says nothing about the state of the server. */
const REJECTED: ReadonlySet<Expectation['kind']> = new Set(['method', 'anonymous', 'unscoped', 'other-caller']);

/** Placeholder for a missing response. */
export const NO_RESPONSE: ReceivedResponse = { status: 0, headers: {}, body: new Uint8Array() };

const WITHOUT_RESPONSE = { response: NO_RESPONSE, decoded: { type: undefined, value: undefined } };

function notSent(reason: string): NoResponse {
  return { status: 0, reason, isAborted: true };
}

export function createTestSession(settings: TestSessionSettings): TestSession {
  const { document, target, sandboxes, credentials, checks, permission, created, creations, signal, coverage } =
    settings;
  const { limits, isKnown } = settings;
  const exceptions = new Map<Operation, number>();
  const underWay = new Set<SentRequest>();
  /** The requests under way when the server ended. */
  let interrupted: readonly SentRequest[] = [];
  signal?.addEventListener('abort', () => {
    interrupted = [...underWay];
  });
  const resultsById = new Map<string, OperationResults>();
  const totals = { requests: 0, findings: 0 };
  const activeChecks = (Object.entries(CHECKS) as [CheckId, Check][]).filter(([id]) => checks.has(id));
  const send = (request: SerializedRequest, sandbox: SandboxHeaders, until?: AbortSignal) =>
    target.send({ ...request, target: document.base + request.target }, sandbox, until);
  /** Sends a request, if that is permitted, and registers created items. */
  const transmit = async (
    { operation, request }: SentRequest,
    sandbox?: SandboxHeaders,
    until?: AbortSignal,
    isByOtherCaller = false,
  ) => {
    const untested = permission.findDenial(operation);
    if (untested) return notSent(untested.reason);
    if (until?.aborted || !limits.countRequest()) return notSent('the run was stopped');
    await session.onSend?.(operation, request);
    const reason = permission.findRequestDenial(operation, request);
    if (reason !== undefined) return notSent(reason);
    if (permission.isUnsafeRequest(operation, request)) exceptions.set(operation, (exceptions.get(operation) ?? 0) + 1);
    // Responses to the other caller do not create or remove items of the run.
    const isObserved = !sandboxes.areIsolated && !isByOtherCaller;
    if (isObserved) created.expect(operation, request);
    const sent = { operation, request };
    underWay.add(sent);
    const response = await (sandbox
      ? send(request, sandbox, until)
      : sandboxes.withSandbox((own) => send(request, own, until)));
    underWay.delete(sent);
    if ('reason' in response) {
      if (isObserved && !response.isUnreachable) created.registerInconclusive(operation, request);
      return response;
    }
    const completed = { request, response, decoded: await decodeResponseBody(operation, response) };
    const hasItems = settings.hasItems?.(operation, completed);
    if (hasItems !== undefined) resultsOf(operation).hasListedItems ||= hasItems;
    if (!isByOtherCaller) creations?.observe(operation, completed);
    const item = isObserved ? created.observe(operation, completed) : undefined;
    if (item) session.onCreated?.(item);
    return completed;
  };
  const outages = createOutageWatch(
    async (probe) => {
      const again = await transmit(probe, undefined, signal);
      return 'reason' in again ? again : again.response;
    },
    () => session.onOutage?.(),
  );
  const resultsOf = (operation: Operation): OperationResults => {
    const known = resultsById.get(operation.id) ?? new OperationResults();
    resultsById.set(operation.id, known);
    return known;
  };
  const recordFindings = (check: CheckId, exchange: TestExchange, findings: Iterable<CheckFinding>): void => {
    resultsOf(exchange.operation).appliedChecks.add(check);
    if (check === 'response-received' && exchange.request === last?.request) last = undefined;
    const { pointer } = exchange.operation.part;
    const complete = [...findings].map((one) => ({ pointer, cause: one.message, ...one }));
    const setup = (complete.length === 0 ? [] : creations?.setupOf(exchange.operation, exchange.request))?.map(
      (one) => ({ ...one, request: { ...one.request, headers: mergeHeaders(one.request, target.headers) } }),
    );
    const added = resultsOf(exchange.operation).findings.add(check, { ...exchange, ...(setup && { setup }) }, complete);
    for (const finding of added) {
      if (finding.severity !== 'error' || isKnown(exchange.operation, finding)) continue;
      totals.findings += 1;
      limits.countFinding();
    }
  };
  /** The last exchange, unless a finding says that its request got no response. */
  let last: TestExchange | undefined;
  const reportEnd = (message = 'since this request, the server accepts no connections'): void => {
    if (last && checks.has('response-received'))
      recordFindings('response-received', last, [{ severity: 'error', message, cause: 'ended' }]);
    last = undefined;
  };
  /** Why a request got no response, a clause. */
  const describeNoResponse = (operation: Operation, { reason }: NoResponse): string => {
    const others = interrupted.filter((one) => one.operation !== operation).map((one) => one.operation.id);
    return reason === SERVER_ENDED && others.length > 0
      ? `${reason}; requests of other operations were under way, too: ${[...new Set(others)].join(', ')}`
      : reason;
  };
  const session: TestSession = {
    credentials,
    resultsOf,
    totals,
    permission,
    unsafeRequests: exceptions,
    get outage() {
      return outages.outage;
    },
    withSandbox: (work) => sandboxes.withSandbox(work),
    async runCase(testCase, sandbox) {
      const checked = await session.send(testCase, sandbox);
      session.record(checked);
      return checked.noResponseReason === undefined ? success(checked.exchange) : failure(checked.noResponseReason);
    },
    async send(testCase, sandbox) {
      const { operation, expectation, request } = testCase;
      const began = performance.now();
      const sent = await transmit({ operation, request }, sandbox, signal, expectation.kind === 'other-caller');
      const duration = performance.now() - began;
      const headers = mergeHeaders(request, target.headers);
      const sentCase = { ...testCase, request: { ...request, headers } };
      if ('reason' in sent) {
        const { reason, isAborted = false } = sent;
        const exchange = { ...sentCase, ...WITHOUT_RESPONSE };
        const without = { exchange, noResponseReason: reason, findings: [], appliedChecks: [] };
        if (isAborted) return without;
        await outages.observe({ operation, request }, sent);
        if (sent.isUnreachable && outages.outage) {
          reportEnd();
          return without;
        }
        last = exchange;
        await coverage?.count({ ...testCase, response: undefined, decoded: undefined });
        const finding = {
          check: 'response-received',
          severity: 'error',
          message: `no valid response: ${describeNoResponse(operation, sent)}`,
          cause: reason,
        } as const;
        const findings = checks.has('response-received') ? [finding] : [];
        return { ...without, findings, appliedChecks: ['response-received'] };
      }
      const { response, decoded } = sent;
      resultsOf(operation).countResponse(response.status, duration);
      totals.requests += 1;
      session.onCount?.();
      const exchange: TestExchange = { ...sentCase, response, decoded };
      last = exchange;
      const isRejected = response.status === 400 || response.status === 422;
      if (isRejected && (expectation.kind === 'invalid' || expectation.kind === 'missing'))
        resultsOf(operation).rejections.add(normalizeResponse(exchange));
      const applicable = activeChecks.filter(
        ([id, check]) =>
          !isThrottled(response) &&
          // A request with an undeclared method has no operation.
          (expectation.kind !== 'method' || WITHOUT_OPERATION.has(id)) &&
          check.appliesTo?.(exchange) !== false,
      );
      const findings = applicable.flatMap(([id, check]) =>
        [...check.validate(exchange)].map((finding) => ({ ...finding, check: id })),
      );
      const appliedChecks: readonly CheckId[] = ['response-received', ...applicable.map(([id]) => id)];
      if (expectation.kind !== 'method') await coverage?.count(exchange);
      // Rejections of these are expected.
      if (!REJECTED.has(expectation.kind)) await outages.observe({ operation, request }, response);
      return { exchange, findings, appliedChecks, noResponseReason: undefined };
    },
    record({ exchange, findings, appliedChecks }) {
      for (const check of appliedChecks) resultsOf(exchange.operation).appliedChecks.add(check);
      for (const id of new Set(findings.map(({ check }) => check))) {
        const own = findings.filter(({ check }) => check === id);
        recordFindings(id, exchange, own);
      }
    },
    async sendUnchecked(operation, input, sandbox) {
      if (outages.outage) return undefined;
      const request = createRequest(operation, input, credentials).value;
      const completed = request && (await transmit({ operation, request }, sandbox));
      if (!completed) return undefined;
      await outages.observe({ operation, request }, 'reason' in completed ? completed : completed.response);
      const preparation = {
        operation,
        phase: 'scenarios',
        description: 'preparation',
        expectation: { kind: 'open' },
      } as const;
      if ('reason' in completed) {
        if (completed.isUnreachable && outages.outage) reportEnd();
        if (!completed.isUnreachable && !completed.isAborted) last = { ...preparation, request, ...WITHOUT_RESPONSE };
        return undefined;
      }
      last = { ...preparation, ...completed };
      await coverage?.count({ operation, ...completed });
      return completed;
    },
    report(check, exchange, findings) {
      if (checks.has(check) && !isThrottled(exchange.response)) recordFindings(check, exchange, findings);
    },
    reportUntested(check, operation, reason) {
      if (checks.has(check)) resultsOf(operation).untestedChecks.set(check, reason);
    },
    reportEnd,
    responds: () => outages.responds(),
    startingFrom(base) {
      const within: TestSession['withSandbox'] = (work) => sandboxes.withSandbox(work, base);
      return {
        ...session,
        get outage() {
          return outages.outage;
        },
        withSandbox: within,
        runCase: (testCase, sandbox) =>
          sandbox ? session.runCase(testCase, sandbox) : within((own) => session.runCase(testCase, own)),
        send: (testCase, sandbox) =>
          sandbox ? session.send(testCase, sandbox) : within((own) => session.send(testCase, own)),
        sendUnchecked: (operation, input, sandbox) =>
          sandbox
            ? session.sendUnchecked(operation, input, sandbox)
            : within((own) => session.sendUnchecked(operation, input, own)),
      };
    },
  };
  return session;
}
