// The line of each request in the terminal, such as `POST /pets 201 12 ms`.

import { styleText } from 'node:util';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { printable } from '../../schema/printable.ts';
import type { CompletedRequest } from '../../server/pipeline/request-log/observers.ts';
import { redactShapes } from '../../server/pipeline/security/redact-shapes.ts';
import { hasColour } from '../colour.ts';
import type { CommandIO } from '../io.ts';
import type { Lines } from './async-lines.ts';
import { createProbeFilter } from './probes.ts';

/** Lines in a second. Of more requests, only the number is printed. */
const MOST = 50;
/** Of a target and of a reason, in characters. */
const LONGEST = 300;

/** Prints requests until it is closed. */
export interface RequestLines extends Required<Pick<MockServerSettings, 'onResponse' | 'onRejected'>> {
  /** Resolves when all is printed. */
  close(): Promise<void>;
}

/** Prints requests to the standard output. What is not a request to an API, as for a page, is printed only if it is rejected. */
export function printRequests({ stdout, env }: Pick<CommandIO, 'stdout' | 'env'>): RequestLines {
  const isColoured = hasColour(env, stdout.isTTY === true);
  // A terminal is read. A pipe may not be, and a write to it would wait for that.
  const { fd } = stdout.isTTY ? {} : stdout;
  let lines: Promise<Lines> | undefined;
  const isNews = createProbeFilter();
  let printed = 0;
  let left = 0;
  let second: NodeJS.Timeout | undefined;

  function write(line: string): void {
    if (fd === undefined) return void stdout.write(line);
    lines ??= import('./async-lines.ts').then(({ openLines }) => openLines(fd, omitted));
    void lines.then((out) => out.write(line));
  }
  function endSecond(): void {
    if (left > 0) write(omitted(left));
    clearTimeout(second);
    second = undefined;
    printed = 0;
    left = 0;
  }
  function print(line: string): void {
    second ??= setTimeout(endSecond, 1000).unref();
    if (printed === MOST) left += 1;
    else {
      printed += 1;
      write(`${line}\n`);
    }
  }

  return {
    onResponse(answered) {
      if (!isNews(answered)) return;
      const reason = answered.reason?.() ?? answered.violations?.();
      if (reason !== undefined || isOfApi(answered)) print(lineOf(answered, reason, isColoured));
    },
    onRejected: ({ status, reason }) => print(`${paint(status, isColoured)}  ${brief(redactShapes(reason))}`),
    async close() {
      endSecond();
      (await lines)?.close();
    },
  };
}

/** Whether it is one to an API or the issuer, and not for a page or a file of ours. */
function isOfApi({ api, status, request }: CompletedRequest): boolean {
  if (api !== undefined) return api !== 'control' || status >= 400;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return !isRead || status >= 400 || isRedirect(status);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function lineOf(
  { request, target, status, duration, sandbox = 'main', redact: plain }: CompletedRequest,
  reason: string | undefined,
  isColoured: boolean,
): string {
  const where = sandbox === 'main' ? '' : `  sandbox ${brief(plain(sandbox))}`;
  const why = reason === undefined ? '' : `  ${brief(reason)}`;
  const time = `${Math.ceil(duration)} ms`;
  return `${brief(plain(request.method))} ${brief(target())} ${paint(status, isColoured)} ${time}${where}${why}`;
}

/** A status: green for success, yellow for errors of the client, red for those of the server. */
function paint(status: number, isColoured: boolean): string {
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return isColoured ? styleText(colour, `${status}`, { validateStream: false }) : `${status}`;
}

function brief(text: string): string {
  const line = printable(text);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function omitted(count: number): string {
  return `… and ${count} more ${count === 1 ? 'request' : 'requests'}\n`;
}
