// Sends requests of a run, each in its sandbox, and checks their responses.

import type { Document, Operation } from '../openapi/document.ts';
import type { Check, Complaint, Exchange, Trial } from './cases/trial.ts';
import type { World, Worlds } from './cases/worlds.ts';
import { CHECKS, type CheckId, type StoryCheckId } from './checks.ts';
import type { CoverageCount } from './coverage/coverage.ts';
import type { CreatedItem, CreatedItems } from './created/created-items.ts';
import type { Permission } from './created/permission.ts';
import { type Credentials, callFor } from './credentials.ts';
import { createOutageWatch, type Outage, type Sent } from './outage.ts';
import type { Call, Said } from './requests/call.ts';
import { sentFields } from './requests/sent-fields.ts';
import { readAnswer } from './responses/answer-body.ts';
import type { Answer, Target, Unanswered } from './target.ts';
import { Gathering } from './verdict.ts';

export interface SessionSettings {
  /** Counts coverage. Default: not counted. */
  readonly coverage?: Pick<CoverageCount, 'take'>;
  readonly document: Document;
  readonly target: Target;
  readonly worlds: Worlds;
  readonly credentials: Credentials;
  readonly checks: ReadonlySet<CheckId>;
  readonly permission: Permission;
  /** Tracks created items. */
  readonly created: CreatedItems;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
}

export interface Session {
  readonly credentials: Credentials;
  /** Requests that it does not permit are not sent. */
  readonly permission: Permission;
  /** The outage of the server; undefined while there is none. */
  readonly outage: Outage | undefined;
  /** Number of requests that only `allowUnsafe` permitted, by operation. */
  readonly exceptions: ReadonlyMap<Operation, number>;
  /**
   * Sends a request and records its result; a text with the reason if there is no response.
   *
   * @param sandbox - default: a new sandbox
   */
  try(testCase: Trial, sandbox?: World): Promise<Exchange | string>;
  /** Sends a request and checks its response, without recording. @param sandbox - as of `try` */
  look(testCase: Trial, sandbox?: World): Promise<Judged>;
  /** Records the violations of an exchange. */
  put(checked: Judged): void;
  /** Sends a request without checks; undefined without a response, or permission. @param sandbox - as of `try` */
  ask(
    operation: Operation,
    input: Said,
    sandbox?: World,
  ): Promise<Pick<Exchange, 'call' | 'answer' | 'read'> | undefined>;
  /** The findings of an operation so far. */
  gathered(operation: Operation): Gathering;
  /** Totals of all operations so far. */
  readonly soFar: { readonly requests: number; readonly findings: number };
  /** Records the findings of a scenario check. */
  tell(check: StoryCheckId, exchange: Exchange, findings: Iterable<Complaint>): void;
  /** Records that a check applies, but cannot be made. @param reason - a clause */
  miss(check: StoryCheckId, operation: Operation, reason: string): void;
  /** Whether the server still responds: with a request that it accepted before. */
  responds(): Promise<boolean>;
  /** Runs work in a new sandbox. */
  within<T>(work: (sandbox: World) => Promise<T>): Promise<T>;
  /** The same session, with copies of this sandbox for new ones, if they are isolated. */
  from(sandbox: World): Session;
  /** Called when `soFar` has changed. */
  onCount?: () => void;
  /** Called before each request, which waits for it. */
  onSend?: (operation: Operation, request: Call) => Promise<void>;
  /** Called with each item that was created on a server without sandboxes. */
  onCreated?: (item: CreatedItem) => void;
  /** Called once, when `outage` is known. */
  onOutage?: () => void;
}

/** An exchange with its violations. */
export interface Judged {
  readonly exchange: Exchange;
  readonly complaints: readonly (Complaint & { readonly check: CheckId })[];
  /** Why there is no response; undefined with one. */
  readonly unanswered: string | undefined;
}

/** Checks of responses that belong to no operation. */
const WITHOUT_OPERATION: ReadonlySet<CheckId> = new Set([
  'unsupported-method',
  'no-server-error',
  'no-unexpected-body',
]);

/** Placeholder for a missing response. */
export const NO_ANSWER: Answer = { status: 0, headers: {}, body: new Uint8Array() };

function notSent(reason: string): Unanswered {
  return { status: 0, reason, isOurs: true };
}

export function createSession(settings: SessionSettings): Session {
  const { document, target, worlds: sandboxes, credentials, checks, permission, created, signal, coverage } = settings;
  const exceptions = new Map<Operation, number>();
  const resultsById = new Map<string, Gathering>();
  const totals = { requests: 0, findings: 0 };
  const activeChecks = Object.entries<Check>(CHECKS).filter(([id]) => checks.has(id as CheckId));
  const send = (request: Call, sandbox: World, until?: AbortSignal) =>
    target.ask({ ...request, target: document.base + request.target }, sandbox, until);
  /** Sends a request, if that is permitted, and registers created items. */
  const transmit = async ({ operation, call: request }: Sent, sandbox?: World, until?: AbortSignal) => {
    const untested = permission.objection(operation);
    if (untested) return notSent(untested.reason);
    await session.onSend?.(operation, request);
    const reason = permission.objectionTo(operation, request);
    if (reason !== undefined) return notSent(reason);
    if (permission.isException(operation, request)) exceptions.set(operation, (exceptions.get(operation) ?? 0) + 1);
    if (!sandboxes.areApart) created.expect(operation, request);
    const response = await (sandbox
      ? send(request, sandbox, until)
      : sandboxes.within((own) => send(request, own, until)));
    if ('reason' in response) {
      if (!sandboxes.areApart && !response.isUnreachable) created.lose(operation, request);
      return response;
    }
    const completed = { call: request, answer: response, read: await readAnswer(operation, response) };
    const item = sandboxes.areApart ? undefined : created.observe(operation, completed);
    if (item) session.onCreated?.(item);
    return completed;
  };
  const outages = createOutageWatch(
    async (probe) => {
      const again = await transmit(probe, undefined, signal);
      return 'reason' in again ? again : again.answer;
    },
    () => session.onOutage?.(),
  );
  const resultsOf = (operation: Operation): Gathering => {
    const known = resultsById.get(operation.id) ?? new Gathering();
    resultsById.set(operation.id, known);
    return known;
  };
  const recordFindings = (check: CheckId, exchange: Exchange, findings: Iterable<Complaint>): void => {
    resultsOf(exchange.operation).tried.add(check);
    for (const finding of findings) {
      const { pointer = exchange.operation.part.pointer, cause = finding.message } = finding;
      const { severity, count } = resultsOf(exchange.operation).add(check, exchange, { ...finding, pointer, cause });
      if (severity === 'error' && count === 1) totals.findings += 1;
    }
  };
  /** The last exchange; one without a response is a finding already. */
  let last: Exchange | undefined;
  /** Reports once that a server has ended, with the last request before. */
  const reportEnd = (): void => {
    if (last && last.answer !== NO_ANSWER && checks.has('response-received'))
      recordFindings('response-received', last, [
        { severity: 'error', message: 'since this request, the server accepts no connections', cause: 'ended' },
      ]);
    last = undefined;
  };
  const session: Session = {
    credentials,
    gathered: resultsOf,
    soFar: totals,
    permission,
    exceptions,
    get outage() {
      return outages.outage;
    },
    within: (work) => sandboxes.within(work),
    async try(testCase, sandbox) {
      const checked = await session.look(testCase, sandbox);
      session.put(checked);
      return checked.unanswered ?? checked.exchange;
    },
    async look(testCase, sandbox) {
      const { operation, meant: expectation, call: request } = testCase;
      const began = performance.now();
      const sent = await transmit({ operation, call: request }, sandbox, signal);
      const duration = performance.now() - began;
      const { tried } = resultsOf(operation);
      const headers = sentFields(request, target.headers);
      const sentCase = { ...testCase, call: { ...request, headers } };
      if ('reason' in sent) {
        const { reason, isOurs = false } = sent;
        const exchange = { ...sentCase, answer: NO_ANSWER, read: { type: undefined, value: undefined } };
        if (isOurs) return { exchange, unanswered: reason, complaints: [] };
        await outages.observe({ operation, call: request }, sent);
        if (sent.isUnreachable && outages.outage) {
          reportEnd();
          return { exchange, unanswered: reason, complaints: [] };
        }
        last = exchange;
        tried.add('response-received');
        await coverage?.take({ ...testCase, answer: undefined, read: undefined });
        const finding = {
          check: 'response-received',
          severity: 'error',
          message: `no valid response: ${reason}`,
          cause: reason,
        } as const;
        return { exchange, unanswered: reason, complaints: checks.has('response-received') ? [finding] : [] };
      }
      tried.add('response-received');
      const { answer: response, read } = sent;
      resultsOf(operation).answered(response.status, duration);
      totals.requests += 1;
      session.onCount?.();
      const exchange: Exchange = { ...sentCase, answer: response, read };
      last = exchange;
      // A request with an undeclared method has no operation.
      const applicable =
        expectation.kind === 'method'
          ? activeChecks.filter(([id]) => WITHOUT_OPERATION.has(id as CheckId))
          : activeChecks;
      const findings = applicable.flatMap(([id, check]) => {
        if (check.concerns?.(exchange) === false) return [];
        tried.add(id as CheckId);
        return [...check.judge(exchange)].map((finding) => ({ ...finding, check: id as CheckId }));
      });
      if (expectation.kind !== 'method') await coverage?.take(exchange);
      // Rejections of these are expected.
      if (expectation.kind !== 'method' && expectation.kind !== 'anonymous')
        await outages.observe({ operation, call: request }, response);
      return { exchange, complaints: findings, unanswered: undefined };
    },
    put({ exchange, complaints: findings }) {
      for (const { check, ...finding } of findings) recordFindings(check, exchange, [finding]);
    },
    async ask(operation, input, sandbox) {
      if (outages.outage) return undefined;
      const { call: request } = callFor(operation, input, credentials);
      const asked = request && (await transmit({ operation, call: request }, sandbox));
      if (!asked) return undefined;
      await outages.observe({ operation, call: request }, 'reason' in asked ? asked : asked.answer);
      if ('reason' in asked) {
        if (asked.isUnreachable && outages.outage) reportEnd();
        return undefined;
      }
      last = { operation, phase: 'scenarios', what: 'preparation', meant: { kind: 'open' }, ...asked };
      await coverage?.take({ operation, ...asked });
      return asked;
    },
    tell(check, exchange, findings) {
      if (checks.has(check)) recordFindings(check, exchange, findings);
    },
    miss(check, operation, reason) {
      if (checks.has(check)) resultsOf(operation).missed.set(check, reason);
    },
    responds: () => outages.responds(),
    from(base) {
      const within: Session['within'] = (work) => sandboxes.within(work, base);
      return {
        ...session,
        get outage() {
          return outages.outage;
        },
        within,
        try: (testCase, sandbox) =>
          sandbox ? session.try(testCase, sandbox) : within((own) => session.try(testCase, own)),
        look: (testCase, sandbox) =>
          sandbox ? session.look(testCase, sandbox) : within((own) => session.look(testCase, own)),
        ask: (operation, input, sandbox) =>
          sandbox ? session.ask(operation, input, sandbox) : within((own) => session.ask(operation, input, own)),
      };
    },
  };
  return session;
}
