// How much a large test does: all of it in `npm run test:nightly`, less in CI.

export function nightlySize(full: number, short: number): number {
  return process.env.UNDERSTUDY_TEST_RUNS === 'full' ? full : short;
}
