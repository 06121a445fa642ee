// What somebody may do to a stand-in who wants it to stop, and what is known of the one that he does it to.

/** A little, to be tried with every change, or as much as an attacker would. */
export type Size = 'short' | 'full';

/** The stand-in that is attacked: the command `understudy serve`, with the identity API, in a process of its own. */
export interface Target {
  readonly port: number;
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
}

export interface Attack {
  /** What is done, as one line of a table. */
  readonly title: string;
  /** A module with the api that is attacked as well, under the name of its file. Default: none. */
  readonly api?: URL;
  /** More of the command line, such as `['--sandboxes', '5']`. */
  readonly settings?: readonly string[];
  /**
   * Does it, and leaves nothing behind on the side of the client.
   *
   * @returns how many requests were sent, or connections opened where none was: the processor time is divided by it
   */
  run(target: Target, size: Size): Promise<number>;
}
