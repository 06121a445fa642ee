// Server-sent events about what happens in a sandbox.

import { ApiError } from '../../pipeline/errors/api-error.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../../pipeline/sandbox/sandboxes.ts';
import type { ControlHandlers } from '../control-handlers.ts';
import { EventReader } from './event-reader.ts';
import { Feed } from './feed.ts';

/** How many follow sandboxes at the same time. */
const MOST_READERS = 1000;

/** @param stopping - aborted when streams must end */
export function eventHandlers(sandboxes: Sandboxes, stopping: AbortSignal): Pick<ControlHandlers, 'readEvents'> {
  const feeds = new WeakMap<Sandbox, Feed>();
  const readers = new Set<EventReader>();

  function feedOf(sandbox: Sandbox): Feed {
    const feed = feeds.get(sandbox) ?? new Feed(sandbox, sandboxes);
    feeds.set(sandbox, feed);
    return feed;
  }

  return {
    async readEvents({ input: { 'last-event-id': lastEventId, timeout }, caller: { sandbox }, signal }) {
      if (readers.size >= MOST_READERS)
        throw new ApiError(
          'resource_exhausted',
          `${MOST_READERS} clients already read events, the maximum; try again later`,
        );
      await sandbox.requestLog.settled();
      const feed = feedOf(sandbox);
      const isBrief = timeout === 0;
      const ends = [signal, stopping, ...(timeout === undefined || isBrief ? [] : [AbortSignal.timeout(timeout)])];
      return new EventReader(feed, { lastEventId, end: AbortSignal.any(ends), isBrief, readers });
    },
  };
}
