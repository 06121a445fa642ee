// The cookies of browsers that log in.

import type { WireRequest } from '../../pipeline/wire.ts';
import { baseOf } from '../origin.ts';

/** Cookies by what oidc-provider calls them. */
export interface CookieNames {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
}

/**
 * What the cookies of an issuer are called. A browser sends them to every port of a host, and those of the root to every path: by its name each belongs
 * to one port and one sandbox.
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

/** What a browser sent as its cookie of this name. */
export function cookieIn({ headers: { cookie = '' } }: WireRequest, name: string): string | undefined {
  const pair = cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
