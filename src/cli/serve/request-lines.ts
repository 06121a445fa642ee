// The line of each request in the terminal, such as `POST /pets 201 12 ms`.

import { styleText } from 'node:util';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { printable } from '../../schema/printable.ts';
import type { CompletedRequest } from '../../server/pipeline/request-log/observers.ts';
import { redactShapes } from '../../server/pipeline/security/redact-shapes.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import { hasColour } from '../colour.ts';
import type { CommandIO } from '../io.ts';
import type { Lines } from './async-lines.ts';
import { createProbeFilter } from './probes.ts';

/** The maximum number of lines in a second; further requests are only counted. */
const MAX_LINES = 50;
/** The maximum length of a target or reason, in characters. */
const MAX_LENGTH = 300;

/** Prints requests until it is closed. */
export interface RequestLines extends Required<Pick<MockServerSettings, 'onResponse' | 'onRejected'>> {
  /** Resolves when all lines are printed. */
  close(): Promise<void>;
}

/** Prints requests to standard output. Requests for pages are printed only if they are rejected. */
export function printRequests({ stdout, env }: Pick<CommandIO, 'stdout' | 'env'>): RequestLines {
  const isColoured = hasColour(env, stdout.isTTY === true);
  // A pipe may have no reader, and a synchronous write would wait for one.
  const { fd } = stdout.isTTY ? {} : stdout;
  let lines: Promise<Lines> | undefined;
  const isRelevant = createProbeFilter();
  let printed = 0;
  let omitted = 0;
  let second: NodeJS.Timeout | undefined;

  function write(line: string): void {
    if (fd === undefined) return void stdout.write(line);
    lines ??= import('./async-lines.ts').then(({ openLines }) => openLines(fd, omittedLine));
    void lines.then((out) => out.write(line));
  }
  function endSecond(): void {
    if (omitted > 0) write(omittedLine(omitted));
    clearTimeout(second);
    second = undefined;
    printed = 0;
    omitted = 0;
  }
  /** Formats only lines that are printed: redacting the secrets of a request costs a tenth of a search. */
  function print(format: () => string): void {
    second ??= setTimeout(endSecond, 1000).unref();
    if (printed === MAX_LINES) omitted += 1;
    else {
      printed += 1;
      write(`${format()}\n`);
    }
  }

  return {
    onResponse(completed) {
      if (!isRelevant(completed)) return;
      const reason = () => completed.reason?.() ?? completed.violations?.();
      if (!isApiRequest(completed) && reason() === undefined) return;
      print(() => lineOf(completed, reason() ?? completed.warnings?.(), isColoured));
    },
    onRejected: ({ status, reason }) => print(() => `${paint(status, isColoured)}  ${brief(redactShapes(reason))}`),
    async close() {
      endSecond();
      (await lines)?.close();
    },
  };
}

/** Whether a request is one to an API or the issuer, not for a page of this server. */
function isApiRequest({ api, status, request }: CompletedRequest): boolean {
  if (api !== undefined) return api !== 'control' || status >= 400;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return !isRead || status >= 400 || isRedirect(status);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function lineOf(
  { api, request, target, status, duration, sandbox = 'main', redact }: CompletedRequest,
  remark: string | undefined,
  isColoured: boolean,
): string {
  const where = sandbox === 'main' ? '' : `  sandbox ${brief(redact(sandbox))}`;
  const why = remark === undefined ? '' : `  ${brief(remark)}`;
  const time = `${Math.ceil(duration)} ms`;
  // The query of a login is long, and the reason names its mistake.
  const shown = api === undefined && remark !== undefined ? pathOf(target()) : target();
  return `${brief(redact(request.method))} ${brief(shown)} ${paint(status, isColoured)} ${time}${where}${why}`;
}

/** A status: green for success, yellow for errors of the client, red for those of the server. */
function paint(status: number, isColoured: boolean): string {
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return isColoured ? styleText(colour, `${status}`, { validateStream: false }) : `${status}`;
}

function brief(text: string): string {
  const line = printable(text);
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

function omittedLine(count: number): string {
  return `… and ${count} more ${count === 1 ? 'request' : 'requests'}\n`;
}
