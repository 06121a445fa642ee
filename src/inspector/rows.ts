// Recorded requests of a sandbox in brief, newest first.

import type { Operations, WorldEvent } from '../client/client.ts';

/** A recorded request without headers and bodies. */
export type Row = Extract<WorldEvent, { readonly event: 'exchange' }>['data'];
/** A recorded request with all its details. */
export type Exchange = Operations['listRequests']['output']['exchanges'][number];

/** How many the server keeps. */
const MOST = 1000;

/** Applies events. @returns the same list when nothing has changed */
export function rowsAfter(rows: readonly Row[], events: readonly WorldEvent[]): readonly Row[] {
  let known = rows;
  let added: Row[] = [];
  for (const event of events) {
    if (event.event === 'exchange') added.push(event.data);
    else if (event.event === 'cleared') {
      added = added.filter(({ number }) => number > event.data.to);
      known = known.filter(({ number }) => number > event.data.to);
    } else if (event.event === 'start' && !event.data.resumed) [known, added] = [[], []];
  }
  if (added.length === 0) return known;
  return [...added.reverse(), ...known].slice(0, MOST);
}
