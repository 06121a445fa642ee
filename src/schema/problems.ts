// Everything that is wrong with what was given, told at once.

/** What somebody gave us (a document, fixtures, handlers, settings) cannot be used; `problems` says why, one sentence each. */
export class Problems extends Error {
  readonly problems: readonly string[];

  constructor(headline: string, problems: readonly string[], options?: ErrorOptions) {
    super([headline, ...problems.map((problem) => `  ${problem}`)].join('\n'), options);
    this.name = 'Problems';
    this.problems = problems;
  }
}
