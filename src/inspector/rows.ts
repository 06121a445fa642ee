// The exchanges of a sandbox in brief: what came, the newest first, and no more than the stand-in keeps.

import type { Operations, WorldEvent } from '../client/client.ts';

/** One of them, without bodies. */
export type Row = Extract<WorldEvent, { readonly event: 'exchange' }>['data'];
/** One of them, with all that is known of it. */
export type WholeExchange = Operations['listRequests']['output']['exchanges'][number];

/** How many the stand-in keeps. */
const MOST = 1000;

/** The rows after some events. @returns the same list when nothing has changed */
export function rowsAfter(rows: readonly Row[], events: readonly WorldEvent[]): readonly Row[] {
  let kept = rows;
  let made: Row[] = [];
  for (const event of events) {
    if (event.event === 'exchange') made.push(event.data);
    else if (event.event === 'cleared') {
      made = made.filter(({ number }) => number > event.data.to);
      kept = kept.filter(({ number }) => number > event.data.to);
    } else if (event.event === 'start' && !event.data.resumed) [kept, made] = [[], []];
  }
  if (made.length === 0) return kept;
  return [...made.reverse(), ...kept].slice(0, MOST);
}
