// Polling intervals of the device flow (RFC 8628, sections 3.2 and 3.5).

import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { LRUCache } from '../../../schema/lru-cache.ts';
import { addNotice } from '../exchange-notices.ts';
import { errors } from '../oidc-provider.ts';

/** In seconds: the interval, and its increase after each early poll. */
const INTERVAL = 5;
/** In milliseconds: the tolerance for early polls, because network delays vary. */
const GRACE = 500;
/** Maximum number of remembered devices, by last poll. */
const DEVICES = 1000;

interface Question {
  /** Milliseconds since 1970, by the clock of the machine: devices wait by theirs. */
  readonly at: number;
  /** How long the device has to wait now, in seconds. */
  readonly interval: number;
}

/** Sends the interval to devices, and `slow_down` to those that ignore it. */
export function paceDevices(provider: Provider): void {
  const polls = new LRUCache<string, Question>({ max: DEVICES });

  /** The interval that a device has ignored; undefined if it has not. */
  function brokenInterval(deviceCode: string): number | undefined {
    const { at = 0, interval = INTERVAL } = polls.get(deviceCode) ?? {};
    const now = Date.now();
    const isTooSoon = now - at < interval * 1000 - GRACE;
    polls.set(deviceCode, { at: now, interval: isTooSoon ? interval + INTERVAL : interval });
    return isTooSoon ? interval : undefined;
  }

  provider.on('device_authorization.success', (ctx, response) => {
    ctx.body = { ...response, interval: INTERVAL };
  });
  provider.on('grant.error', (ctx: KoaContextWithOIDC, thrown) => {
    if (!(thrown instanceof errors.AuthorizationPending)) return;
    const interval = brokenInterval(String(ctx.oidc.params?.device_code));
    if (interval === undefined) return;
    const reason = `this device polled sooner than every ${interval} seconds; the interval is now ${interval + INTERVAL} seconds`;
    addNotice(ctx, { reason });
    ctx.body = { error: 'slow_down', error_description: reason };
  });
}
