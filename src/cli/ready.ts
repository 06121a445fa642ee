// `understudy ready`: whether a stand-in takes requests, for probes of containers, and for scripts that wait until it does.

import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isOfThisMachine } from '../engine/hosts.ts';
import { http } from '../engine/node-http.ts';
import { printableLines } from '../engine/printable.ts';
import { Problems } from '../schema/problems.ts';
import type { CommandIO } from './io.ts';

const USAGE = `understudy ready [URL] [--wait SECONDS]

Asks a stand-in whether it takes requests, by GET /_understudy/ready: ends with 0 if it does, and with 1 if not, as probes of containers want it.

URL is where it answers (default: UNDERSTUDY_URL, else on this machine what UNDERSTUDY_PORT (or PORT) and UNDERSTUDY_TLS_CERT say as for
\`serve\`, else http://127.0.0.1:8080). Of a stand-in on this machine any certificate is taken.

  --wait SECONDS         asks again until it does, for so long (default 0)
  --help                 this
`;

/** How long one answer is waited for, in milliseconds. */
const TIMEOUT = 3000;
/** Until it is asked again. */
const AGAIN = 250;

/** The command. */
export async function ready(args: readonly string[], io: CommandIO): Promise<number> {
  const { wait, url, help } = read(args, io.env);
  if (help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const end = performance.now() + wait * 1000;
  let reason = await whyNot(url);
  while (reason !== undefined && performance.now() < end) {
    await pause(AGAIN);
    reason = await whyNot(url);
  }
  if (reason === undefined) io.stdout.write('ready\n');
  else io.stderr.write(printableLines(`${url.origin} is not ready: ${reason}\n`));
  return reason === undefined ? 0 : 1;
}

function read(args: readonly string[], env: CommandIO['env']) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { wait: { type: 'string', default: '0' }, help: { type: 'boolean', short: 'h', default: false } },
    });
    const [given = usual(env), ...more] = positionals;
    const url = URL.parse(given);
    if (more.length > 0) throw new Error(`${more[0]} means nothing here`);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new Error(`${JSON.stringify(given)} is no address of a stand-in`);
    if (!/^\d{1,5}$/.test(values.wait)) throw new Error(`--wait takes seconds, not ${JSON.stringify(values.wait)}`);
    return { url, wait: Number(values.wait), help: values.help };
  } catch (error) {
    throw new Problems('These arguments cannot be used:', [(error as Error).message, ...USAGE.trimEnd().split('\n')]);
  }
}

/** Where `serve` listens that has the same environment. */
function usual(env: CommandIO['env']): string {
  const { UNDERSTUDY_URL, UNDERSTUDY_PORT, PORT, UNDERSTUDY_TLS_CERT } = env;
  return UNDERSTUDY_URL || `${UNDERSTUDY_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${UNDERSTUDY_PORT || PORT || '8080'}`;
}

/** Why it takes no requests, as far as one can see; undefined when it does. */
async function whyNot(url: URL): Promise<string | undefined> {
  const base = url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
  try {
    const { status, body } = await answerOf(new URL(`${base}/_understudy/ready`));
    if (status === 200) return JSON.parse(body).ready === true ? undefined : 'whoever answers is no stand-in';
    return JSON.parse(body).message ?? `it answers ${status}`;
  } catch (error) {
    return error instanceof SyntaxError
      ? 'whoever answers is no stand-in'
      : (error as Error).message || 'nobody answers';
  }
}

function answerOf(url: URL): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const isSecure = url.protocol === 'https:';
  const send = isSecure ? https().request : http.request;
  return new Promise((resolve, reject) => {
    const asked = send(
      url,
      { signal: AbortSignal.timeout(TIMEOUT), ...(isSecure && { rejectUnauthorized: !isOfThisMachine(url.host) }) },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          body += piece;
          if (body.length > 100_000) response.destroy(new Error('whoever answers is no stand-in'));
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    asked.on('error', (error) => reject(error.name === 'TimeoutError' ? new Error('it does not answer') : error));
    asked.end();
  });
}

/** Loaded for those who speak it. */
function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}
