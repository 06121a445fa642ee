// Handles a request: the one place that orders its steps.

import type { Operation } from '../../openapi/document.ts';
import { type Finding, isUnreadable } from '../../openapi/finding.ts';
import { AdmittedRequest } from './admitted-request.ts';
import type { AnyApi, AnyStore } from './api/api.ts';
import type { ServedApi } from './api/load-api.ts';
import { authenticate, type IssuedTokens } from './authenticate.ts';
import { refuseSandbox, refuseUntypedBody } from './cors/foreign-page.ts';
import { ApiError } from './errors/failure.ts';
import { failureReply } from './errors/failure-reply.ts';
import { invalidInput } from './errors/refusal.ts';
import { Exchange } from './exchange.ts';
import { holdReply } from './hold-reply.ts';
import { readInput } from './read-request.ts';
import type { Observers, OnMistake } from './request-log/observers.ts';
import { type Responder, respond } from './responder.ts';
import { findRoute } from './route.ts';
import { MAIN, type Sandbox } from './sandbox/sandbox.ts';
import { type Sandboxes, sandboxNamed } from './sandbox/sandboxes.ts';
import type { BodyQueue } from './scheduling/body-queue.ts';
import { createDeadline } from './scheduling/deadline.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';
import { writeReply } from './write-reply.ts';

/** The parts that handle requests. */
export interface Pipeline {
  /** Searched in order for the path; the first one rejects unknown paths. */
  readonly apis: readonly [ServedApi, ...ServedApi[]];
  /** Tried in order until one responds. */
  readonly responders: readonly Responder[];
  readonly sandboxes: Sandboxes;
  /**
   * Throws if the operation needs acknowledged changes of other processes, and these are unknown; undefined for a
   * single process.
   */
  readonly requireNewest: ((request: WireRequest, operation: Operation) => void) | undefined;
  readonly bodyQueue: BodyQueue;
  readonly observers: Observers;
  /** Further input for `authenticate` of APIs, by sandbox. */
  known(sandbox: Sandbox): object;
  /** The tokens that are issued for an API; undefined for an API that accepts others. */
  tokensOf(api: AnyApi, sandbox: Sandbox): IssuedTokens | undefined;
  /** The origin of a cross-site page; undefined for other callers. */
  foreignPage(request: WireRequest): string | undefined;
  /** Receives unexpected errors: bugs in a handler or in this server. */
  onError: OnMistake;
}

/** Handles a request. Never throws: every error becomes an error response of the API. */
export async function answer(request: WireRequest, pipeline: Pipeline): Promise<WireResponse<WireBody>> {
  const {
    apis,
    responders,
    sandboxes,
    requireNewest: checkConsistency,
    bodyQueue,
    observers,
    known: authenticationContext,
    tokensOf: issuedTokens,
    foreignPage: crossSiteOrigin,
    onError,
  } = pipeline;
  const route = findRoute(request, apis);
  let visit = sandboxes.visit(MAIN);
  const exchange = new Exchange(route, visit, observers);
  let admittedRequest: AdmittedRequest | undefined;
  let hasResponse = false;
  try {
    visit = sandboxes.visit(sandboxNamed(request.headers), () => refuseSandbox(crossSiteOrigin(request)));
    exchange.enter(visit);
    const { sandbox } = visit;
    if ('refusal' in route) throw route.refusal;
    if ('reply' in route) return exchange.close(await writeReply(route.reply, route), route.reply);
    const { served, operation, match, codec } = route;
    const { api } = served;
    checkConsistency?.(request, operation);
    const store = getStore(sandbox, served);
    const now = exchange.at;
    const authenticationInput = {
      store,
      now,
      known: authenticationContext(sandbox),
      tokens: issuedTokens(api, sandbox),
    };
    const caller = await authenticate(request, served, operation, authenticationInput);
    exchange.admit(caller);
    refuseUntypedBody(request, crossSiteOrigin);
    const parsed = await bodyQueue.take(request, () => readInput(request, match, codec, served.inputCheck !== 'off'));
    exchange.read(parsed);
    const { parts, findings, decoded } = parsed;
    rejectFindings(findings.filter(isUnreadable), served, operation, caller);
    if (operation.secured || caller !== undefined) {
      await api.authorize?.({ operation, caller, path: parts.path, store, now });
    }
    rejectFindings(findings, served, operation, caller);
    const deadline = createDeadline(request, decoded.timeout);
    const admission = { route, visit, exchange, parts, caller, store, deadline, foreignPage: crossSiteOrigin };
    const operationRequest = new AdmittedRequest(request, admission);
    admittedRequest = operationRequest;
    const scheduled = request.turnFor?.(operation);
    if (scheduled) await scheduled;
    const response = await deadline.within(() => respond(operationRequest, responders));
    hasResponse = true;
    const validated = await holdReply(response, route);
    exchange.note(validated.findings);
    const wireResponse = await writeReply(validated.reply, route);
    visit.keep();
    return exchange.close(wireResponse, validated.reply);
  } catch (thrown) {
    const apiError = ApiError.from(thrown);
    const report = (error: unknown) => onError(error, exchange.plain());
    if (apiError.isMistake) report(apiError.cause ?? apiError);
    // A handler that throws an `ApiError` keeps its changes.
    if (hasResponse || apiError.isMistake) await admittedRequest?.takeBackAll().catch(report);
    const { reply: response, findings } = await failureReply(apiError, route, report);
    exchange.note(findings);
    return exchange.close(await writeReply(response, route), response);
  } finally {
    visit.leave();
  }
}

function rejectFindings(
  findings: readonly Finding[],
  { api, inputCheck }: ServedApi,
  operation: Operation,
  caller: unknown,
): void {
  if (findings.length === 0 || inputCheck !== 'enforce') return;
  const [first, ...rest] = findings;
  if (first) throw api.rejectInput?.(operation, [first, ...rest], caller) ?? invalidInput([first, ...rest]);
}

function getStore({ name, stores }: Sandbox, { api }: ServedApi): AnyStore {
  const store = stores.get(api.name);
  if (!store) throw new Error(`sandbox ${name} has no store for API ${api.name}`);
  return store;
}
