// The settings of a mock server, with their defaults.

import { inspect } from 'node:util';
import { printableLines } from '../schema/printable.ts';
import type { AccessLevel } from '../server/control/access.ts';
import type { RejectedConnection } from '../server/http/reject-invalid-http.ts';
import type { AnyLoginApi } from '../server/oidc/login/login-api.ts';
import type { InputCheck } from '../server/pipeline/api/load-api.ts';
import type { CompletedRequest } from '../server/pipeline/request-log/observers.ts';
import { MAIN } from '../server/pipeline/sandbox/sandbox.ts';
import type { Credential } from '../server/pipeline/security/credential.ts';
import type { Durability } from '../store/log/change-log.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import { STATE_LIMIT } from '../store/state-limit.ts';

/** The settings of a mock server. Everything but `apis` has a default. */
export interface MockServerSettings {
  /** The APIs. The first one responds to requests that match none. */
  readonly apis: readonly [AnyLoginApi, ...AnyLoginApi[]];
  /** The folder of the state files. Default: state is in memory only. */
  readonly data?: string;
  /**
   * What stored changes survive: a power failure (`group`: concurrent changes share a flush), the end of the process
   * (`relaxed`), or nothing (`memory`: `data` is ignored). Default `group`.
   */
  readonly durability?: Durability | 'memory';
  /**
   * Storage that several processes share, instead of `data`: the URL of a PostgreSQL database
   * (`postgres://user:password@host:5432/database`), or your own, which the server closes. Default: none.
   */
  readonly store?: string | LogStorage;
  /**
   * Which changes of other processes a response reflects: all that were acknowledged before the request (`strong`), or
   * those received so far, some milliseconds late (`local`). Default `strong`.
   */
  readonly consistency?: 'strong' | 'local';
  /**
   * Start from the fixtures. Saved state is replaced when the server first listens, or by the first change. Default
   * false.
   */
  readonly fresh?: boolean;
  /**
   * The path prefix, such as `/v2`; with several APIs by name: `pets=/v2,shop=/`. Default: as the API says, or the
   * `servers` of its document.
   */
  readonly base?: string;
  /**
   * The maximum size of a request body, in bytes. Default 4 MiB. A body may have 500,000 values, or one for each 8
   * bytes of the limit if that is more.
   */
  readonly bodyLimit?: number;
  /**
   * The maximum state of one API in one sandbox, in bytes of JSON. A change that exceeds it is rejected. Default 1 GiB.
   */
  readonly stateLimit?: number;
  /** The memory for recorded requests of all sandboxes, in bytes. Default 64 MiB. */
  readonly requestLogLimit?: number;
  /** Also record requests for pages, preflights, and requests that match no API. Default false. */
  readonly requestLogAll?: boolean;
  /** The number of generated items per resource, below each parent. Default 3. */
  readonly records?: number;
  /** The credentials of APIs that have neither `authenticate` nor their own. Default: every well-formed credential. */
  readonly credentials?: readonly Credential[];
  /** Leave properties with their default value out of JSON responses. Default false. */
  readonly omitDefaults?: boolean;
  /**
   * What to do with invalid requests: reject them (`enforce`), process them as far as possible and report the
   * violations in the log, the request log and the header `X-Understudy-Violations` (`report`), or not check them
   * (`off`). Unreadable bodies are always rejected. Default `enforce`.
   */
  readonly inputCheck?: InputCheck;
  /**
   * What to do with invalid responses: return 500 (`enforce`), or only record the violations (`report`). Default
   * `enforce`.
   */
  readonly outputCheck?: 'enforce' | 'report';
  /** Reject documents with findings. Default false. */
  readonly strict?: boolean;
  /**
   * Hosts from which documents and their `$ref`s may be fetched, separated by commas, such as `api.example.com,
   * localhost:3000`. Without a port, every port is allowed. Default: none.
   */
  readonly allowFetch?: string;
  /**
   * Hosts other than this machine that receive callbacks and webhooks, separated by commas. Without a port, every port
   * is allowed. Default: none.
   */
  readonly allowCallbacks?: string;
  /**
   * Who may use the control API without a token: programs on this machine, everyone, or no one. Default `loopback`;
   * with a token, `none`.
   */
  readonly controlAccess?: AccessLevel;
  /** The bearer token for the control API. Default: none. */
  readonly controlToken?: string;
  /**
   * Hosts treated as local, separated by commas, such as `app.test, login.test:8443`: their pages may create sandboxes
   * and use the control API, and a proxy may forward requests for them. Default: none.
   */
  readonly trustedHosts?: string;
  /**
   * Addresses or ranges of proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are trusted, separated by commas, such
   * as `10.0.0.0/8, fd00::7`. Default: none, except for hosts that are names of this machine.
   */
  readonly trustedProxy?: string;
  /** The maximum number of sandboxes besides `main`. Default 100. */
  readonly sandboxes?: number;
  /** Minutes without a request after which a sandbox expires. Default 60. */
  readonly sandboxIdle?: number;
  /** The issuer URL in tokens, if it differs from the URL of the server: behind a TLS proxy, in a container. */
  readonly issuer?: string;
  /** Skip the login page when an authorization request has a `login_hint`. Default false. */
  readonly autoLogin?: boolean;
  /**
   * Whether users with a password can be selected on the login page without it. Default: in browsers on this machine.
   */
  readonly oneClickLogin?: boolean;
  /** Require a unique `jti` in client assertions. Default false. */
  readonly strictAssertions?: boolean;
  /** The clock of every sandbox. Default: the system time. */
  readonly now?: () => Date;
  /** The random seed of generated data and, with a fixed clock, of ids. Default `main`. */
  readonly seed?: string;
  /**
   * Faults active from startup in all sandboxes, such as `updateApp: status=503, rate=0.1`, separated by `;`. Default:
   * none.
   */
  readonly fault?: string;
  /** A delay of every response, in milliseconds: `250`, or between two bounds: `100-500`. Default: none. */
  readonly delay?: string;
  /** The language of generated names and words, as a locale of faker such as `de` or `pt_BR`. Default `en`. */
  readonly locale?: string;
  /** Whether the query can force a response, as in `__code=404`, like the header `Prefer`. Default false. */
  readonly preferInQuery?: boolean;
  /** Count requests from startup. Default: from the first request for `/_understudy/metrics`. */
  readonly metrics?: boolean;
  /** Called for each response. */
  readonly onResponse?: (answered: CompletedRequest) => void;
  /** Called for data that is not a valid HTTP request. */
  readonly onRejected?: (refused: RejectedConnection) => void;
  /**
   * Called with unexpected errors, such as bugs in handlers. `plain` removes the credentials of the request from a
   * text. Default: prints to standard error.
   */
  readonly onError?: (thrown: unknown, plain?: (text: string) => string) => void;
  /**
   * Called with notices: repaired state, work that is postponed, problems found later in a large document. Default:
   * prints to standard error.
   */
  readonly onNotice?: (notice: string) => void;
  /**
   * Called once, with a sentence, when another process has taken over the files in `data`: the mock server stores
   * nothing any more, stops listening and closes itself. Default: `onNotice`.
   */
  readonly onLost?: (reason: string) => void;
}

/** The settings with defaults applied. */
export interface EverySetting
  extends Required<
    Omit<
      MockServerSettings,
      | 'data'
      | 'store'
      | 'issuer'
      | 'oneClickLogin'
      | 'credentials'
      | 'controlAccess'
      | 'controlToken'
      | 'onResponse'
      | 'onRejected'
    >
  > {
  /** The state folder; undefined for memory only. */
  readonly folder: string | undefined;
  readonly store: string | LogStorage | undefined;
  readonly issuer: string | undefined;
  readonly oneClickLogin: boolean | undefined;
  readonly credentials: readonly Credential[] | undefined;
  readonly controlAccess: AccessLevel | undefined;
  readonly controlToken: string | undefined;
  readonly onResponse: MockServerSettings['onResponse'];
  readonly onRejected: MockServerSettings['onRejected'];
}

/** Applies the defaults. */
export function withDefaults({
  apis,
  data,
  durability = 'group',
  store,
  consistency = 'strong',
  fresh = false,
  bodyLimit = 4 * 1024 * 1024,
  stateLimit = STATE_LIMIT,
  requestLogLimit = 64 * 1024 * 1024,
  requestLogAll = false,
  records = 3,
  credentials,
  omitDefaults = false,
  inputCheck = 'enforce',
  outputCheck = 'enforce',
  strict = false,
  allowFetch = '',
  allowCallbacks = '',
  controlAccess,
  controlToken,
  trustedHosts = '',
  trustedProxy = '',
  sandboxes = 100,
  sandboxIdle = 60,
  base = '',
  issuer,
  autoLogin = false,
  oneClickLogin,
  strictAssertions = false,
  now = () => new Date(),
  seed = MAIN,
  locale = 'en',
  fault = '',
  delay = '',
  preferInQuery = false,
  metrics = false,
  onResponse,
  onRejected,
  onError = (thrown) => console.error(printableLines(inspect(thrown))),
  onNotice = (notice) => console.error(printableLines(notice)),
  onLost = onNotice,
}: MockServerSettings): EverySetting {
  const folder = durability === 'memory' || store !== undefined ? undefined : data;
  const served = {
    apis,
    base,
    bodyLimit,
    records,
    credentials,
    omitDefaults,
    inputCheck,
    outputCheck,
    strict,
    allowFetch,
    allowCallbacks,
    issuer,
    autoLogin,
    oneClickLogin,
    strictAssertions,
    onError,
  };
  const kept = { folder, durability, store, consistency, fresh, stateLimit, onNotice, onLost };
  return {
    ...served,
    ...kept,
    controlAccess,
    controlToken,
    trustedHosts,
    trustedProxy,
    requestLogLimit,
    requestLogAll,
    sandboxes,
    sandboxIdle,
    now,
    seed,
    fault,
    delay,
    locale,
    preferInQuery,
    metrics,
    onResponse,
    onRejected,
  };
}
