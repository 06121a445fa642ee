// What a page that people look at must be like, and what a browser says against it.

import axe from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';

/** Tells what a browser finds wrong with a page from now on. */
export function listenForComplaints(page: Page, tell: (complaint: string) => void): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) tell(message.text());
  });
  page.on('pageerror', (error) => tell(error.message));
}

/**
 * Looks at a page on a desk and on a phone, by day and by night: everybody can use it, and nothing stands out of it.
 *
 * @param alsoAt - what else holds at each size
 */
export async function requireAccessible(
  page: Page,
  alsoAt: () => Promise<void> = async () => undefined,
): Promise<void> {
  const before = page.viewportSize() as ViewportSize;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      expect([colorScheme, width, await violationsIn(page)]).toEqual([colorScheme, width, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await alsoAt();
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

/** What axe finds wrong with a page, in short: only that leaves the browser. */
export async function violationsIn(page: Page, options: axe.RunOptions = {}): Promise<readonly string[]> {
  // A page loads it once, which costs more than to run it.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate<
    readonly string[]
  >(`axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
}
