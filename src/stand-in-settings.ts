// What a stand-in is made of, and what it is where nothing is said.

import { inspect } from 'node:util';
import type { AccessLevel } from './control/access.ts';
import type { InputCheck } from './engine/load-api.ts';
import type { Answered } from './engine/observers.ts';
import { printableLines } from './engine/printable.ts';
import { MAIN } from './engine/sandbox.ts';
import type { Credential } from './engine/security/credential.ts';
import type { AnyLoginApi } from './issuer/login-api.ts';
import type { Refused } from './listener/refuse-http.ts';
import type { Durability } from './store/change-log.ts';
import type { LogPlace } from './store/log.ts';
import { STATE_LIMIT } from './store/state-limit.ts';

/** What a stand-in is made of. Everything but the apis has a default. */
export interface MockServerSettings {
  /** The first one answers what belongs to none. */
  readonly apis: readonly [AnyLoginApi, ...AnyLoginApi[]];
  /** The folder of the state files; without it state lives in memory only. */
  readonly data?: string;
  /**
   * What an acknowledged change survives: a power cut (`group`: those that come together share one flush), the end of this process
   * however it ends (`relaxed`), or nothing (`memory`: `data` is not looked at). Default `group`.
   */
  readonly durability?: Durability | 'memory';
  /**
   * Where state is kept that several processes share, in place of `data`: the URL of a PostgreSQL, as `postgres://user:password@host:5432/database`, or a place of one's own, which is closed
   * with the stand-in. Default: nowhere.
   */
  readonly store?: string | LogPlace;
  /**
   * What answers reflect of what was acknowledged elsewhere: all of it that was there before the request came (`strong`), or what has been heard of by then, some milliseconds late (`local`).
   * Default `strong`.
   */
  readonly consistency?: 'strong' | 'local';
  /** Start from the fixtures. The kept state is replaced when it first listens, or by the first change. Default false. */
  readonly fresh?: boolean;
  /**
   * The path below which the document is served, such as `/v2`; with several apis by their names: `pets=/v2,shop=/`. Default: as the api says, else as the
   * servers of its document do.
   */
  readonly base?: string;
  /** Longest request body that is read, in bytes. Default 4 MiB. It may hold 500,000 values, or one for 8 bytes of this if that is more. */
  readonly bodyLimit?: number;
  /** How large the state of one api may become in each sandbox, in bytes: its records as JSON. A change that would make it larger is rejected. Default 1 GiB. */
  readonly stateLimit?: number;
  /** How much memory recorded exchanges take, of all sandboxes together, in bytes. Default 64 MiB. */
  readonly requestLogLimit?: number;
  /** Whether pages, preflights, and what is refused before an api is asked stand in the journal too. Default false. */
  readonly requestLogAll?: boolean;
  /** How many items of each kind an api that is inferred has at the start, below each parent. Default 3. */
  readonly records?: number;
  /** The credentials of all apis that have neither `authenticate` nor credentials of their own. Default: any that is written as it should be. */
  readonly credentials?: readonly Credential[];
  /** Leave fields with their default value out of JSON answers. Default false. */
  readonly omitDefaults?: boolean;
  /**
   * What happens to a request that the document does not allow: it is rejected; or processed as far as possible, with the violations in the log, in the recorded exchange and in the
   * header field `X-Understudy-Violations` of the response; or not checked. A body that cannot be read is rejected in any case. Default `enforce`.
   */
  readonly inputCheck?: InputCheck;
  /** Whether an answer that the document does not allow is refused (500) or only noted in the journal. Default `enforce`. */
  readonly outputCheck?: 'enforce' | 'report';
  /** Refuse documents with findings: what breaks OpenAPI's rules, leads nowhere, or cannot be enforced. Default false. */
  readonly strict?: boolean;
  /**
   * Hosts that documents, and what they refer to, may be fetched from, separated by commas, such as `api.example.com, localhost:3000`; one without a
   * port means every port. Default: none.
   */
  readonly allowFetch?: string;
  /**
   * Hosts beside this machine that callbacks and webhooks may be sent to, separated by commas; one without a port means every port. Default: none.
   */
  readonly allowCallbacks?: string;
  /** Who may use the control API without a token: programs on this machine, whoever reaches the port, nobody. Default `loopback`; where there is a token, `none`. */
  readonly controlAccess?: AccessLevel;
  /** Lets whoever brings it as a bearer token use the control API, from wherever. Default: none does. */
  readonly controlToken?: string;
  /**
   * Hosts that count as this machine's, separated by commas, such as `app.test, login.test:8443`: their pages may make sandboxes and use the
   * control API, and a proxy that is asked under one of them may pass it on. Default: none.
   */
  readonly trustedHosts?: string;
  /**
   * The addresses of proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are believed, and ranges of them, separated by commas, such as
   * `10.0.0.0/8, fd00::7`. Default: none are, but for a host that is a name of this machine.
   */
  readonly trustedProxy?: string;
  /** How many sandboxes there may be beside `main`. Default 100. */
  readonly sandboxes?: number;
  /** After how many minutes without a request a sandbox ends. Default 60. */
  readonly sandboxIdle?: number;
  /** The address that tokens name as their issuer, where it is another one than clients use here: behind a proxy with TLS, in a container. */
  readonly issuer?: string;
  /** Whether an authorization request with a `login_hint` is answered at once, without a page. Default false. */
  readonly autoLogin?: boolean;
  /** Whether a user with a password can be picked on the login page without it. Default: by browsers of this machine. */
  readonly oneClickLogin?: boolean;
  /** Whether an assertion of a client needs a `jti` and is good for one use only. Default false. */
  readonly strictAssertions?: boolean;
  /** The clock of every sandbox. Default: the machine's. */
  readonly now?: () => Date;
  /** Fixes samples, and with a fixed clock ids. Default `main`. */
  readonly seed?: string;
  /**
   * What goes wrong from the beginning, in `main` and in new sandboxes: plans such as `updateApp: status=503, rate=0.1`, with `;` between them. Default: nothing.
   */
  readonly fault?: string;
  /** How long every answer takes, in milliseconds: `250`, or from `100-500`. Default: no longer than it must. */
  readonly delay?: string;
  /** The language of names and words in samples, as faker names its locales, such as `de` or `pt_BR`. Default `en`. */
  readonly locale?: string;
  /** Whether what an answer is to be like may stand in the query, as `__code=404`, beside the header field `Prefer`. Default false. */
  readonly preferInQuery?: boolean;
  /** Whether requests are counted from the beginning. Default: from when somebody first asks for `/_understudy/metrics`. */
  readonly metrics?: boolean;
  /** Told of each request that is answered. Default: nobody is, which costs nothing. */
  readonly onResponse?: (answered: Answered) => void;
  /** Told of what was refused before it was a request, because it is not HTTP as we speak it. Default: nobody is. */
  readonly onRejected?: (refused: Refused) => void;
  /** Told of mistakes in handlers. `plain` leaves the credentials of the request out of a text about it. Default: standard error. */
  readonly onError?: (thrown: unknown, plain?: (text: string) => string) => void;
  /** Told what was mended in the kept state, what could not be done yet, and what is found in a large document while it is served. Default: standard error. */
  readonly onNotice?: (notice: string) => void;
  /**
   * Called once, with a sentence, when another process has taken over the files in `data`: the mock server stores nothing any more, stops listening and closes itself. Default:
   * the sentence goes to `onNotice`.
   */
  readonly onLost?: (reason: string) => void;
}

/** The settings in force: a default stands where one was left out. */
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
  /** Where state is kept; undefined when it lives in memory only. */
  readonly folder: string | undefined;
  readonly store: string | LogPlace | undefined;
  readonly issuer: string | undefined;
  readonly oneClickLogin: boolean | undefined;
  readonly credentials: readonly Credential[] | undefined;
  readonly controlAccess: AccessLevel | undefined;
  readonly controlToken: string | undefined;
  readonly onResponse: MockServerSettings['onResponse'];
  readonly onRejected: MockServerSettings['onRejected'];
}

/** Fills in what was not said. */
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
