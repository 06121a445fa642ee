// Work on a document that is done step by step, so that others can have their turn in between.

/** From how many characters of JSON on a document is large: its validators take longer to compile than people wait for a start. */
export const LARGE = 512 * 1024;

/** Takes the steps of something, all at once or in turns, and gives what comes of it. */
export type Run = <T>(steps: Iterator<undefined, T>) => Promise<T>;

/** Takes all steps at once. */
export const atOnce: Run = async (steps) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
