// The client of a mock server for tests, in browsers and Node: `understudy-api/client`.

import type { Coverage, NewSandbox, Sandboxes } from '../server/control/operations.ts';
import { createAddresses } from './addresses.ts';
import { createControl } from './control.ts';
import { SandboxClient } from './sandbox.ts';
import { type Fetch, tokenOfEnvironment, withToken } from './send-request.ts';
import type { AnyOperations } from './typed-operations.ts';

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
export type { SandboxClock } from './clock.ts';
export type { Control, ControlInput } from './control.ts';
export { type UnderstudyCode, UnderstudyError } from './error.ts';
export type { FollowOptions } from './events.ts';
export type { PlannedFault } from './fault.ts';
export type { SandboxLogin, SandboxToken } from './login.ts';
export type { ChangedRecord, SandboxRecords } from './records.ts';
export type { SandboxClient, WaitOptions } from './sandbox.ts';
export type { Fetch } from './send-request.ts';
export type { AnyOperations, ExchangeMatchOf, FaultPlanOf, ResponsePatch, ResponseStatus } from './typed-operations.ts';

/** How to reach a mock server. */
export interface ClientOptions {
  /**
   * Sends requests. Default: the `fetch` of the platform. That of a mock server in the same process (`server.fetch`)
   * needs no port.
   */
  readonly fetch?: Fetch;
  /** The value of `--control-token`. Default: in Node, UNDERSTUDY_CONTROL_TOKEN. */
  readonly token?: string | undefined;
}

/** A mock server: its sandbox `main`, and access to others. */
export class UnderstudyClient<Ops = AnyOperations> extends SandboxClient<Ops> {
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
   * Creates a sandbox. End it with `close`; idle ones end by themselves.
   *
   * @param given - its name (up to 63 lower-case letters, digits and hyphens), and the sandbox to copy, or the name of
   * its fixtures. Default: a unique name, and the usual fixtures
   * @throws UnderstudyError `already_exists`, or `resource_exhausted` if there are too many
   */
  async createSandbox(given: string | Partial<NewSandbox> = {}): Promise<SandboxClient<Ops>> {
    const { name = ownName(), ...start } = typeof given === 'string' ? { name: given } : given;
    await this.control('createSandbox', { ...start, name });
    return this.sandbox(name);
  }

  /** A sandbox by name. If it does not exist, the first request creates it from the fixtures. */
  async sandbox(name: string): Promise<SandboxClient<Ops>> {
    if (name === this.name) return this;
    return new SandboxClient(name, await this.#addressOf(name), createControl(this.#base, this.#send, name));
  }

  /** The coverage of all sandboxes, including removed ones. @param sandboxes - only these, together */
  override coverage(sandboxes: readonly string[] | 'all' = 'all'): Promise<Coverage> {
    return super.coverage(sandboxes);
  }

  /** The existing sandboxes, `main` first, with the time when each ends without a request. */
  async sandboxes(): Promise<Sandboxes['sandboxes']> {
    return (await this.control('listSandboxes')).sandboxes;
  }
}

/**
 * A running mock server. No request is sent yet.
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
export function understudy<Ops = AnyOperations>(
  url = 'http://127.0.0.1:8080',
  { fetch: send = (request) => fetch(request), token = tokenOfEnvironment() }: ClientOptions = {},
): UnderstudyClient<Ops> {
  const { origin, pathname } = new URL(url);
  const asking = withToken((request) => send(unseenByMsw(request)), token);
  return new UnderstudyClient(origin + pathname.replace(/\/+$/, ''), asking);
}

/** Marks a request so that Mock Service Worker in the same program ignores it. Mock servers ignore the mark. */
function unseenByMsw(request: Request): Request {
  if (!request.headers.has('accept')) request.headers.set('accept', 'application/json');
  request.headers.append('accept', 'msw/passthrough');
  return request;
}

/** A unique name. */
function ownName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return `sandbox-${Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')}`;
}
