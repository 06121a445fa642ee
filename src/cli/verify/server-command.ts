// Starts the command of a server, and waits until its URL responds.

import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { http } from '../../server/pipeline/node-http.ts';
import type { CommandIO } from '../io.ts';
import { startCommand } from './child-command.ts';

/** How much of the standard output is kept for an error, in characters. */
const KEPT = 16_384;
/** Between two requests while the server starts. */
const AGAIN = 100;
/** For one response. */
const TIMEOUT = 3000;
/** Responses of a proxy, or of a server that still starts. */
const NOT_READY: readonly (number | undefined)[] = [502, 503, 504];

/** A server that was started for a run. */
export interface RunningServer {
  /** Resolves with an error when the command ends before it is stopped. */
  readonly failed: Promise<UsageError>;
  stop(): Promise<void>;
}

/** What is started, and where it responds. */
export interface ServerCommand {
  readonly words: readonly string[];
  readonly url: string;
  /** How long it may take until it responds, in seconds. */
  readonly wait: number;
  readonly signal: AbortSignal;
}

/**
 * Starts a server. Resolves when it responds, or when the signal aborts. Its standard error is printed as it comes; its standard output only with an error.
 *
 * @throws UsageError if something listens at the URL already, or the command ends or does not respond in time; then all of it is stopped
 */
export async function startServer({ words, url, wait, signal }: ServerCommand, io: CommandIO): Promise<RunningServer> {
  if (await isTaken(url))
    throw new UsageError(
      `Another program listens at ${url}. Stop it, or let ${JSON.stringify(words.join(' '))} use another port.`,
      [],
    );
  let isStopping = false;
  let printed = '';
  const keep = (text: string) => {
    printed = (printed + text).slice(-KEPT);
  };
  const child = await startCommand(words, {
    env: io.env,
    stdin: 'ignore',
    stdout: { write: keep },
    // What npm and others print because they are stopped is no news.
    stderr: { write: (text) => isStopping || io.stderr.write(printableLines(text)) },
  });
  const stop = () => {
    isStopping = true;
    return child.stop();
  };
  const failure = (what: string) =>
    new UsageError(
      `The command ${JSON.stringify(words.join(' '))} ${what}${printed === '' ? '' : '. Its output:'}`,
      printed === '' ? [] : printed.trimEnd().split('\n'),
    );
  const failed = new Promise<UsageError>((resolve) => {
    void child.ended.then(async (code) => {
      if (isStopping) return;
      await stop();
      resolve(failure(`ended with exit code ${code}; it must run until it is stopped`));
    });
  });
  const waiting = new AbortController();
  const late = responds(url, wait, AbortSignal.any([signal, waiting.signal])).then((why) =>
    why === undefined ? undefined : failure(`was started, but ${url} ${why} for ${wait} s (--wait SECONDS)`),
  );
  const error = await Promise.race([failed, late]);
  waiting.abort();
  if (error) {
    await stop();
    throw error;
  }
  return { failed, stop };
}

/** Whether a program accepts connections there. */
function isTaken(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: TIMEOUT });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** Resolves when the URL responds, or the signal aborts. @returns what it did until the time was over; undefined if it responds */
async function responds(url: string, seconds: number, signal: AbortSignal): Promise<string | undefined> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const status = await statusOf(url, signal);
    if (signal.aborted || (status !== undefined && !NOT_READY.includes(status))) return undefined;
    if (performance.now() > end) return status === undefined ? 'did not respond' : `responded with ${status}`;
    await pause(AGAIN, undefined, { signal }).catch(() => undefined);
  }
}

/** The status of a response; undefined without one. Nothing is sent that is secret, so any certificate will do. */
function statusOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  const isSecure = /^https:/i.test(url);
  const { get } = isSecure ? https() : http;
  return new Promise((resolve) => {
    const request = get(
      url,
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
        ...(isSecure && { rejectUnauthorized: false }),
      },
      (response) => {
        resolve(response.statusCode);
        response.destroy();
      },
    );
    request.on('error', () => resolve(undefined));
  });
}

/** Loaded only for a URL that needs it. */
function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}
