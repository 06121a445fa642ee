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

export interface Sandboxes {
  readonly main: Sandbox;
  /**
   * A visit to a sandbox. A new one starts from the fixtures, and only stays if the visit is kept. Concurrent requests
   * share it.
   *
   * @param checkCreation - called for a new one; throws if the request may not create it
   * @throws ApiError `invalid_argument` for an invalid name
   * @throws ApiError `resource_exhausted` if there are too many
   */
  visit(name: string, checkCreation?: () => void): SandboxVisit;
  /**
   * Creates a sandbox from the fixtures, or as a copy of another one.
   *
   * @throws ApiError as `visit`
   * @throws ApiError `already_exists`
   * @throws ApiError `not_found` for an unknown origin
   * @param initialState - returns the initial state, given the copied sandbox, else `main`. Default: that of the copied
   * one, else the fixtures
   */
  create(name: string, from?: string, initialState?: (origin: Sandbox) => Snapshot): Sandbox;
  /** @throws ApiError `not_found`; `failed_precondition` for `main` */
  remove(name: string): void;
  /** The sandbox of a name, without a visit. */
  find(name: string): Sandbox | undefined;
  /** Adds a sandbox of another process, or extends its lifetime. */
  adopt(name: string, expires: Date): Sandbox;
  /** Drops a sandbox that another process has removed. */
  forget(name: string): void;
  /** Drops this sandbox; does nothing if it was replaced or removed. Returns whether it existed. */
  drop(sandbox: Sandbox): boolean;
  /** `main` first, then in order of creation. */
  all(): readonly ActiveSandbox[];
  /** Changes whenever a sandbox is added or removed. */
  readonly revision: number;
  /** When one ends without a request, in milliseconds since 1970; undefined for `main`, and unknown ones. */
  expiryOf(name: string): number | undefined;
  /** All, including those that exist only during their visits. */
  allWithTentative(): readonly Sandbox[];
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
  isKept: boolean;
}

const noop = () => undefined;

/** @param clock - milliseconds since 1970 of the machine, not of a sandbox */
export function createSandboxes(main: Sandbox, limits: SandboxLimits, clock: () => number = Date.now): Sandboxes {
  const others = new Map<string, Established>();
  /** Sandboxes that exist only during their visits. */
  const tentative = new Map<string, Tentative>();
  const mainVisit = createVisit(main);
  let checkedAt = 0;
  let revision = 0;

  function removeIdle(now: number): void {
    checkedAt = now;
    for (const [name, { expires }] of others) if (expires <= now) removeNow(name);
  }

  function removeNow(name: string): void {
    others.get(name)?.sandbox.close();
    if (others.delete(name)) revision += 1;
  }

  function findActive(name: string): SandboxVisit | undefined {
    if (name === MAIN) return mainVisit;
    const now = clock();
    if (now - checkedAt >= CHECK_INTERVAL) removeIdle(now);
    const found = others.get(name);
    if (!found || found.expires <= now) return undefined;
    found.expires = Math.max(found.expires, now + limits.idle);
    return found;
  }

  function names(): readonly string[] {
    removeIdle(clock());
    return [MAIN, ...others.keys()];
  }

  function requireCapacity(): void {
    if (others.size >= limits.count) removeIdle(clock());
    if (others.size < limits.count) return;
    throw new ApiError(
      'resource_exhausted',
      `limit of ${others.size} sandboxes reached; remove one with DELETE /_understudy/sandboxes/{name}, wait until an idle one expires, or raise --sandboxes`,
    );
  }

  function add(sandbox: Sandbox): void {
    requireCapacity();
    removeNow(sandbox.name);
    others.set(sandbox.name, { ...createVisit(sandbox), expires: clock() + limits.idle });
    revision += 1;
  }

  function visitTentative(name: string): SandboxVisit {
    const shared = tentative.get(name) ?? { sandbox: main.fork(name, main.initialState), visits: 0, isKept: false };
    tentative.set(name, shared);
    shared.visits += 1;
    return {
      sandbox: shared.sandbox,
      record(exchange) {
        if (shared.isKept) return shared.sandbox.requestLog.record(exchange);
        const warning = `sandbox "${name}" does not exist, and a rejected request does not create it`;
        main.requestLog.record({ ...exchange, warnings: [...exchange.warnings, warning] });
      },
      get tally() {
        return shared.isKept ? shared.sandbox.tally : main.tally;
      },
      accept() {
        if (shared.isKept) return;
        add(shared.sandbox);
        shared.isKept = true;
        tentative.delete(name);
      },
      leave() {
        shared.visits -= 1;
        if (shared.visits === 0 && tentative.get(name) === shared) tentative.delete(name);
      },
    };
  }

  return {
    main,
    visit(name, checkCreation = noop) {
      const found = findActive(name);
      if (found) return found;
      requireSandboxName(name);
      checkCreation();
      requireCapacity();
      return visitTentative(name);
    },
    create(
      name,
      from,
      initialState = from === undefined ? ({ initialState: first }) => first : (origin) => origin.snapshot(),
    ) {
      const origin = from === undefined ? main : findActive(from)?.sandbox;
      if (!origin) throw new ApiError('not_found', `cannot copy sandbox "${from}": not found; ${listNames(names())}`);
      if (findActive(name) || tentative.has(name))
        throw new ApiError('already_exists', `sandbox "${name}" already exists; choose another name`);
      requireSandboxName(name);
      const sandbox = main.fork(name, initialState(origin));
      add(sandbox);
      return sandbox;
    },
    remove(name) {
      if (name === MAIN) throw new ApiError('failed_precondition', 'main cannot be removed; reset it instead');
      if (!findActive(name)) throw new ApiError('not_found', `sandbox "${name}" not found; ${listNames(names())}`);
      removeNow(name);
    },
    find(name) {
      if (name === MAIN) return main;
      const found = others.get(name);
      return found && found.expires > clock() ? found.sandbox : undefined;
    },
    adopt(name, expires) {
      const visited = tentative.get(name);
      const found = others.get(name) ?? {
        ...createVisit(visited?.sandbox ?? main.fork(name, main.initialState)),
        expires: 0,
      };
      found.expires = Math.max(found.expires, expires.getTime());
      if (!others.has(name)) revision += 1;
      others.set(name, found);
      if (visited) visited.isKept = true;
      tentative.delete(name);
      return found.sandbox;
    },
    forget(name) {
      tentative.delete(name);
      removeNow(name);
    },
    drop(sandbox) {
      const { name } = sandbox;
      const exists = (others.get(name) ?? tentative.get(name))?.sandbox === sandbox;
      if (exists) this.forget(name);
      return exists;
    },
    get revision() {
      return revision;
    },
    expiryOf: (name) => others.get(name)?.expires,
    allWithTentative: () => [main, ...[...others.values(), ...tentative.values()].map(({ sandbox }) => sandbox)],
    all() {
      removeIdle(clock());
      return [
        { sandbox: main },
        ...[...others.values()].map(({ sandbox, expires }) => ({ sandbox, expires: new Date(expires) })),
      ];
    },
  };
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
