// What is read again when records have changed: once in a while, however often that is.

import type { WorldEvent } from '../../client/client.ts';
import { useEffect, useRef } from '../preact.ts';
import { useEvents } from '../session.ts';

/** How often at the most, in milliseconds. */
const PERIOD = 400;

const isChange = ({ event }: WorldEvent) => event === 'change' || event === 'undone';

/** Has something read again soon after there was news, once for all that comes until then. @param isNews - default: that records of any api have changed */
export function useThrottled(reload: () => void, isNews: (event: WorldEvent) => boolean = isChange): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const newest = useRef(reload);
  newest.current = reload;
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents((events) => {
    if (timer.current !== undefined || !events.some(isNews)) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      newest.current();
    }, PERIOD);
  });
}
