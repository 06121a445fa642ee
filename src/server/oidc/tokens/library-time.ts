// Converts times between the sandbox clock and the machine clock of oidc-provider.

import type { AdapterPayload } from 'oidc-provider';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';

/** Properties with times in seconds since 1970. */
const MOMENTS = ['iat', 'iiat', 'authTime', 'loginTs'] as const;

/** By how many seconds the clock of a sandbox is ahead of the machine's. */
export function secondsAhead({ clock }: Pick<Sandbox, 'clock'>): number {
  return Math.round(clock.offset / 1000);
}

/** The present time in tokens, in seconds since 1970: that of the machine, plus the offset of the sandbox. */
export function tokenTime(sandbox: Pick<Sandbox, 'clock'>): number {
  return Math.floor(Date.now() / 1000) + secondsAhead(sandbox);
}

/** An artifact with times of the sandbox clock: the offset may be another one when they are read. */
export function toSandbox(payload: AdapterPayload, sandbox: Sandbox): AdapterPayload {
  return moved(payload, secondsAhead(sandbox));
}

/** A stored artifact with times of the machine clock. */
export function toLibrary(payload: AdapterPayload, sandbox: Sandbox): AdapterPayload {
  return moved(payload, -secondsAhead(sandbox));
}

function moved(payload: AdapterPayload, seconds: number): AdapterPayload {
  const moments = MOMENTS.flatMap((name) => {
    const moment = payload[name];
    return typeof moment === 'number' ? [[name, moment + seconds] as const] : [];
  });
  return { ...payload, ...Object.fromEntries(moments) };
}
