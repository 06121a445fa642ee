// The result of trying a document.

/** Number of attempts, number of successes, and the reasons of failures. */
export interface Tally {
  readonly tested: number;
  readonly passed: number;
  /** The count of each reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface TestedDocument {
  readonly path: string;
  /** Why the document cannot be served. */
  readonly rejected?: string;
  readonly operations: Tally;
  /** Operations without a possible request, or without a valid request or response, with the reasons. */
  readonly untestable: Readonly<Record<string, number>>;
  /** Item paths, and those whose operations belong to a resource. */
  readonly items: Tally;
  /** Resources with POST on the collection and GET on the item. */
  readonly lifecycles: Tally;
  /** Number of responses by source. */
  readonly sources: Readonly<Record<string, number>>;
  /** Milliseconds of processor time: until it is ready, and of the slowest response with its operation. */
  readonly start: number;
  readonly slowest: number;
  readonly slowestIs: string;
  /** Peak memory of the process so far, in MB. */
  readonly memory: number;
}

/** A tally in progress. */
export class Counter implements Tally {
  tested = 0;
  passed = 0;
  readonly reasons: Record<string, number> = {};

  /** @param fault - the reason of a failure; undefined for a success */
  count(fault: string | undefined): void {
    this.tested += 1;
    if (fault === undefined) this.passed += 1;
    else this.reasons[kindOf(fault)] = (this.reasons[kindOf(fault)] ?? 0) + 1;
  }
}

/** A reason without values of one document. */
export function kindOf(fault: string): string {
  return fault
    .replace(/"[^"]*"|'[^']*'|“[^”]*”/g, '…')
    .replace(/(^|\s)\/\S+/g, '$1/…')
    .replace(/\d+(?=\D|$)/g, (digits) => (/^[1-5]\d\d$/.test(digits) ? digits : 'N'))
    .slice(0, 160);
}

const NONE: Tally = { tested: 0, passed: 0, reasons: {} };

/** A document that could not be tested, with the reason. */
export function untestedDocument(path: string, rejected: string, memory = 0): TestedDocument {
  const none = { operations: NONE, untestable: {}, items: NONE, lifecycles: NONE, sources: {} };
  return { ...none, path, rejected, start: 0, slowest: 0, slowestIs: '', memory };
}
