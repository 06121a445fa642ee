// The cookies of login sessions.

import type { WireRequest } from '../../pipeline/wire.ts';
import { baseOf } from '../client-origin.ts';

/** Cookie names by their meaning in oidc-provider. */
interface CookieNames {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
}

/**
 * The cookie names of an issuer. A browser sends cookies to every port of a host, and those of the root to every path,
 * so each name identifies one port and one sandbox.
 */
export function cookieNames(issuer: string): CookieNames {
  const { port } = new URL(issuer);
  const base = baseOf(issuer).split('/').at(-1) ?? '';
  const suffix = [port, base].filter((part) => part !== '').map((part) => `_${part}`);
  const named = (name: string) => [name, ...suffix].join('');
  return {
    session: named('understudy_session'),
    interaction: named('understudy_login'),
    resume: named('understudy_resume'),
  };
}

/** The value of a cookie in a request. */
export function cookieIn({ headers: { cookie = '' } }: WireRequest, name: string): string | undefined {
  const pair = cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
