// `understudy ready`: checks whether a server accepts requests, for health checks and scripts.

import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { printableLines } from '../schema/printable.ts';
import { isLocalHost } from '../server/pipeline/cors/trusted-hosts.ts';
import { http } from '../server/pipeline/node-http.ts';
import { readCommandLine } from './command-line.ts';
import { READY } from './command-tables/control-behaviour.ts';
import { defaultUrl } from './control/default-url.ts';
import { numberOf, serverAddress } from './flag-values.ts';
import type { CommandIO } from './io.ts';
import { printResult } from './print-result.ts';

/** The time limit for a response, in milliseconds. */
const TIMEOUT = 3000;
/** Milliseconds between two attempts. */
const INTERVAL = 250;

/** The command. */
export async function ready(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(READY, args, io);
  if (!line) return 0;
  const { wait, json } = line.values;
  const url = new URL(serverAddress(line.positionals[0] ?? defaultUrl(io.env)));
  const end = performance.now() + numberOf('--wait', wait, 0, 86_400) * 1000;
  let reason = await findObstacle(url);
  while (reason !== undefined && performance.now() < end) {
    await pause(INTERVAL);
    reason = await findObstacle(url);
  }
  const isReady = reason === undefined;
  if (json) printResult(io, json, { ready: isReady, url: url.href, ...(!isReady && { reason }) }, []);
  else if (isReady) io.stdout.write('ready\n');
  if (!isReady) io.stderr.write(printableLines(`${url.origin} is not ready: ${reason}\n`));
  return isReady ? 0 : 1;
}

const NO_SERVER = 'the response is not from a mock server of Understudy';

/** The reason why a server accepts no requests; undefined if it does. */
async function findObstacle(url: URL): Promise<string | undefined> {
  const base = url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
  try {
    const { status, body } = await get(new URL(`${base}/_understudy/ready`));
    if (status === 200) return JSON.parse(body).ready === true ? undefined : NO_SERVER;
    return JSON.parse(body).message ?? `it returns ${status}`;
  } catch (error) {
    return error instanceof SyntaxError ? NO_SERVER : (error as Error).message || 'connection refused';
  }
}

function get(url: URL): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const isSecure = url.protocol === 'https:';
  const send = isSecure ? https().request : http.request;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { signal: AbortSignal.timeout(TIMEOUT), ...(isSecure && { rejectUnauthorized: !isLocalHost(url.host) }) },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          body += piece;
          if (body.length > 100_000) response.destroy(new Error(NO_SERVER));
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    request.on('error', (error) =>
      reject(error.name === 'TimeoutError' ? new Error(`no response within ${TIMEOUT / 1000} s`) : error),
    );
    request.end();
  });
}

/** Loaded only for https. */
function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}
