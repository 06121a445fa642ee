// Runs steps concurrently.

/** @param most - maximum concurrency @param onDone - called after each step; false stops */
export async function runConcurrently(
  steps: readonly (() => Promise<void>)[],
  most: number,
  onDone: () => boolean,
): Promise<void> {
  const waiting = steps.values();
  let goesOn = true;
  const work = async () => {
    for (const step of waiting) {
      if (!goesOn) return;
      await step();
      goesOn = onDone() && goesOn;
    }
  };
  await Promise.all(Array.from({ length: most }, work));
}
