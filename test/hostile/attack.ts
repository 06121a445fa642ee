// Attacks on a mock server, and their target.

/** Small, for every test run, or full, as in a real attack. */
export type Size = 'short' | 'full';

/** The target: `understudy serve` with the identity API in its own process. */
export interface Target {
  readonly port: number;
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
}

export interface Attack {
  /** The attack, as one line of a table. */
  readonly title: string;
  /** A module with an additional API, named like its file. Default: none. */
  readonly api?: URL;
  /** Additional arguments, such as `['--sandboxes', '5']`. */
  readonly settings?: readonly string[];
  /**
   * Runs the attack and cleans up on the client side.
   *
   * @returns the number of requests, or of connections without a request; the processor time is divided by it
   */
  run(target: Target, size: Size): Promise<number>;
}
