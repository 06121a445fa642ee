// An exchange in progress: its sandbox, and what is recorded of it.

import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { type ResolvedLink, resolveLinks } from '../../openapi/links.ts';
import { callerName } from './api/traced-store.ts';
import { dated } from './date-field.ts';
import { delivered } from './delivery.ts';
import { percentEncoded } from './errors/percent-encoded.ts';
import type { ReadInput } from './read-request.ts';
import type { Fields, HandlerResponse } from './reply.ts';
import { exchangedOf } from './request-log/exchanged.ts';
import { observedExchange } from './request-log/observed-exchange.ts';
import type { Observers } from './request-log/observers.ts';
import type { Route } from './route.ts';
import type { Visit } from './sandbox/sandboxes.ts';
import { createPlain, type Plain } from './security/credential-forms.ts';
import { notChecked } from './security/guard.ts';
import { redactTarget } from './security/redact-text.ts';
import { shownCredential } from './security/shown-credential.ts';
import { pathOf, urlOf, type WireBody, type WireResponse } from './wire.ts';

const NONE: readonly string[] = [];
/** Violations of a request that was processed all the same. */
const VIOLATIONS = 'x-understudy-violations';
/** In characters: header fields have little room. */
const LONGEST_VIOLATIONS = 500;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Starts in `main`, which records requests without a sandbox, until the sandbox is known. */
export class Exchange {
  readonly #route: Route;
  readonly #observers: Observers;
  readonly #findings: Finding[] = [];
  #visit: Visit;
  #at: Date;
  #read: ReadInput | undefined;
  #warnings: readonly string[] = [];
  #sequels: readonly (() => void)[] = [];
  #isAdmitted = false;
  #isKnown = false;
  #caller: string | undefined;
  #fault: string | undefined;
  readonly #began = performance.now();

  constructor(route: Route, main: Visit, observers: Observers) {
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
  enter(visit: Visit): void {
    if (visit === this.#visit) return;
    this.#visit = visit;
    this.#at = visit.sandbox.now();
  }

  /** Sets the caller. */
  admit(caller: unknown): void {
    this.#isAdmitted = true;
    this.#isKnown = caller !== undefined;
    this.#caller = callerName(caller);
  }

  /** Sets the input. */
  read(read: ReadInput): void {
    this.#read = read;
    this.#warnings = read.decoded.warnings;
    this.note(read.findings);
  }

  /** Adds violations of the request or the response. */
  note(findings: readonly Finding[]): void {
    if (findings.length > 0) this.#findings.push(...findings);
  }

  /** Adds a notice about accepted but suspicious input. */
  warn(warning: string): void {
    this.#warnings = [...this.#warnings, warning];
  }

  /** Sets the injected fault: the id of its plan, or the header that it came in. */
  meet(fault: string): void {
    this.#fault = fault;
  }

  /** Adds a callback for success, called when it is closed: a response may still be rejected. */
  follow(sequel: () => void): void {
    this.#sequels = [...this.#sequels, sequel];
  }

  /** Records it, runs success callbacks, and returns the response with the time of the sandbox. */
  close(response: WireResponse<WireBody>, reply: HandlerResponse): WireResponse<WireBody> {
    const violations = this.#violations();
    const headers = violations && {
      ...response.headers,
      [VIOLATIONS]: percentEncoded(violations.slice(0, LONGEST_VIOLATIONS)),
    };
    const sent = dated(headers ? { ...response, headers } : response, this.#visit.sandbox.clock);
    this.#remember(sent, reply);
    this.#count(sent, reply);
    if (this.#observers.areThere) this.#tell(sent, reply);
    if (!reply.failure) for (const sequel of this.#sequels) sequel();
    return delivered(sent, reply.delivery);
  }

  /** Undefined if there are none, or they are not reported. */
  #violations(): string | undefined {
    const findings = this.#read?.findings ?? [];
    if (findings.length === 0 || this.#route.served.inputCheck !== 'report') return undefined;
    return findings.map(describeFinding).join('; ');
  }

  #remember(response: WireResponse<WireBody>, reply: HandlerResponse): void {
    const { body, failure, source } = reply;
    const { request, served, operation, codec } = this.#route;
    if (served.api.recorded === false) return;
    const { method, target, headers, body: sent } = request;
    const unchecked = operation && !served.api.authenticate ? notChecked(operation) : NONE;
    this.#visit.record({
      at: this.#at,
      request: { method, target: served.redact(target), headers, body: sent },
      response,
      keyNames: served.keyNames,
      operation: operation?.id,
      api: served.api.name,
      duration: performance.now() - this.#began,
      caller: this.#caller,
      credential: this.#isKnown && operation ? shownCredential(request.headers, operation) : undefined,
      fault: this.#fault,
      source,
      code: failure?.code,
      reason: failure?.reason,
      messages: codec.reads === 'message' ? { asked: this.#read?.decoded.value, answered: body } : undefined,
      links: this.#links(reply),
      findings: this.#findings,
      warnings: unchecked.length > 0 ? [...unchecked, ...this.#warnings] : this.#warnings,
    });
  }

  /** Redacts the secrets of the request, including its body, in error texts. */
  plain(): Plain {
    const { request, served, operation } = this.#route;
    const names = operation ? new Set([...served.keyNames, ...findSecretNames(operation)]) : served.keyNames;
    return createPlain(request, names);
  }

  /** Notifies observers. */
  #tell({ status }: WireResponse<WireBody>, { failure, source }: HandlerResponse): void {
    const { request, served, operation } = this.#route;
    const { journal, name: sandbox } = this.#visit.sandbox;
    const names = () => (operation ? findSecretNames(operation) : NO_NAMES);
    const { headers, target } = request;
    const plain = createPlain({ headers, target }, served.keyNames);
    this.#observers.tell({
      request,
      target: () => plain(journal.withoutTokens(redactTarget(served.redact(request.target), names()))),
      status,
      duration: performance.now() - this.#began,
      sandbox,
      api: served.api.name,
      operation: operation?.id,
      source,
      code: failure?.code,
      reason: () => failure && this.plain()(journal.withoutTokens(failure.reason)),
      violations: () => {
        const violations = this.#violations();
        return violations && plain(journal.withoutTokens(violations));
      },
      plain,
    });
  }

  /** Counts its coverage. */
  #count(response: WireResponse<WireBody>, reply: HandlerResponse): void {
    const { request, served, operation } = this.#route;
    if (served.api.recorded === false) return;
    const { tally } = this.#visit;
    if (operation)
      tally.count(observedExchange({ ...this.#route, operation }, this.#read, this.#isAdmitted, response, reply));
    // `OPTIONS` belongs to no operation.
    else if (reply.failure)
      tally.countUnmatched({ method: request.method, path: pathOf(request.target), status: response.status });
  }

  /** The documented links of the response. */
  #links({ status, headers, body }: HandlerResponse): readonly ResolvedLink[] {
    const { request, served, operation } = this.#route;
    const answer = this.#read && operation?.responses.forStatus(status);
    if (!answer || !('links' in answer.part.value) || !this.#read) return [];
    const { method, headers: sent } = request;
    const told = { url: urlOf(request), method, parts: this.#read.parts, headers: sent };
    const exchanged = exchangedOf({
      ...told,
      answer: { statusCode: status, headers: { ...(headers as Fields) }, body },
    });
    return resolveLinks(answer, served.document, exchanged);
  }
}
