// Step-by-step work on a document that can be interrupted.

/** Minimum characters of JSON in a large document, whose validators take too long to compile at start. */
export const LARGE_DOCUMENT = 512 * 1024;

/** Runs all steps, at once or in slices, and returns their result. */
export type RunSteps = <T>(steps: Iterator<undefined, T>) => Promise<T>;

/** Runs all steps at once. */
export const runAtOnce: RunSteps = async (steps) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
