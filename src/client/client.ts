// The client of a stand-in for tests, in browsers and in Node: `understudy-api/client`.

import type { Coverage, NewSandbox, Sandboxes } from '../server/control/operations.ts';
import { createAddresses } from './addresses.ts';
import { type Fetch, tokenOfEnvironment, withToken } from './ask.ts';
import { createControl } from './control.ts';
import { SandboxClient } from './sandbox.ts';

export type {
  Change,
  Clock,
  Coverage,
  Difference,
  EditedRecord,
  EndedLogin,
  Event as WorldEvent,
  Exchange,
  ExchangeMatch,
  Fault,
  FaultPlan,
  FaultStep,
  FaultTarget,
  GivenToken,
  ListedRecord,
  Login,
  Operations,
  RecordChange,
  RecordField,
  State,
} from '../server/control/operations.ts';
export type { Fetch } from './ask.ts';
export type { SandboxClock } from './clock.ts';
export type { Control, ControlInput } from './control.ts';
export { type UnderstudyCode, UnderstudyError } from './error.ts';
export type { FollowOptions } from './events.ts';
export type { PlannedFault } from './fault.ts';
export type { SandboxLogin, SandboxToken } from './login.ts';
export type { ChangedRecord, SandboxRecords } from './records.ts';
export type { SandboxClient, WaitOptions } from './sandbox.ts';

/** How a stand-in is reached. */
export interface ClientOptions {
  /** Sends requests. Default: the `fetch` of the platform. That of a stand-in in the same process (`standIn.fetch`) needs no port. */
  readonly fetch?: Fetch;
  /** What `--control-token` says, where the control API is asked with a token. Default: in Node, what UNDERSTUDY_CONTROL_TOKEN says. */
  readonly token?: string | undefined;
}

/** A stand-in: its sandbox `main`, and the way to others. */
export class UnderstudyClient extends SandboxClient {
  readonly #base: string;
  readonly #send: Fetch;
  readonly #addressOf: (name: string) => Promise<string>;

  constructor(url: string, send: Fetch) {
    super('main', url, createControl(url, send, 'main'));
    this.#base = url;
    this.#send = send;
    this.#addressOf = createAddresses(url, send);
  }

  /**
   * Makes a sandbox. End it with `close`; idle ones end by themselves.
   *
   * @param given - its name (up to 63 lower-case letters, digits and hyphens), and the sandbox that it goes on from, or the name of its fixtures. Default: a name of
   * its own, from the usual fixtures
   * @throws UnderstudyError `already_exists`, or `resource_exhausted` if there are too many
   */
  async createSandbox(given: string | Partial<NewSandbox> = {}): Promise<SandboxClient> {
    const { name = ownName(), ...start } = typeof given === 'string' ? { name: given } : given;
    await this.control('createSandbox', { ...start, name });
    return this.sandbox(name);
  }

  /** A sandbox by its name. It is made from the fixtures by the first request that means it, if it is not there. */
  async sandbox(name: string): Promise<SandboxClient> {
    if (name === this.name) return this;
    return new SandboxClient(name, await this.#addressOf(name), createControl(this.#base, this.#send, name));
  }

  /** What requests have exercised of the documents, in all sandboxes and in those that are gone. @param sandboxes - only in these, together */
  override coverage(sandboxes: readonly string[] | 'all' = 'all'): Promise<Coverage> {
    return super.coverage(sandboxes);
  }

  /** The sandboxes that there are, `main` first, with when each ends if nobody asks for it before. */
  async sandboxes(): Promise<Sandboxes['sandboxes']> {
    return (await this.control('listSandboxes')).sandboxes;
  }
}

/**
 * A stand-in that is running. Nothing is asked of it yet.
 *
 * @example
 * const sandbox = await understudy('http://127.0.0.1:8080').sandbox();
 * await sandbox.fault({ on: { operation: 'addPet' }, times: 1, steps: [{ code: 'unavailable' }] });
 * await fetch(`${sandbox.url}/pets`, { method: 'POST', … });
 * await sandbox.waitFor({ operation: 'addPet', status: 503 });
 * await sandbox.close();
 * @param url - where it answers. Default: where `understudy serve` does
 * @throws TypeError if `url` is no address
 */
export function understudy(
  url = 'http://127.0.0.1:8080',
  { fetch: send = (request) => fetch(request), token = tokenOfEnvironment() }: ClientOptions = {},
): UnderstudyClient {
  const { origin, pathname } = new URL(url);
  const asking = withToken((request) => send(unseenByMsw(request)), token);
  return new UnderstudyClient(origin + pathname.replace(/\/+$/, ''), asking);
}

/** Where Mock Service Worker is at work in the same program, it lets through what says so, and takes it for no mistake of a test. To a stand-in it says nothing. */
function unseenByMsw(request: Request): Request {
  if (!request.headers.has('accept')) request.headers.set('accept', 'application/json');
  request.headers.append('accept', 'msw/passthrough');
  return request;
}

/** A name that nobody else has. */
function ownName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `sandbox-${Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')}`;
}
