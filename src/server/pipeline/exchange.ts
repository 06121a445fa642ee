// An exchange in progress: its sandbox, and its record in the request log.

import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { type ResolvedLink, resolveLinks } from '../../openapi/links.ts';
import { callerName } from './api/traced-store.ts';
import { percentEncode } from './errors/percent-encode.ts';
import { applyTransferFault } from './faults/apply-transfer-fault.ts';
import type { Route } from './find-route.ts';
import type { HandlerResponse, ResponseHeaders } from './handler-response.ts';
import type { ParsedRequest } from './read-request.ts';
import { createExpressionContext } from './request-log/expression-context.ts';
import { type Observers, observeExchange } from './request-log/observers.ts';
import { addDateHeader } from './sandbox/clock.ts';
import type { SandboxVisit } from './sandbox/sandboxes.ts';
import { listUncheckedSchemes } from './security/authenticator.ts';
import { findHeaderCredential } from './security/credential.ts';
import { createRedactor, type Redactor } from './security/credential-forms.ts';
import { redactTarget } from './security/redact-text.ts';
import { traceOf } from './trace-context.ts';
import { pathOf, urlOf, type WireBody, type WireResponse } from './wire.ts';

const NONE: readonly string[] = [];
/** Violations of a request that was processed all the same. */
const VIOLATIONS = 'x-understudy-violations';
/** In characters: header fields have little room. */
const LONGEST_VIOLATIONS = 500;
/** The maximum number of undeclared parameters that are named. */
const MAX_UNDECLARED = 5;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Starts in `main`, which records requests without a sandbox, until the sandbox is known. */
export class Exchange {
  readonly #route: Route;
  readonly #observers: Observers;
  readonly #findings: Finding[] = [];
  #visit: SandboxVisit;
  #at: Date;
  #read: ParsedRequest | undefined;
  #warnings: readonly string[] = [];
  #successCallbacks: readonly (() => void)[] = [];
  #isAdmitted = false;
  #hasCaller = false;
  #caller: string | undefined;
  #fault: string | undefined;
  readonly #began = performance.now();

  constructor(route: Route, main: SandboxVisit, observers: Observers) {
    this.#route = route;
    this.#observers = observers;
    this.#visit = main;
    this.#at = main.sandbox.now();
  }

  /** When it began, by the clock of its sandbox. */
  get at(): Date {
    return this.#at;
  }

  /** Sets the sandbox. */
  enterSandbox(visit: SandboxVisit): void {
    if (visit === this.#visit) return;
    this.#visit = visit;
    this.#at = visit.sandbox.now();
  }

  /** Sets the caller. */
  setCaller(caller: unknown): void {
    this.#isAdmitted = true;
    this.#hasCaller = caller !== undefined;
    this.#caller = callerName(caller);
  }

  /** Sets the input. */
  setRequest(read: ParsedRequest): void {
    this.#read = read;
    const { keyNames } = this.#route.served;
    const undeclared = read.undeclared
      .filter((name) => !keyNames.has(name))
      .slice(0, MAX_UNDECLARED)
      .map((name) => `query parameter ${JSON.stringify(name)} is not declared; it was ignored`);
    this.#warnings = undeclared.length > 0 ? [...read.decoded.warnings, ...undeclared] : read.decoded.warnings;
    this.addFindings(read.findings);
  }

  /** Adds violations of the request or the response. */
  addFindings(findings: readonly Finding[]): void {
    if (findings.length > 0) this.#findings.push(...findings);
  }

  /** Adds a notice about accepted but suspicious input. */
  addWarning(warning: string): void {
    this.#warnings = [...this.#warnings, warning];
  }

  /** Sets the injected fault: the id of its plan, or the header that it came in. */
  recordFault(fault: string): void {
    this.#fault = fault;
  }

  /** Adds a callback for success, called when it is closed: a response may still be rejected. */
  onSuccess(callback: () => void): void {
    this.#successCallbacks = [...this.#successCallbacks, callback];
  }

  /** Records it, runs the callbacks of a success, and returns the response with the time of the sandbox. */
  close(wireResponse: WireResponse<WireBody>, response: HandlerResponse): WireResponse<WireBody> {
    const violations = this.#describeViolations();
    const headers = violations && {
      ...wireResponse.headers,
      [VIOLATIONS]: percentEncode(violations.slice(0, LONGEST_VIOLATIONS)),
    };
    const requestBody = addDateHeader(headers ? { ...wireResponse, headers } : wireResponse, this.#visit.sandbox.clock);
    this.#record(requestBody, response);
    this.#countCoverage(requestBody, response);
    if (this.#observers.hasAny) this.#notifyObservers(requestBody, response);
    if (!response.error) for (const callback of this.#successCallbacks) callback();
    return applyTransferFault(requestBody, response.transferFault);
  }

  /** Undefined if there are none, or they are not reported. */
  #describeViolations(): string | undefined {
    const findings = this.#read?.findings ?? [];
    if (findings.length === 0 || this.#route.served.inputCheck !== 'report') return undefined;
    return findings.map(describeFinding).join('; ');
  }

  #record(wireResponse: WireResponse<WireBody>, response: HandlerResponse): void {
    const { body, error, source } = response;
    const { request, served, operation, codec } = this.#route;
    if (served.api.recorded === false) return;
    const { method, target, headers, body: requestBody } = request;
    const unchecked = operation && !served.api.authenticate ? listUncheckedSchemes(operation) : NONE;
    this.#visit.record({
      at: this.#at,
      request: { method, target: served.redact(target), headers, body: requestBody },
      response: wireResponse,
      keyNames: served.keyNames,
      operation: operation?.id,
      api: served.api.name,
      traceId: traceOf(request)?.traceId,
      duration: performance.now() - this.#began,
      caller: this.#caller,
      credential: this.#hasCaller && operation ? findHeaderCredential(request.headers, operation) : undefined,
      fault: this.#fault,
      source,
      code: error?.code,
      reason: error?.reason,
      messages: codec.reads === 'message' ? { request: this.#read?.decoded.value, response: body } : undefined,
      links: this.#followLinks(response),
      findings: this.#findings,
      warnings: unchecked.length > 0 ? [...unchecked, ...this.#warnings] : this.#warnings,
    });
  }

  /** Redacts the secrets of the request, including its body, in error texts. */
  createRedactor(): Redactor {
    const { request, served, operation } = this.#route;
    const names = operation ? new Set([...served.keyNames, ...findSecretNames(operation)]) : served.keyNames;
    return createRedactor(request, names);
  }

  /** Notifies observers. */
  #notifyObservers({ status }: WireResponse<WireBody>, { error, source }: HandlerResponse): void {
    const { request, served, operation } = this.#route;
    const { requestLog, name: sandbox } = this.#visit.sandbox;
    const names = () => (operation ? findSecretNames(operation) : NO_NAMES);
    const { headers, target } = request;
    const redact = createRedactor({ headers, target }, served.keyNames);
    this.#observers.notify({
      request,
      target: () => redact(requestLog.redact(redactTarget(served.redact(request.target), names()))),
      status,
      duration: performance.now() - this.#began,
      sandbox,
      api: served.api.name,
      operation: operation?.id,
      route: operation?.path,
      trace: traceOf(request),
      source,
      code: error?.code,
      reason: () => error && this.createRedactor()(requestLog.redact(error.reason)),
      warnings: () => (this.#warnings.length > 0 ? redact(requestLog.redact(this.#warnings.join('; '))) : undefined),
      violations: () => {
        const violations = this.#describeViolations();
        return violations && redact(requestLog.redact(violations));
      },
      redact,
    });
  }

  /** Counts its coverage. */
  #countCoverage(wireResponse: WireResponse<WireBody>, response: HandlerResponse): void {
    const { request, served, operation } = this.#route;
    if (served.api.recorded === false) return;
    const { tally } = this.#visit;
    if (operation)
      tally.count(observeExchange({ ...this.#route, operation }, this.#read, this.#isAdmitted, wireResponse, response));
    // `OPTIONS` belongs to no operation.
    else if (response.error)
      tally.countUnmatched({ method: request.method, path: pathOf(request.target), status: wireResponse.status });
  }

  /** The documented links of the response. */
  #followLinks({ status, headers, body }: HandlerResponse): readonly ResolvedLink[] {
    const { request, served, operation } = this.#route;
    const declared = this.#read && operation?.responses.forStatus(status);
    if (!declared || !('links' in declared.part.value) || !this.#read) return [];
    const { method, headers: requestBody } = request;
    const requestDetails = { url: urlOf(request), method, parts: this.#read.parts, headers: requestBody };
    const context = createExpressionContext({
      ...requestDetails,
      response: { statusCode: status, headers: { ...(headers as ResponseHeaders) }, body },
    });
    return resolveLinks(declared, served.document, context);
  }
}
