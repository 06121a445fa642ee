// Requirements for pages, and problems that a browser reports.

import axe from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';

/** Collects the problems that a browser reports for a page from now on. */
export function listenForComplaints(page: Page, report: (complaint: string) => void): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(message.text());
  });
  page.on('pageerror', (error) => report(error.message));
}

/**
 * Checks a page on desktop and phone, in light and dark mode: it is accessible, and nothing overflows.
 *
 * @param alsoAt - further checks at each size
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

/** The violations that axe finds in a page, shortened in the browser. */
export async function violationsIn(page: Page, options: axe.RunOptions = {}): Promise<readonly string[]> {
  // Loaded once per page, because loading costs more than running.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate<
    readonly string[]
  >(`axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
}
