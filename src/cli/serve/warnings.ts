// Checks and warnings for a server that listens on a network.

import { UsageError } from '../../schema/usage-error.ts';
import type { AccessSettings } from '../../server/control/access.ts';
import { createTrustedHosts } from '../../server/pipeline/cors/trusted-hosts.ts';

interface NetworkSettings extends AccessSettings {
  /** The address to listen on. */
  readonly host: string;
}

/** A server on a network needs a setting for the control API. @throws UsageError without one */
export function requireChoice({ host, controlAccess, controlToken }: NetworkSettings): void {
  if (isNear(host) || controlAccess !== undefined || controlToken !== undefined) return;
  throw new UsageError(`--host ${host} exposes the server. Choose who may use the control API (/_understudy):`, [
    '--control-token TOKEN, or UNDERSTUDY_CONTROL_TOKEN: clients that send this bearer token',
    '--control-access loopback: programs on this machine only',
    '--control-access none: no client',
    '--control-access all: every client that can reach the port',
  ]);
}

/** Sentences, one for each setting that lets in more than this machine. */
export function warningsOf({ host, controlAccess }: NetworkSettings): string[] {
  return [
    ...(isNear(host) ? [] : [`--host ${host} exposes the server; its tokens and passwords are not secret.`]),
    ...(controlAccess === 'all'
      ? ['--control-access all lets every client that can reach the port read and reset all data.']
      : []),
  ].map((sentence) => `Warning: ${sentence}`);
}

/** Whether only this machine can connect. */
function isNear(host: string): boolean {
  return host === '::1' || createTrustedHosts().isLocalOrTrusted(host);
}
