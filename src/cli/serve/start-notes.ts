// Checks and sentences of a start: network access, and the location of the state.

import { readdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Config } from '../../app/config.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { AccessSettings } from '../../server/control/access.ts';
import { createTrustedHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import type { LogStorage } from '../../store/log/store-log.ts';

interface NetworkSettings extends AccessSettings {
  /** The address to listen on. */
  readonly host: string;
}

/** Requires a setting for the control API if a network can reach the server. @throws UsageError without one */
export function requireControlAccess({ host, controlAccess, controlToken }: NetworkSettings): void {
  if (isLocalOnly(host) || controlAccess !== undefined || controlToken !== undefined) return;
  throw new UsageError(`--host ${host} exposes the server. Choose who may use the control API (/_understudy):`, [
    '--control-token TOKEN, or UNDERSTUDY_CONTROL_TOKEN: clients that send this bearer token',
    '--control-access loopback: programs on this machine only',
    '--control-access none: no client',
    '--control-access all: every client that can reach the port',
  ]);
}

/** Warnings about settings that admit more than this machine. */
export function accessWarnings({ host, controlAccess }: NetworkSettings): string[] {
  return [
    ...(isLocalOnly(host) ? [] : [`--host ${host} exposes the server; its tokens and passwords are not secret.`]),
    ...(controlAccess === 'all'
      ? ['--control-access all lets every client that can reach the port read and reset all data.']
      : []),
  ].map((sentence) => `Warning: ${sentence}`);
}

/** Whether only this machine can connect. */
function isLocalOnly(host: string): boolean {
  return host === '::1' || createTrustedHosts().isLocalOrTrusted(host);
}

/** For a start without a terminal, which does not reload. */
export const NOT_WATCHING = 'Not watching files. Use --watch to reload documents, handlers and fixtures on change.';

/** A note about a folder `handlers` beside a document, with handlers of its operations; undefined without one. */
export async function unusedHandlersNote(document: string): Promise<string | undefined> {
  const folder = join(dirname(document), 'handlers');
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) return undefined;
  const text = await readFile(document, 'utf8').catch(() => '');
  const ids = new Set(Array.from(text.matchAll(/\boperationId["']?\s*:\s*["']?([\w.-]+)/g), ([, id]) => id));
  if (!files.some((file) => ids.has(file.replace(/\.[cm]?[jt]s$/, '')))) return undefined;
  const shown = shownPath(folder);
  return `Not using the handlers in ${shown}/. To use them: --handlers ${shown}`;
}

const FRESH = 'Use --fresh to start again with the initial data.';

/** The location of the state, by its durability. */
export function stateNote(data: string, durability: NonNullable<Config['durability']>): string {
  if (durability === 'memory') return 'State is in memory and is lost when you stop the server.';
  const path = join(data);
  const folder = isAbsolute(path) || path.startsWith('..') ? path : `./${path}`;
  const risk = durability === 'relaxed' ? ' (relaxed: a power failure may lose the last second)' : '';
  return `State is saved in ${folder}${risk}. ${FRESH}`;
}

/** The location of a state that several processes share. */
export function sharedStateNote({ where }: LogStorage, consistency: Config['consistency']): string {
  const promise =
    consistency === 'local'
      ? 'Reads may lag some milliseconds behind writes of other processes.'
      : 'Reads are strongly consistent.';
  return `State is saved in ${where}, shared with every process that uses this database. ${promise} ${FRESH}`;
}
