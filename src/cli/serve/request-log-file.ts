// Logs requests, rejected connections, handler errors and notices as lines of JSON.

import { inspect } from 'node:util';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { printableJson } from '../../schema/printable.ts';
import type { CompletedRequest } from '../../server/pipeline/request-log/observers.ts';
import { redactShapes } from '../../server/pipeline/security/redact-shapes.ts';
import { openLines } from './async-lines.ts';
import { createProbeFilter } from './probes.ts';

/** Characters of a text. */
const LONGEST = 500;
/** Characters of an error with its stack. */
const LONGEST_MISTAKE = 4000;

type Level = 'info' | 'warn' | 'error';
type Fields = Readonly<Record<string, string | number | undefined>>;

/** Writes lines of JSON. */
export interface RequestLogFile
  extends Required<Pick<MockServerSettings, 'onResponse' | 'onRejected' | 'onError' | 'onNotice'>> {
  /** Logs an event. */
  say(event: string, fields?: Fields, level?: Level): void;
  /** Flushes, and ignores later lines. */
  close(): void;
}

/** @param fd - of a file or a pipe; lines are dropped while a pipe is not read. Default: standard output */
export function openLog(fd = 1): RequestLogFile {
  const lines = openLines(fd, (count) => lineOf('warn', 'dropped', { lines: count }));
  const isNews = createProbeFilter();
  const write = (level: Level, event: string, fields: Fields) => lines.write(lineOf(level, event, fields));
  return {
    say: (event, fields = {}, level = 'info') => write(level, event, fields),
    onResponse(answered) {
      if (isNews(answered)) write(levelOf(answered), 'request', requestFields(answered));
    },
    onRejected: ({ status, reason, client }) =>
      write('info', 'refused', { status, reason: brief(redactShapes(reason)), client }),
    onError: (thrown, plain = redactShapes) =>
      write('error', 'mistake', { error: brief(plain(inspect(thrown)), LONGEST_MISTAKE) }),
    onNotice: (notice) => write('warn', 'notice', { notice: brief(redactShapes(notice), LONGEST_MISTAKE) }),
    close: lines.close,
  };
}

function lineOf(level: Level, event: string, fields: Fields): string {
  return `${printableJson(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }))}\n`;
}

function requestFields(answered: CompletedRequest): Fields {
  const { request, status, duration, sandbox, api, operation, source, code, reason, redact: plain } = answered;
  const why = reason?.();
  const violations = answered.violations?.();
  return {
    method: brief(plain(request.method), 40),
    target: brief(answered.target()),
    status,
    milliseconds: Math.round(duration * 100) / 100,
    sandbox: sandbox && plain(sandbox),
    api,
    operation,
    source,
    code,
    reason: why === undefined ? undefined : brief(why),
    violations: violations === undefined ? undefined : brief(violations),
    client: request.client,
  };
}

/** An injected fault is no error. */
function levelOf({ status, source }: CompletedRequest): Level {
  return status >= 500 && source !== 'fault' ? 'error' : 'info';
}

function brief(text: string, longest = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
