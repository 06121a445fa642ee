// A request that was read, validated and authorized, for responders.

import type { Finding } from '../../openapi/finding.ts';
import type { ChangeOrigin } from '../../store/log/store-log.ts';
import type { StoreChange } from '../../store/store-change.ts';
import type { AnyApi, AnyCallStore, AnyStore } from './api/api.ts';
import { callerName, TracedStore } from './api/traced-store.ts';
import { isLocalRequest } from './cors/trusted-hosts.ts';
import type { Exchange } from './exchange.ts';
import type { FaultPlans } from './faults/fault-plans.ts';
import type { OperationRoute } from './find-route.ts';
import type { HandlerResponse } from './handler-response.ts';
import { IDEMPOTENCY_KEYS, type IdempotencyKeys } from './idempotency/idempotency-keys.ts';
import { mergeInput, type ParsedRequest } from './read-request.ts';
import type { ExchangeRecord } from './request-log/recorded-exchange.ts';
import type { FollowedStore, OperationRequest } from './responder.ts';
import type { SandboxVisit } from './sandbox/sandboxes.ts';
import type { Deadline } from './scheduling/deadline.ts';
import { type TraceContext, traceOf } from './trace-context.ts';
import { findBodyViolations } from './validate-response.ts';
import { urlOf, type WireHeaders, type WireRequest } from './wire.ts';

/** The results of the previous steps. */
interface Admission {
  readonly route: OperationRoute;
  readonly visit: SandboxVisit;
  readonly exchange: Exchange;
  readonly parts: ParsedRequest['parts'];
  readonly caller: unknown;
  readonly store: AnyStore;
  readonly deadline: Deadline;
  crossSiteOrigin(request: WireRequest): string | undefined;
}

/** A change that a request has made. */
interface RequestChange {
  /** Undefined if it was not stored. */
  readonly change: Promise<StoreChange | undefined>;
  /** Whether the handler made it by its `store`. */
  readonly byHandler: boolean;
  /** The store that it changed. */
  readonly store: AnyStore;
}

/** A class, because each request has one, and most of its methods are rarely called. */
export class AdmittedRequest implements OperationRequest {
  readonly api: AnyApi;
  readonly operation: OperationRequest['operation'];
  readonly input: unknown;
  readonly parts: OperationRequest['parts'];
  readonly headers: WireHeaders;
  readonly base: string;
  readonly caller: unknown;
  readonly store: AnyCallStore;
  readonly now: Date;
  readonly deadline: Deadline;
  readonly #request: WireRequest;
  readonly #admission: Admission;
  #handlerStore: AnyCallStore | undefined;
  /** The changes of the request, the oldest first. */
  #changes: readonly RequestChange[] = [];

  constructor(request: WireRequest, admission: Admission) {
    const { route, exchange, parts, caller, store, deadline } = admission;
    this.api = route.served.api;
    this.operation = route.operation;
    this.input = mergeInput(parts, route.operation);
    this.parts = parts;
    this.headers = request.headers;
    this.base = request.base ?? '';
    this.caller = caller;
    this.store = this.#createTraced(store, false);
    this.now = exchange.at;
    this.deadline = deadline;
    this.#request = request;
    this.#admission = admission;
  }

  #origin(): ChangeOrigin {
    return { at: this.now, operation: this.operation.id, caller: callerName(this.caller) };
  }

  get handlerStore(): AnyCallStore {
    this.#handlerStore ??= this.#createTraced(this.#admission.store, true);
    return this.#handlerStore;
  }

  get followed(): FollowedStore {
    const { store, visit } = this.#admission;
    const { ended, requestLog } = visit.sandbox;
    return {
      key: requestLog.key,
      ended,
      get changes() {
        return store.changes;
      },
      get collections() {
        return store.collections;
      },
      get state() {
        return store.state;
      },
      get version() {
        return store.version;
      },
      stateAfter: (number) => store.stateAfter(number),
      subscribe: (listener) => store.subscribe(listener),
    };
  }

  #createTraced(store: AnyStore, byHandler: boolean): AnyCallStore {
    return new TracedStore(
      store,
      () => this.#origin(),
      (change) => {
        this.#changes = [...this.#changes, { change, byHandler, store }];
      },
    );
  }

  undoChanges(): Promise<void> {
    return this.#undo(({ byHandler }) => !byHandler);
  }

  undoAllChanges(): Promise<void> {
    return this.#undo(() => true);
  }

  async #undo(isSelected: (requestChange: RequestChange) => boolean): Promise<void> {
    const selected = this.#changes.filter(isSelected);
    this.#changes = this.#changes.filter((requestChange) => !isSelected(requestChange));
    for (const { change, store } of selected.toReversed()) {
      const stored = await change;
      if (stored) await store.takeBack(stored);
    }
  }

  get trace(): TraceContext | undefined {
    return traceOf(this.#request);
  }

  url(): string {
    return urlOf(this.#request);
  }

  crossSiteOrigin(): string | undefined {
    return this.#admission.crossSiteOrigin(this.#request);
  }

  isLocal(): boolean {
    return isLocalRequest(this.#request);
  }

  newId(): string {
    return this.#admission.visit.sandbox.newId(this.api);
  }

  get seed(): string {
    return this.#admission.visit.sandbox.seed;
  }

  get faults(): FaultPlans {
    return this.#admission.visit.sandbox.faults;
  }

  get idempotencyKeys(): IdempotencyKeys | undefined {
    const { stores, keysUnderWay } = this.#admission.visit.sandbox;
    const store = stores.get(IDEMPOTENCY_KEYS);
    // A change of this request, so that it is undone with the others.
    return store && { store: this.#createTraced(store, false), underWay: keysUnderWay };
  }

  findBodyViolations(response: HandlerResponse): Promise<readonly Finding[]> {
    return findBodyViolations(response, this.#admission.route);
  }

  onSuccess(callback: () => void): void {
    this.#admission.exchange.onSuccess(callback);
  }

  record(exchange: ExchangeRecord): void {
    this.#admission.visit.record(exchange);
  }

  recordFault(fault: string): void {
    this.#admission.exchange.recordFault(fault);
  }

  warn(warning: string): void {
    this.#admission.exchange.addWarning(warning);
  }
}
