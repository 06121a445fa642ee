// Whom somebody lets in who starts a stand-in: what they must say of that, and what they should know.

import type { AccessSettings } from '../control/access.ts';
import { createHosts } from '../engine/hosts.ts';
import { Problems } from '../schema/problems.ts';

interface NetworkSettings extends AccessSettings {
  /** The address to listen on. */
  readonly host: string;
}

/** Whoever lets a network in says what becomes of the control API. @throws Problems if nothing was said */
export function requireChoice({ host, controlOpenTo, controlToken }: NetworkSettings): void {
  if (isNear(host) || controlOpenTo !== undefined || controlToken !== undefined) return;
  throw new Problems(
    `--host ${host} lets a network in. Say who of it may read and change everything below /_understudy:`,
    [
      '--control-token TOKEN, or UNDERSTUDY_CONTROL_TOKEN: whoever sends this as a bearer token',
      '--control-open-to loopback: programs on this machine only',
      '--control-open-to nobody, or anybody who reaches the port',
    ],
  );
}

/** Sentences, one for each setting that lets in more than this machine. */
export function warningsOf({ host, controlOpenTo }: NetworkSettings): string[] {
  return [
    ...(isNear(host)
      ? []
      : [`--host ${host} lets in whoever reaches this machine; tokens and passwords are no secrets here.`]),
    ...(controlOpenTo === 'anybody'
      ? ['--control-open-to anybody lets whoever reaches the port read every record and start over.']
      : []),
  ].map((sentence) => `Warning: ${sentence}`);
}

/** Whether nothing but this machine is let in. */
function isNear(host: string): boolean {
  return host === '::1' || createHosts().isOurs(host);
}
