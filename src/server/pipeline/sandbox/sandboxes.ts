// All sandboxes: `main` and named ones, limited in number and idle time.

import type { Tally } from '../../../coverage/tally.ts';
import { listNames } from '../api/list-names.ts';
import { forwardedHost } from '../cors/trusted-hosts.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { WireHeaders } from '../wire.ts';
import { MAIN, type Sandbox, type Snapshot } from './sandbox.ts';

/** A host label (RFC 1123, section 2.1) in lower case: a name may precede `.localhost`. */
const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const HOST_LABEL = /^([^.]+)\.localhost(:\d+)?$/i;

/**
 * Minimum interval between checks for idle sandboxes, in milliseconds: checking all with each request would be slow.
 */
const CHECK_INTERVAL = 1000;

export interface SandboxLimits {
  /** How many there may be beside `main`. */
  readonly count: number;
  /** After how long without a request one ends, in milliseconds. */
  readonly idle: number;
}

/** A sandbox, and when it ends without a request. */
export interface ActiveSandbox {
  readonly sandbox: Sandbox;
  /** Absent for `main`, which never does. */
  readonly expires?: Date;
}

/** A request in its sandbox. */
export interface SandboxVisit {
  readonly sandbox: Sandbox;
  /** Records the exchange: in `main` if the sandbox does not exist, because all its requests were rejected. */
  readonly record: RequestLog['record'];
  /** Counts coverage, where it is recorded. */
  readonly tally: Tally;
  /**
   * Marks the request as accepted: its sandbox exists from now on.
   *
   * @throws ApiError `resource_exhausted` if there are too many by now
   */
  accept(): void;
  /** Ends the visit. A sandbox without an accepted request is dropped with its last visit. */
  leave(): void;
}

/**
 * The sandbox of a request: by its header, else by the first label of a host like `<name>.localhost`, also at a proxy;
 * else `main`.
 */
export function getSandboxName(headers: WireHeaders): string {
  return headers['x-understudy-sandbox'] || (hostLabel(headers.host) ?? hostLabel(forwardedHost(headers)) ?? MAIN);
}

function hostLabel(host = ''): string | undefined {
  return HOST_LABEL.exec(host)?.[1]?.toLowerCase();
}

/** An existing one: a visit only extends its lifetime. */
interface Established extends SandboxVisit {
  expires: number;
}

/** One that no request was accepted in so far. */
interface Tentative {
  readonly sandbox: Sandbox;
  visits: number;
  isAccepted: boolean;
}

const noop = () => undefined;

/** The sandboxes of a server: `main`, named ones, and those of requests under way that may become one. */
export class Sandboxes {
  readonly main: Sandbox;
  readonly #limits: SandboxLimits;
  readonly #clock: () => number;
  readonly #mainVisit: SandboxVisit;
  readonly #named = new Map<string, Established>();
  /** Sandboxes that exist only during their visits. */
  readonly #tentative = new Map<string, Tentative>();
  #checkedAt = 0;
  #revision = 0;

  /** @param clock - milliseconds since 1970 of the machine, not of a sandbox */
  constructor(main: Sandbox, limits: SandboxLimits, clock: () => number = Date.now) {
    this.main = main;
    this.#limits = limits;
    this.#clock = clock;
    this.#mainVisit = createVisit(main);
  }

  /**
   * A visit to a sandbox. A new one starts from the fixtures, and only stays if the visit succeeds. Concurrent requests
   * share it.
   *
   * @param checkCreation - called for a new one; throws if the request may not create it
   * @throws ApiError `invalid_argument` for an invalid name
   * @throws ApiError `resource_exhausted` if there are too many
   */
  visit(name: string, checkCreation: () => void = noop): SandboxVisit {
    const found = this.#findActive(name);
    if (found) return found;
    requireSandboxName(name);
    checkCreation();
    this.#requireCapacity();
    return this.#visitTentative(name);
  }

  /**
   * Creates a sandbox from the fixtures, or as a copy of another one.
   *
   * @throws ApiError as `visit`
   * @throws ApiError `already_exists`
   * @throws ApiError `not_found` for an unknown origin
   * @param initialState - returns the initial state, given the copied sandbox, else `main`. Default: that of the copied
   * one, else the fixtures
   */
  create(
    name: string,
    from?: string,
    initialState: (origin: Sandbox) => Snapshot = from === undefined
      ? ({ initialState: first }) => first
      : (origin) => origin.snapshot(),
  ): Sandbox {
    const origin = from === undefined ? this.main : this.#findActive(from)?.sandbox;
    if (!origin) throw new ApiError('not_found', `cannot copy sandbox "${from}": not found; ${this.#listNames()}`);
    if (this.#findActive(name) || this.#tentative.has(name))
      throw new ApiError('already_exists', `sandbox "${name}" already exists; choose another name`);
    requireSandboxName(name);
    const sandbox = this.main.fork(name, initialState(origin));
    this.#add(sandbox);
    return sandbox;
  }

  /** @throws ApiError `not_found`; `failed_precondition` for `main` */
  remove(name: string): void {
    if (name === MAIN) throw new ApiError('failed_precondition', 'main cannot be removed; reset it instead');
    if (!this.#findActive(name)) throw new ApiError('not_found', `sandbox "${name}" not found; ${this.#listNames()}`);
    this.#removeNow(name);
  }

  /** The sandbox of a name, without a visit. */
  find(name: string): Sandbox | undefined {
    if (name === MAIN) return this.main;
    const found = this.#named.get(name);
    return found && found.expires > this.#clock() ? found.sandbox : undefined;
  }

  /** Adds a sandbox of another process, or extends its lifetime. */
  adopt(name: string, expires: Date): Sandbox {
    const visited = this.#tentative.get(name);
    const found = this.#named.get(name) ?? {
      ...createVisit(visited?.sandbox ?? this.main.fork(name, this.main.initialState)),
      expires: 0,
    };
    found.expires = Math.max(found.expires, expires.getTime());
    if (!this.#named.has(name)) this.#revision += 1;
    this.#named.set(name, found);
    if (visited) visited.isAccepted = true;
    this.#tentative.delete(name);
    return found.sandbox;
  }

  /** Drops a sandbox that another process has removed. */
  forget(name: string): void {
    this.#tentative.delete(name);
    this.#removeNow(name);
  }

  /** Drops this sandbox; does nothing if it was replaced or removed. Returns whether it existed. */
  drop(sandbox: Sandbox): boolean {
    const { name } = sandbox;
    const exists = (this.#named.get(name) ?? this.#tentative.get(name))?.sandbox === sandbox;
    if (exists) this.forget(name);
    return exists;
  }

  /** `main` first, then in order of creation. */
  all(): readonly ActiveSandbox[] {
    this.#removeIdle();
    const named = [...this.#named.values()];
    return [{ sandbox: this.main }, ...named.map(({ sandbox, expires }) => ({ sandbox, expires: new Date(expires) }))];
  }

  /** All, including those that exist only during their visits. */
  allWithTentative(): readonly Sandbox[] {
    return [this.main, ...[...this.#named.values(), ...this.#tentative.values()].map(({ sandbox }) => sandbox)];
  }

  /** Changes whenever a sandbox is added or removed. */
  get revision(): number {
    return this.#revision;
  }

  /** When one ends without a request, in milliseconds since 1970; undefined for `main`, and unknown ones. */
  expiryOf(name: string): number | undefined {
    return this.#named.get(name)?.expires;
  }

  #findActive(name: string): SandboxVisit | undefined {
    if (name === MAIN) return this.#mainVisit;
    const now = this.#clock();
    if (now - this.#checkedAt >= CHECK_INTERVAL) this.#removeIdle(now);
    const found = this.#named.get(name);
    if (!found || found.expires <= now) return undefined;
    found.expires = Math.max(found.expires, now + this.#limits.idle);
    return found;
  }

  #removeIdle(now = this.#clock()): void {
    this.#checkedAt = now;
    for (const [name, { expires }] of this.#named) if (expires <= now) this.#removeNow(name);
  }

  #removeNow(name: string): void {
    this.#named.get(name)?.sandbox.close();
    if (this.#named.delete(name)) this.#revision += 1;
  }

  #listNames(): string {
    this.#removeIdle();
    return listNames([MAIN, ...this.#named.keys()]);
  }

  #requireCapacity(): void {
    if (this.#named.size >= this.#limits.count) this.#removeIdle();
    if (this.#named.size < this.#limits.count) return;
    throw new ApiError(
      'resource_exhausted',
      `limit of ${this.#named.size} sandboxes reached; remove one with DELETE /_understudy/sandboxes/{name}, wait until an idle one expires, or raise --sandboxes`,
    );
  }

  #add(sandbox: Sandbox): void {
    this.#requireCapacity();
    this.#removeNow(sandbox.name);
    this.#named.set(sandbox.name, { ...createVisit(sandbox), expires: this.#clock() + this.#limits.idle });
    this.#revision += 1;
  }

  #visitTentative(name: string): SandboxVisit {
    const { main } = this;
    const shared = this.#tentative.get(name) ?? {
      sandbox: main.fork(name, main.initialState),
      visits: 0,
      isAccepted: false,
    };
    const { sandbox } = shared;
    this.#tentative.set(name, shared);
    shared.visits += 1;
    return {
      sandbox,
      record(exchange) {
        if (shared.isAccepted) return sandbox.requestLog.record(exchange);
        const warning = `sandbox "${name}" does not exist, and a rejected request does not create it`;
        main.requestLog.record({ ...exchange, warnings: [...exchange.warnings, warning] });
      },
      get tally() {
        return shared.isAccepted ? sandbox.tally : main.tally;
      },
      accept: () => {
        if (shared.isAccepted) return;
        this.#add(sandbox);
        shared.isAccepted = true;
        this.#tentative.delete(name);
      },
      leave: () => {
        shared.visits -= 1;
        if (shared.visits === 0 && this.#tentative.get(name) === shared) this.#tentative.delete(name);
      },
    };
  }
}

function createVisit(sandbox: Sandbox): SandboxVisit {
  const { requestLog, tally } = sandbox;
  return { sandbox, record: (exchange) => requestLog.record(exchange), tally, accept: noop, leave: noop };
}

/** @throws ApiError `invalid_argument` if no sandbox can have this name */
export function requireSandboxName(name: string): void {
  if (NAME.test(name)) return;
  const rule = 'use up to 63 lower-case letters, digits and hyphens, with no hyphen at either end';
  throw new ApiError('invalid_argument', `invalid sandbox name ${JSON.stringify(name)}: ${rule}`);
}
