// Starts the command of a server, and waits until its URL responds.

import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { http } from '../../server/pipeline/node-http.ts';
import type { CommandIO } from '../io.ts';
import { STOP_GRACE, startCommand } from './child-command.ts';

/** The stored output for errors, in characters, and the number of its last lines that errors show. */
const MAX_OUTPUT = 16_384;
const MAX_LINES = 20;
/** Milliseconds between requests while the server starts. */
const INTERVAL = 100;
/** The time limit for a response, in milliseconds. */
const TIMEOUT = 3000;
/** Statuses of a proxy, or of a server that is starting. */
const NOT_READY: readonly (number | undefined)[] = [502, 503, 504];

/** A server that runs during a test run. */
export interface RunningServer {
  /** Resolves as soon as the command has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Resolves with an error when the command ended before it was stopped, and all of its processes are stopped. */
  readonly failed: Promise<UsageError>;
  stop(): Promise<void>;
}

/** The command of a server, and its URL. */
export interface ServerCommand {
  readonly words: readonly string[];
  readonly url: string;
  /** The time limit until it responds, in seconds. */
  readonly wait: number;
  /** Whether its outputs are printed at once. */
  readonly isPrinted: boolean;
  readonly signal: AbortSignal;
}

/**
 * Starts a server. Resolves when it responds, or when the signal aborts. Errors show the last lines of both outputs.
 *
 * @throws UsageError if another program listens at the URL, or the command ends or does not respond in time
 */
export async function startServer(
  { words, url, wait, isPrinted, signal }: ServerCommand,
  io: CommandIO,
): Promise<RunningServer> {
  if (await isTaken(url))
    throw new UsageError(
      `Another program listens at ${url}. Stop it, or let ${JSON.stringify(words.join(' '))} use another port.`,
    );
  let isReady = false;
  let isStopping = false;
  let printed = '';
  const output = {
    write(text: string) {
      // Messages of npm and others about the stop are not printed.
      if (isStopping) return;
      printed = (printed + text).slice(-MAX_OUTPUT);
      if (isPrinted) io.stderr.write(printableLines(text));
    },
  };
  const child = await startCommand(words, {
    env: io.env,
    stdin: 'ignore',
    stdout: output,
    stderr: output,
  });
  const stop = async () => {
    isStopping = true;
    const { wasKilled } = await child.stop();
    if (!wasKilled) return;
    const name = JSON.stringify(words.join(' '));
    io.stderr.write(`understudy: ${name} was killed: it still ran ${STOP_GRACE / 1000} s after SIGTERM.\n`);
  };
  const failure = (clause: string) => {
    const lines = printed.trim() === '' ? [] : printed.trimEnd().split('\n').slice(-MAX_LINES);
    const intro = lines.length === 0 ? '' : '. Its last output:';
    return new UsageError(`The command ${JSON.stringify(words.join(' '))} ${clause}${intro}`, lines);
  };
  const failed = new Promise<UsageError>((resolve) => {
    void child.ended.then(async (code) => {
      if (isStopping) return;
      // Its last output arrives after its end.
      await child.stop();
      const when = isReady ? 'during the run' : 'before it responded';
      resolve(failure(`ended with exit code ${code} ${when}; it must run until it is stopped`));
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
  isReady = true;
  return { ended: child.ended, failed, stop };
}

/** Whether a program accepts connections at a URL. */
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

/** Waits until a URL responds, or the signal aborts. @returns a clause if the time limit was exceeded */
async function responds(url: string, seconds: number, signal: AbortSignal): Promise<string | undefined> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const status = await statusOf(url, signal);
    if (signal.aborted || (status !== undefined && !NOT_READY.includes(status))) return undefined;
    if (performance.now() > end) return status === undefined ? 'did not respond' : `responded with ${status}`;
    await pause(INTERVAL, undefined, { signal }).catch(() => undefined);
  }
}

/** The status of a response; undefined without one. The request contains no secrets, so any certificate is accepted. */
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

/** Loaded only for https. */
function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}
