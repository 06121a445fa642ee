// What whoever starts a stand-in should know of the doors that he opens, and of one that stays shut.

import { createHosts } from '../engine/hosts.ts';
import { tooOldForLogin } from '../issuer/node-version.ts';

interface Doors {
  /** The address to listen on. */
  readonly host: string;
  readonly controlOpenTo?: 'loopback' | 'anybody';
  /** Whether people can log in to an api that is served. */
  readonly hasLogin: boolean;
}

/** Sentences, one for each setting that lets in more than this machine, and one if nobody can log in with this Node. */
export function warningsOf({ host, controlOpenTo, hasLogin }: Doors): string[] {
  const isNear = host === '::1' || createHosts().isOurs(host);
  return [
    ...(isNear
      ? []
      : [`--host ${host} lets in whoever reaches this machine; tokens and passwords are no secrets here.`]),
    ...(controlOpenTo === 'anybody'
      ? ['--control-open-to anybody lets whoever reaches the port read every record and start over.']
      : []),
    ...(hasLogin && tooOldForLogin ? [`${tooOldForLogin}. Everything else works.`] : []),
  ].map((sentence) => `Warning: ${sentence}`);
}
