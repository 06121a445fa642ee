// What came of trying a document.

/** How often something was tried, how often it held, and why not. */
export interface Tally {
  readonly tried: number;
  readonly held: number;
  /** How often each reason was told. */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface Tried {
  readonly path: string;
  /** Why the document cannot be served. */
  readonly refused?: string;
  readonly operations: Tally;
  /** Operations of which no client can ask, or for which no valid request or answer can be made, with their reasons. */
  readonly unasked: Readonly<Record<string, number>>;
  /** Item paths, and those whose operations belong to a resource. */
  readonly items: Tally;
  /** Resources with POST on the collection and GET on the item. */
  readonly lifecycles: Tally;
  /** How many operations each responder answered. */
  readonly sources: Readonly<Record<string, number>>;
  /** Milliseconds of processor time: until it is ready, the slowest answer and whose it was. */
  readonly start: number;
  readonly slowest: number;
  readonly slowestIs: string;
  /** In MB, the most that the process has had so far. */
  readonly memory: number;
}

/** A tally that is still counted. */
export class Counting implements Tally {
  tried = 0;
  held = 0;
  readonly reasons: Record<string, number> = {};

  /** @param fault - why it did not hold; undefined when it did */
  count(fault: string | undefined): void {
    this.tried += 1;
    if (fault === undefined) this.held += 1;
    else this.reasons[kindOf(fault)] = (this.reasons[kindOf(fault)] ?? 0) + 1;
  }
}

/** A reason without what is of one document only. */
export function kindOf(fault: string): string {
  return fault
    .replace(/"[^"]*"|'[^']*'|“[^”]*”/g, '…')
    .replace(/(^|\s)\/\S+/g, '$1/…')
    .replace(/\d+(?=\D|$)/g, (digits) => (/^[1-5]\d\d$/.test(digits) ? digits : 'N'))
    .slice(0, 160);
}

const NONE: Tally = { tried: 0, held: 0, reasons: {} };

/** A document that could not be tried, and why. */
export function refusedTry(path: string, refused: string, memory = 0): Tried {
  const none = { operations: NONE, unasked: {}, items: NONE, lifecycles: NONE, sources: {} };
  return { ...none, path, refused, start: 0, slowest: 0, slowestIs: '', memory };
}
