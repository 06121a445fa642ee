// Moments between the clock of a sandbox, which clients see, and that of the machine, which oidc-provider reads.

import type { AdapterPayload } from 'oidc-provider';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';

/** Where the library tells moments of what it keeps, in seconds since 1970. */
const MOMENTS = ['iat', 'iiat', 'authTime', 'loginTs'] as const;

/** By how many seconds the clock of a sandbox is ahead of the machine's. */
export function secondsAhead({ clock }: Pick<Sandbox, 'clock'>): number {
  return Math.round(clock.ahead / 1000);
}

/** The present time as tokens tell it, in seconds since 1970: that of the machine, even where the stand-in was given another one, and as far ahead as the clock of the sandbox. */
export function secondsOf(sandbox: Pick<Sandbox, 'clock'>): number {
  return Math.floor(Date.now() / 1000) + secondsAhead(sandbox);
}

/** What the library gives to be kept, with moments by the clock of the sandbox: it may be another one when they are read. */
export function toSandbox(payload: AdapterPayload, sandbox: Sandbox): AdapterPayload {
  return moved(payload, secondsAhead(sandbox));
}

/** What was kept, with moments by the clock of the machine. */
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
