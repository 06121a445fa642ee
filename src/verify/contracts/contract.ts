// What somebody writes for one operation, in `contracts/<operationId>.ts`: what it needs before it can be tried, and cases of its own.

/** The contract of one operation. Everything in it is optional. */
export interface Contract<Made = unknown> {
  /**
   * Makes what the operation needs. In a stand-in that is a sandbox of its own, of which each request has a copy; elsewhere it is done
   * once for the operation, and once for each case. Where it throws, `remove` is not called: what was said with `server.after` until then is done, and what it has made
   * by `server.ask` is removed in the end.
   *
   * @returns what the rest of the contract is told
   */
  setup?(server: ContractServer): Promise<Made> | Made;
  /** What is said in the first request, from which others are made. What is left out is as without a contract. */
  readonly request?: ContractRequest | FromMade<Made>['request'];
  /** By what they are called in reports. */
  readonly cases?: Readonly<Record<string, ContractCase<Made>>>;
  /** Removes what `make` has made. */
  teardown?(server: ContractServer, made: Made): Promise<void> | void;
}

/** Written as a method, so that a contract whose `make` makes something is a contract. */
interface FromMade<Made> {
  request(made: Made): ContractRequest;
}

/** Values of a request, by the names of the document. */
export interface ContractRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly cookie?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** One request with the answer that it is to have. */
export interface ContractCase<Made = unknown> {
  /** What differs from the request of the contract. Default: nothing. */
  readonly request?: ContractRequest | FromMade<Made>['request'];
  /** Such as 404, or `4XX` for any of those. */
  readonly status: number | string;
  /** Throws what is wrong with the answer. */
  expect?(answer: ContractResponse, made: Made): Promise<void> | void;
}

export interface ContractResponse<Body = unknown> {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value in it; undefined where there is none. */
  readonly body: Body;
}

/** The server that is verified, for contracts. */
export interface ContractServer {
  /** Where the paths of the document are. */
  readonly url: string;
  /** Header fields by which a request of one's own means the same world. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Asks for an operation, with what it asks its callers for. What is left out is made up.
   *
   * @throws Error if it is refused
   */
  send<Body = unknown>(operationId: string, request?: ContractRequest): Promise<ContractResponse<Body>>;
  /** Has something done when the operation, or the case, was tried, or could not be because `make` threw: after `remove`, the last one first. */
  after(work: () => Promise<void> | void): void;
}

/**
 * Gives a contract back unchanged, checked by the compiler.
 *
 * @example
 * export default defineContract({
 *   async make(server) {
 *     const { body } = await server.ask<{ id: number }>('addPet', { body: { name: 'Berta', kind: 'hen' } });
 *     return body;
 *   },
 *   request: ({ id }) => ({ path: { petId: id } }),
 *   cases: { 'a pet that nobody has': { request: { path: { petId: 1_000_000 } }, status: 404 } },
 * });
 */
export function defineContract<Made>(contract: Contract<Made>): Contract<Made> {
  return contract;
}
