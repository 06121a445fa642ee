// Whether output is coloured, and how wide it may be.

import type { Output } from './io.ts';

/** Whether text is coloured: https://no-color.org and https://force-color.org. */
export function hasColour(
  { NO_COLOR, FORCE_COLOR }: Readonly<Record<string, string | undefined>>,
  isTTY: boolean,
): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTTY && (NO_COLOR === undefined || NO_COLOR === '');
}

/** The width of an output that is no terminal. */
const DEFAULT_WIDTH = 80;
const NARROWEST = 40;

/** The number of characters in a line of an output. */
export function widthOf({ isTTY, columns }: Output): number {
  return isTTY && columns ? Math.max(columns, NARROWEST) : DEFAULT_WIDTH;
}
