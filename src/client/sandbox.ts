// One sandbox of a mock server, for tests.

import type {
  Change,
  Coverage,
  Difference,
  Event,
  Exchange,
  ExchangeSearch,
  Fault,
  RecordChanges,
  RecordsChanged,
  Sandbox,
  SentWebhook,
  Snapshot,
  State,
  TokenOrder,
  Undo,
  WebhookOrder,
} from '../server/control/operations.ts';
import { SandboxClock } from './clock.ts';
import type { Control, ControlInput } from './control.ts';
import { missingExchangesMessage, UnderstudyError } from './error.ts';
import type { FollowOptions } from './events.ts';
import { PlannedFault } from './fault.ts';
import { type SandboxLogin, type SandboxToken, sandboxLogin, sandboxToken } from './login.ts';
import { SandboxRecords } from './records.ts';
import { respondOncePlan } from './respond-once.ts';
import type {
  AnyOperations,
  ExchangeMatchOf,
  FaultPlanOf,
  OperationId,
  ResponsePatch,
  ResponseStatus,
} from './typed-operations.ts';

/** The default timeout of waits for exchanges, in milliseconds. */
const TIMEOUT = 5000;
/** How many exchanges are shown at most. */
const MOST = 1000;

/** How exchanges are waited for. */
export interface WaitOptions {
  /** How many are wanted. Default 1. */
  readonly count?: number;
  /** In milliseconds, at most a minute. Default 5000. */
  readonly timeout?: number;
  /** Only those with a greater number. Default: all. */
  readonly after?: number;
}

/**
 * One sandbox. Every method throws an `UnderstudyError` for an error response, or no response.
 *
 * @typeParam Ops - the `Operations` of `understudy types`. Default: any text is the id of an operation
 */
export class SandboxClient<Ops = AnyOperations> {
  /** Its name, such as `main`. */
  readonly name: string;
  /**
   * Its base URL, without a slash at the end: `http://<name>.localhost:8080` if such names resolve, else
   * `…/_sandbox/<name>`.
   */
  readonly url: string;
  /** Headers that select it at any URL of the mock server. */
  readonly headers: Readonly<Record<'x-understudy-sandbox', string>>;
  /** Its time. */
  readonly clock: SandboxClock;
  /** Calls any operation of the control API, in this sandbox, by its id in `spec/control.yaml`. */
  readonly control: Control;

  constructor(name: string, url: string, control: Control) {
    this.name = name;
    this.url = url;
    this.headers = { 'x-understudy-sandbox': name };
    this.clock = new SandboxClock(control);
    this.control = control;
  }

  /** An access token, as a user would get it by logging in. @param user - an id or a login name */
  async token(user: string, more: Omit<TokenOrder, 'user'> = {}): Promise<string> {
    return (await this.control('issueToken', { ...more, user })).token;
  }

  /** The logins, oldest first: the first 100, unless `limit` and `after` are given. */
  async logins(which: ControlInput<'listLogins'> = {}): Promise<readonly SandboxLogin[]> {
    return (await this.control('listLogins', which)).logins.map((one) => sandboxLogin(one, this.control));
  }

  /** The valid tokens, oldest first, without secrets: the first 100, unless `limit` and `after` are given. */
  async tokens(which: ControlInput<'listTokens'> = {}): Promise<readonly SandboxToken[]> {
    return (await this.control('listTokens', which)).tokens.map((one) => sandboxToken(one, this.control));
  }

  /**
   * Adds a fault.
   *
   * @param plan - as an object, or as text such as `listPets: status=503, times=2`, as for `understudy fault`
   * @throws UnderstudyError `invalid_argument` if it cannot work
   */
  async fault(plan: FaultPlanOf<Ops> | string): Promise<PlannedFault> {
    const sent = typeof plan === 'string' ? { text: plan } : plan;
    return new PlannedFault(await this.control('addFault', sent), this.control);
  }

  /**
   * Changes the response to the next request of an operation, by a fault. For a success, the operation runs, and its
   * changes stay if it returns this status. For an error, it does not run.
   *
   * @param status - one that the operation declares, or a server error
   * @param body - merged into the body that would be returned: objects are merged, lists and other values replaced.
   * `null` removes a property that cannot be null. Default: no change
   * @param headers - further headers of the response. Default: none
   * @example await sandbox.respondOnce('getTicket', 200, { status: 'closed' });
   * @throws UnderstudyError `invalid_argument` if the document does not allow the response
   */
  async respondOnce<Id extends OperationId<Ops>, Status extends ResponseStatus<Ops, Id>>(
    operation: Id,
    status: Status,
    body?: ResponsePatch<Ops, Id, Status>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PlannedFault> {
    return this.fault(respondOncePlan({ operation, status, body, headers }) as FaultPlanOf<Ops>);
  }

  /** The fault plans, with their counts. */
  async faults(): Promise<readonly Fault[]> {
    return (await this.control('listFaults')).faults;
  }

  /** Removes all fault plans. */
  async removeFaults(): Promise<void> {
    await this.control('removeFaults');
  }

  /** The seed that ids, samples and faults follow from. @param seed - another one, from now on */
  async seed(seed?: string): Promise<string> {
    return (await (seed === undefined ? this.control('showSeed') : this.control('setSeed', { seed }))).seed;
  }

  /** Remembers the records under a name, instead of an older snapshot with that name. */
  snapshot(name: string): Promise<Snapshot> {
    return this.control('createSnapshot', { name });
  }

  /** The names of the snapshots, the oldest first. */
  async snapshots(): Promise<readonly string[]> {
    return (await this.control('listSnapshots')).snapshots;
  }

  /** Restores a snapshot. */
  restore(name: string): Promise<Snapshot> {
    return this.control('restoreSnapshot', { name });
  }

  /**
   * Undoes the newest change, the newest so many, or all after one (`{ to: 7 }`).
   *
   * @returns the number of undone changes
   */
  async undo(what: number | Undo = 1): Promise<number> {
    return (await this.control('undoChanges', typeof what === 'number' ? { changes: what } : what)).undone;
  }

  /** The changes that can be undone, oldest first: the newest 100, unless `limit` and `before` are given. */
  async changes(which: ControlInput<'listChanges'> = {}): Promise<readonly Change[]> {
    return (await this.control('listChanges', which)).changes;
  }

  /** How the records differ from another state: `fixtures`, `snapshot:NAME` or `sandbox:NAME`. @param which - that state, or from which to which */
  difference(which: string | ControlInput<'showDifference'>): Promise<Difference> {
    return this.control('showDifference', typeof which === 'string' ? { from: which } : which);
  }

  /** The records of a collection. @param api - its API. Required only if there are several */
  records(collection: string, api?: string): SandboxRecords {
    return new SandboxRecords(collection, api, this.control);
  }

  /** Changes records of one API atomically; one change for `undo`. @param api - as for `records` */
  async changeRecords(changes: RecordChanges['changes'], api?: string): Promise<RecordsChanged['records']> {
    return (await this.control('changeRecords', { changes, ...(api !== undefined && { api }) })).records;
  }

  /** Every record, by api and collection. */
  state(): Promise<State> {
    return this.control('getState');
  }

  /**
   * Resets records, clock, seed, faults and recorded requests.
   *
   * @param given - the name of a set of fixtures, such as `empty`, or an object with it. Default: the fixtures it started with
   */
  reset(given: string | { readonly fixtures?: string } = {}): Promise<Sandbox> {
    return this.control('resetSandbox', typeof given === 'string' ? { fixtures: given } : given);
  }

  /** The recorded exchanges, oldest first: those that match all filters, at most the newest 1000. */
  async requests(
    match: ExchangeMatchOf<Ops> = {},
    { after, limit = MOST }: Pick<ExchangeSearch, 'after' | 'limit'> = {},
  ): Promise<readonly Exchange[]> {
    const found = await this.control('findRequests', {
      match,
      count: 0,
      limit,
      ...(after !== undefined && { after }),
    });
    return found.exchanges;
  }

  /**
   * Waits for matching exchanges.
   *
   * @throws UnderstudyError `deadline_exceeded`, with what came instead and the differences, after a timeout
   */
  async waitFor(match: ExchangeMatchOf<Ops>, wanted: WaitOptions = {}): Promise<readonly Exchange[]> {
    const { count = 1, timeout = TIMEOUT } = wanted;
    const found = await this.control('findRequests', { ...wanted, match, count, timeout, limit: MOST });
    if (found.satisfied) return found.exchanges;
    throw new UnderstudyError(missingExchangesMessage(match, count, timeout, found), 200, 'deadline_exceeded');
  }

  /**
   * Events as they happen: requests in brief, changes, faults, the clock, the list of sandboxes. The stream ends with the
   * sandbox, with the server, and when its APIs are reloaded; call it again with the id of the last event as `lastEventId`.
   *
   * @example for await (const { event, data } of sandbox.events()) if (event === 'exchange') console.log(data.method, data.target);
   */
  events(following: FollowOptions = {}): AsyncGenerator<Event, void> {
    return this.control.follow(following);
  }

  /** Clears the request log. */
  async clearRequests(): Promise<void> {
    await this.control('clearRequests');
  }

  /**
   * The coverage since the creation of the sandbox, also across resets.
   *
   * @param sandboxes - of these instead, together; `all` includes removed ones
   */
  coverage(sandboxes?: readonly string[] | 'all'): Promise<Coverage> {
    return this.control('showCoverage', among(sandboxes));
  }

  /** Forgets that, here or in other sandboxes. */
  async clearCoverage(sandboxes?: readonly string[] | 'all'): Promise<void> {
    await this.control('clearCoverage', among(sandboxes));
  }

  /** Sends a webhook that a document has, with a sample of its body unless `order` gives one. */
  webhook(name: string, order: WebhookOrder): Promise<SentWebhook> {
    return this.control('sendWebhook', { ...order, name });
  }

  /** Removes the sandbox, if it exists. `main` always stays. */
  async close(): Promise<void> {
    if (this.name === 'main') return;
    await this.control('removeSandbox', { name: this.name }).catch((error: unknown) => {
      if (!(error instanceof UnderstudyError && error.code === 'not_found')) throw error;
    });
  }
}

function among(sandboxes: readonly string[] | 'all' | undefined): { readonly sandboxes?: string } {
  return sandboxes === undefined ? {} : { sandboxes: String(sandboxes) };
}
