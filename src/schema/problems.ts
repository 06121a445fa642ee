// All problems of what a user gave, in one error.

/**
 * Input of the user (a document, fixtures, handlers, settings) cannot be used; `problems` has one sentence for each
 * reason.
 */
export class Problems extends Error {
  readonly problems: readonly string[];

  constructor(headline: string, problems: readonly string[], options?: ErrorOptions) {
    super([headline, ...problems.map((problem) => `  ${problem}`)].join('\n'), options);
    this.name = 'Problems';
    this.problems = problems;
  }
}
