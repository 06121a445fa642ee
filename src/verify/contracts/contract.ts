// The type of `contracts/<operationId>.ts`: setup of an operation, and cases of its own.

/** The contract of one operation. Everything in it is optional. */
export interface Contract<Made = unknown> {
  /**
   * Creates what the operation needs. On a mock server that is a sandbox, which each request copies; elsewhere it runs
   * once for the operation, and once for each case. If it throws, `teardown` is not called: functions of
   * `server.after` run, and items that it created by `server.send` are removed at the end.
   *
   * @returns the argument of the other functions
   */
  setup?(server: ContractServer): Promise<Made> | Made;
  /** The parts of the starting request. Absent parts are generated. */
  readonly request?: ContractRequest | FromMade<Made>['request'];
  /** Cases by name, as in reports. */
  readonly cases?: Readonly<Record<string, ContractCase<Made>>>;
  /** Removes what `setup` has created. */
  teardown?(server: ContractServer, made: Made): Promise<void> | void;
}

/** A method, so that contracts with different setups are compatible. */
interface FromMade<Made> {
  request(made: Made): ContractRequest;
}

/** Values of a request by name, as in the document. */
export interface ContractRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly cookie?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** One request with its expected response. */
export interface ContractCase<Made = unknown> {
  /** Differences from the request of the contract. Default: none. */
  readonly request?: ContractRequest | FromMade<Made>['request'];
  /** The expected status, such as 404 or `4XX`. */
  readonly status: number | string;
  /** Throws an error for an unexpected response. */
  expect?(response: ContractResponse, made: Made): Promise<void> | void;
}

export interface ContractResponse<Body = unknown> {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded value; undefined if there is none. */
  readonly body: Body;
}

/** The tested server, for contracts. */
export interface ContractServer {
  /** The base URL of the document's paths. */
  readonly url: string;
  /** Headers that select the same sandbox in other requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a request for an operation, with credentials. Absent parts are generated. @throws Error if it is rejected */
  send<Body = unknown>(operationId: string, request?: ContractRequest): Promise<ContractResponse<Body>>;
  /**
   * Adds a function to run after the operation, or the case, also if `setup` throws: after `teardown`, in reverse
   * order.
   */
  after(work: () => Promise<void> | void): void;
}

/**
 * Returns a contract unchanged, for type checking.
 *
 * @example
 * export default defineContract({
 *   async setup(server) {
 *     const { body } = await server.send<{ id: number }>('addPet', { body: { name: 'Berta', kind: 'hen' } });
 *     return body;
 *   },
 *   request: ({ id }) => ({ path: { petId: id } }),
 *   cases: { 'a missing pet': { request: { path: { petId: 1_000_000 } }, status: 404 } },
 * });
 */
export function defineContract<Made>(contract: Contract<Made>): Contract<Made> {
  return contract;
}
