// Property checks: with a fraction of the runs by day, or all of them at night.

import fc from 'fast-check';

/** The divisor for runs by day, and their minimum, unless `TEST_RUNS=full`. */
const SHARE = 20;
const LEAST = 10;
/** The number of runs that fast-check makes by default. */
const DEFAULT = 100;
/** Every process checks these inputs. */
const FIXED_SEED = 20;

/**
 * The number of runs of a test.
 *
 * @param full - the number at night
 * @param short - the number by day. Default: a fraction
 */
export function runs(full: number, short = Math.min(full, Math.max(LEAST, Math.ceil(full / SHARE)))): number {
  return process.env.TEST_RUNS === 'full' ? full : short;
}

/**
 * Checks a property: half of the runs with a fixed seed, half with a random one, which fast-check prints when the property fails.
 * `TEST_SEED` replays it.
 *
 * @param parameters - those of fast-check. `numRuns` is the number of runs at night, `seed` the fixed one
 */
export function checkProperty<T>(property: fc.IAsyncProperty<T>, parameters?: fc.Parameters<T>): Promise<void>;
export function checkProperty<T>(property: fc.IProperty<T>, parameters?: fc.Parameters<T>): void;
export function checkProperty<T>(
  property: fc.IRawProperty<T>,
  { numRuns = DEFAULT, seed = FIXED_SEED, ...others }: fc.Parameters<T> = {},
): Promise<void> | void {
  const half = { ...others, numRuns: Math.ceil(runs(numRuns) / 2) };
  const replayed = Number(process.env.TEST_SEED ?? Number.NaN);
  const withRandomSeed = () => fc.assert(property, Number.isNaN(replayed) ? half : { ...half, seed: replayed });
  const checked: unknown = fc.assert(property, { ...half, seed });
  return checked instanceof Promise ? checked.then(withRandomSeed) : withRandomSeed();
}
