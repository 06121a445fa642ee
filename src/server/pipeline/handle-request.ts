// Handles a request: the one place that orders its steps.

import type { Operation } from '../../openapi/document.ts';
import { type Finding, isUnreadable } from '../../openapi/finding.ts';
import { AdmittedRequest } from './admitted-request.ts';
import type { AnyApi, AnyStore } from './api/api.ts';
import type { ServedApi } from './api/load-api.ts';
import { authenticateCaller, type IssuedTokens } from './authenticate-caller.ts';
import { rejectSandboxCreation, rejectUntypedBody } from './cors/cors.ts';
import { ApiError } from './errors/api-error.ts';
import { createErrorResponse } from './errors/create-error-response.ts';
import { invalidInput } from './errors/describe-error.ts';
import { Exchange } from './exchange.ts';
import { findRoute } from './find-route.ts';
import { readRequest } from './read-request.ts';
import type { Observers, OnUnexpectedError } from './request-log/observers.ts';
import { type Responder, runResponders } from './responder.ts';
import { MAIN, type Sandbox } from './sandbox/sandbox.ts';
import { getSandboxName, type Sandboxes } from './sandbox/sandboxes.ts';
import { createDeadline } from './scheduling/deadline.ts';
import type { BodyQueue } from './scheduling/work-queue.ts';
import { validateResponse } from './validate-response.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';
import { writeResponse } from './write-response.ts';

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
  readonly checkConsistency: ((request: WireRequest, operation: Operation) => void) | undefined;
  readonly bodyQueue: BodyQueue;
  readonly observers: Observers;
  /** Further input for `authenticate` of APIs, by sandbox. */
  authenticationContext(sandbox: Sandbox): object;
  /** The tokens that are issued for an API; undefined for an API that accepts others. */
  issuedTokens(api: AnyApi, sandbox: Sandbox): IssuedTokens | undefined;
  /** The origin of a cross-site page; undefined for other callers. */
  crossSiteOrigin(request: WireRequest): string | undefined;
  /** Receives unexpected errors: bugs in a handler or in this server. */
  onError: OnUnexpectedError;
}

/** Handles a request. Never throws: every error becomes an error response of the API. */
export async function handleRequest(request: WireRequest, pipeline: Pipeline): Promise<WireResponse<WireBody>> {
  const {
    apis,
    responders,
    sandboxes,
    checkConsistency,
    bodyQueue,
    observers,
    authenticationContext,
    issuedTokens,
    crossSiteOrigin,
    onError,
  } = pipeline;
  const route = findRoute(request, apis);
  let visit = sandboxes.visit(MAIN);
  const exchange = new Exchange(route, visit, observers);
  let admittedRequest: AdmittedRequest | undefined;
  let hasResponse = false;
  try {
    visit = sandboxes.visit(getSandboxName(request.headers), () => rejectSandboxCreation(crossSiteOrigin(request)));
    exchange.enterSandbox(visit);
    const { sandbox } = visit;
    if ('error' in route) throw route.error;
    if ('response' in route) return exchange.close(await writeResponse(route.response, route), route.response);
    const { served, operation, match, codec } = route;
    const { api } = served;
    checkConsistency?.(request, operation);
    const store = getStore(sandbox, served);
    const now = exchange.at;
    const authenticationInput = {
      store,
      now,
      context: authenticationContext(sandbox),
      tokens: issuedTokens(api, sandbox),
    };
    const caller = await authenticateCaller(request, served, operation, authenticationInput);
    exchange.setCaller(caller);
    rejectUntypedBody(request, crossSiteOrigin);
    const parsed = await bodyQueue.run(request, () => readRequest(request, match, codec, served.inputCheck !== 'off'));
    exchange.setRequest(parsed);
    const { parts, findings, decoded } = parsed;
    // Unreadable input is rejected before permissions are checked, with all of its other violations.
    if (findings.some(isUnreadable)) rejectFindings(findings, served, operation, caller);
    if (operation.secured || caller !== undefined) {
      await api.authorize?.({ operation, caller, path: parts.path, store, now });
    }
    rejectFindings(findings, served, operation, caller);
    const deadline = createDeadline(request, decoded.timeout);
    const admission = { route, visit, exchange, parts, caller, store, deadline, crossSiteOrigin };
    const operationRequest = new AdmittedRequest(request, admission);
    admittedRequest = operationRequest;
    const scheduled = request.scheduleOperation?.(operation);
    if (scheduled) await scheduled;
    const response = await deadline.within(() => runResponders(operationRequest, responders));
    hasResponse = true;
    const validated = await validateResponse(response, route);
    exchange.addFindings(validated.findings);
    const wireResponse = await writeResponse(validated.response, route);
    visit.accept();
    return exchange.close(wireResponse, validated.response);
  } catch (thrown) {
    const apiError = ApiError.from(thrown);
    const report = (error: unknown) => onError(error, exchange.createRedactor());
    if (apiError.isBug) report(apiError.cause ?? apiError);
    // A handler that throws an `ApiError` keeps its changes.
    if (hasResponse || apiError.isBug) await admittedRequest?.undoAllChanges().catch(report);
    const { response, findings } = await createErrorResponse(apiError, route, report);
    exchange.addFindings(findings);
    return exchange.close(await writeResponse(response, route), response);
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
