// The error for user input that cannot be used.

/**
 * User input (a document, fixtures, handlers, settings) cannot be used; `problems` has one sentence for each reason.
 *
 * Also thrown through deep recursion, where a `Result` would make every step longer: see decision 51.
 */
export class UsageError extends Error {
  readonly problems: readonly string[];

  constructor(headline: string, problems: readonly string[] = [], options?: ErrorOptions) {
    super([headline, ...problems.map((problem) => `  ${problem}`)].join('\n'), options);
    this.name = 'UsageError';
    this.problems = problems;
  }
}
