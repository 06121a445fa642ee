// How smoothly a page draws while something is done: the times from one frame to the next, in Chromium.

import type { Page } from 'playwright-core';

/** What was seen of the frames, in milliseconds. */
export interface Frames {
  readonly median: number;
  /** 95 and 99 of a hundred took no longer. */
  readonly most: number;
  readonly nearlyAll: number;
  readonly longest: number;
  /** How much of its processor time the page took for one, scripts, layout and all: other programs on the machine disturb that less. */
  readonly work: number;
}

/** Notes each frame from when it is run until `window.framesSeen` is taken. */
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

/** Measures the frames of a page while something is done. */
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
