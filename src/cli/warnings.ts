// What whoever starts a stand-in should know of the doors that he opens.

import { createHosts } from '../engine/hosts.ts';

interface Doors {
  /** The address to listen on. */
  readonly host: string;
  readonly controlOpenTo?: 'loopback' | 'anybody';
}

/** Sentences, one for each setting that lets in more than this machine. */
export function warningsOf({ host, controlOpenTo }: Doors): string[] {
  const isNear = host === '::1' || createHosts().isOurs(host);
  return [
    ...(isNear
      ? []
      : [`--host ${host} lets in whoever reaches this machine; tokens and passwords are no secrets here.`]),
    ...(controlOpenTo === 'anybody'
      ? ['--control-open-to anybody lets whoever reaches the port read every record and start over.']
      : []),
  ].map((sentence) => `Warning: ${sentence}`);
}
