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
   * @param world - default: a new sandbox
   */
  try(trial: Trial, world?: World): Promise<Exchange | string>;
  /** Sends a request and checks its response, without recording. @param world - as of `try` */
  look(trial: Trial, world?: World): Promise<Judged>;
  /** Records the violations of an exchange. */
  put(judged: Judged): void;
  /** Sends a request without checks; undefined without a response, or permission. @param world - as of `try` */
  ask(operation: Operation, said: Said, world?: World): Promise<Pick<Exchange, 'call' | 'answer' | 'read'> | undefined>;
  /** The findings of an operation so far. */
  gathered(operation: Operation): Gathering;
  /** Totals of all operations so far. */
  readonly soFar: { readonly requests: number; readonly findings: number };
  /** Records the findings of a scenario check. */
  tell(check: StoryCheckId, exchange: Exchange, complaints: Iterable<Complaint>): void;
  /** Records that a check applies, but cannot be made. @param reason - a clause */
  miss(check: StoryCheckId, operation: Operation, reason: string): void;
  /** Whether the server still responds: with a request that it accepted before. */
  responds(): Promise<boolean>;
  /** Runs work in a new sandbox. */
  within<T>(work: (world: World) => Promise<T>): Promise<T>;
  /** The same session, with copies of this sandbox for new ones, if they are isolated. */
  from(world: World): Session;
  /** Called when `soFar` has changed. */
  onCount?: () => void;
  /** Called before each request, which waits for it. */
  onSend?: (operation: Operation, call: Call) => Promise<void>;
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
const OF_ANY_ANSWER: ReadonlySet<CheckId> = new Set(['unsupported-method', 'no-server-error', 'no-unexpected-body']);

/** Placeholder for a missing response. */
export const NO_ANSWER: Answer = { status: 0, headers: {}, body: new Uint8Array() };

function notSent(reason: string): Unanswered {
  return { status: 0, reason, isOurs: true };
}

export function createSession(settings: SessionSettings): Session {
  const { document, target, worlds, credentials, checks, permission, created, signal, coverage } = settings;
  const exceptions = new Map<Operation, number>();
  const gatherings = new Map<string, Gathering>();
  const soFar = { requests: 0, findings: 0 };
  const judges = Object.entries<Check>(CHECKS).filter(([id]) => checks.has(id as CheckId));
  const send = (call: Call, world: World, until?: AbortSignal) =>
    target.ask({ ...call, target: document.base + call.target }, world, until);
  /** Sends a request, if that is permitted, and registers created items. */
  const transmit = async ({ operation, call }: Sent, world?: World, until?: AbortSignal) => {
    const untested = permission.objection(operation);
    if (untested) return notSent(untested.reason);
    await session.onSend?.(operation, call);
    const reason = permission.objectionTo(operation, call);
    if (reason !== undefined) return notSent(reason);
    if (permission.isException(operation, call)) exceptions.set(operation, (exceptions.get(operation) ?? 0) + 1);
    if (!worlds.areApart) created.expect(operation, call);
    const answer = await (world ? send(call, world, until) : worlds.within((own) => send(call, own, until)));
    if ('reason' in answer) {
      if (!worlds.areApart && !answer.isUnreachable) created.lose(operation, call);
      return answer;
    }
    const answered = { call, answer, read: await readAnswer(operation, answer) };
    const item = worlds.areApart ? undefined : created.observe(operation, answered);
    if (item) session.onCreated?.(item);
    return answered;
  };
  const outages = createOutageWatch(
    async (probe) => {
      const again = await transmit(probe, undefined, signal);
      return 'reason' in again ? again : again.answer;
    },
    () => session.onOutage?.(),
  );
  const gathered = (operation: Operation): Gathering => {
    const known = gatherings.get(operation.id) ?? new Gathering();
    gatherings.set(operation.id, known);
    return known;
  };
  const put = (check: CheckId, exchange: Exchange, complaints: Iterable<Complaint>): void => {
    gathered(exchange.operation).tried.add(check);
    for (const complaint of complaints) {
      const { pointer = exchange.operation.part.pointer, cause = complaint.message } = complaint;
      const { severity, count } = gathered(exchange.operation).add(check, exchange, { ...complaint, pointer, cause });
      if (severity === 'error' && count === 1) soFar.findings += 1;
    }
  };
  /** The last exchange; one without a response is a finding already. */
  let last: Exchange | undefined;
  /** Reports once that a server has ended, with the last request before. */
  const reportEnd = (): void => {
    if (last && last.answer !== NO_ANSWER && checks.has('response-received'))
      put('response-received', last, [
        { severity: 'error', message: 'since this request, the server accepts no connections', cause: 'ended' },
      ]);
    last = undefined;
  };
  const session: Session = {
    credentials,
    gathered,
    soFar,
    permission,
    exceptions,
    get outage() {
      return outages.outage;
    },
    within: (work) => worlds.within(work),
    async try(trial, world) {
      const judged = await session.look(trial, world);
      session.put(judged);
      return judged.unanswered ?? judged.exchange;
    },
    async look(trial, world) {
      const { operation, meant, call } = trial;
      const began = performance.now();
      const sent = await transmit({ operation, call }, world, signal);
      const duration = performance.now() - began;
      const { tried } = gathered(operation);
      const headers = sentFields(call, target.headers);
      const asSent = { ...trial, call: { ...call, headers } };
      if ('reason' in sent) {
        const { reason, isOurs = false } = sent;
        const exchange = { ...asSent, answer: NO_ANSWER, read: { type: undefined, value: undefined } };
        if (isOurs) return { exchange, unanswered: reason, complaints: [] };
        await outages.observe({ operation, call }, sent);
        if (sent.isUnreachable && outages.outage) {
          reportEnd();
          return { exchange, unanswered: reason, complaints: [] };
        }
        last = exchange;
        tried.add('response-received');
        await coverage?.take({ ...trial, answer: undefined, read: undefined });
        const complaint = {
          check: 'response-received',
          severity: 'error',
          message: `no valid response: ${reason}`,
          cause: reason,
        } as const;
        return { exchange, unanswered: reason, complaints: checks.has('response-received') ? [complaint] : [] };
      }
      tried.add('response-received');
      const { answer, read } = sent;
      gathered(operation).answered(answer.status, duration);
      soFar.requests += 1;
      session.onCount?.();
      const exchange: Exchange = { ...asSent, answer, read };
      last = exchange;
      // A request with an undeclared method has no operation.
      const concerned = meant.kind === 'method' ? judges.filter(([id]) => OF_ANY_ANSWER.has(id as CheckId)) : judges;
      const complaints = concerned.flatMap(([id, check]) => {
        if (check.concerns?.(exchange) === false) return [];
        tried.add(id as CheckId);
        return [...check.judge(exchange)].map((complaint) => ({ ...complaint, check: id as CheckId }));
      });
      if (meant.kind !== 'method') await coverage?.take(exchange);
      // Rejections of these are expected.
      if (meant.kind !== 'method' && meant.kind !== 'anonymous') await outages.observe({ operation, call }, answer);
      return { exchange, complaints, unanswered: undefined };
    },
    put({ exchange, complaints }) {
      for (const { check, ...complaint } of complaints) put(check, exchange, [complaint]);
    },
    async ask(operation, said, world) {
      if (outages.outage) return undefined;
      const { call } = callFor(operation, said, credentials);
      const asked = call && (await transmit({ operation, call }, world));
      if (!asked) return undefined;
      await outages.observe({ operation, call }, 'reason' in asked ? asked : asked.answer);
      if ('reason' in asked) {
        if (asked.isUnreachable && outages.outage) reportEnd();
        return undefined;
      }
      last = { operation, phase: 'scenarios', what: 'preparation', meant: { kind: 'open' }, ...asked };
      await coverage?.take({ operation, ...asked });
      return asked;
    },
    tell(check, exchange, complaints) {
      if (checks.has(check)) put(check, exchange, complaints);
    },
    miss(check, operation, reason) {
      if (checks.has(check)) gathered(operation).missed.set(check, reason);
    },
    responds: () => outages.responds(),
    from(base) {
      const within: Session['within'] = (work) => worlds.within(work, base);
      return {
        ...session,
        get outage() {
          return outages.outage;
        },
        within,
        try: (trial, world) => (world ? session.try(trial, world) : within((own) => session.try(trial, own))),
        look: (trial, world) => (world ? session.look(trial, world) : within((own) => session.look(trial, own))),
        ask: (operation, said, world) =>
          world ? session.ask(operation, said, world) : within((own) => session.ask(operation, said, own)),
      };
    },
  };
  return session;
}
