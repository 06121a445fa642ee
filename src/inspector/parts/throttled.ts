// Reloads data after changes, at most once per period.

import type { WorldEvent } from '../../client/client.ts';
import { useEffect, useRef } from '../preact.ts';
import { useEvents } from '../session.ts';

/** The shortest time between two reloads, in milliseconds. */
const PERIOD = 400;

const isChange = ({ event }: WorldEvent) => event === 'change' || event === 'undone';

/** Reloads soon after an event, once for all events until then. @param isNews - which events count. Default: changes of records */
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
