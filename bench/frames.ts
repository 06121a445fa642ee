// Frame times of a page in Chromium during an action.

import type { Page } from 'playwright-core';

/** The frame times, in milliseconds. */
export interface Frames {
  readonly median: number;
  /** The 95th and 99th percentile. */
  readonly most: number;
  readonly nearlyAll: number;
  readonly longest: number;
  /** Processor time of the page per frame, with scripts and layout: less affected by other programs on the machine. */
  readonly work: number;
}

/** Records each frame from its call until `window.framesSeen` is taken. */
const NOTE = `{
  const seen = [];
  window.framesSeen = seen;
  let before = performance.now();
  const note = (now) => {
    seen.push(now - before);
    before = now;
    if (window.framesSeen === seen) requestAnimationFrame(note);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(note); });
}`;
const TAKE = '{ const seen = window.framesSeen; window.framesSeen = undefined; seen }';

/** Measures the frames of a page during an action. */
export async function framesWhile(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  await page.evaluate(NOTE);
  const before = await worked();
  await act();
  const work = (await worked()) - before;
  const times = (await page.evaluate<number[]>(TAKE)).toSorted((one, other) => one - other);
  const part = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
  return {
    median: part(0.5),
    most: part(0.95),
    nearlyAll: part(0.99),
    longest: times.at(-1) ?? Number.NaN,
    work: work / times.length,
  };
}
