// Logs requests, rejected connections, handler errors and notices as lines of JSON.

import { inspect } from 'node:util';
import type { MockServerSettings } from '../../app/server-settings.ts';
import { printableJson } from '../../schema/printable.ts';
import type { CompletedRequest } from '../../server/pipeline/request-log/observers.ts';
import { redactShapes } from '../../server/pipeline/security/redact-shapes.ts';
import { openLines } from './async-lines.ts';
import { createProbeFilter } from './probes.ts';

/** The maximum length of a text, in characters. */
const MAX_LENGTH = 500;
/** The same of an error with its stack, and of a notice. */
const MAX_ERROR_LENGTH = 4000;

type Level = 'info' | 'warn' | 'error';
type Fields = Readonly<Record<string, string | number | undefined>>;

/** Writes lines of JSON. */
export interface RequestLogFile
  extends Required<Pick<MockServerSettings, 'onResponse' | 'onRejected' | 'onError' | 'onNotice'>> {
  /** Logs an event. */
  log(event: string, fields?: Fields, level?: Level): void;
  /** Flushes, and ignores later lines. */
  close(): void;
}

/** @param fd - a file or a pipe; lines are dropped while a pipe is not read. Default: standard output */
export function openLog(fd = 1): RequestLogFile {
  const lines = openLines(fd, (count) => lineOf('warn', 'dropped', { lines: count }));
  const isRelevant = createProbeFilter();
  const write = (level: Level, event: string, fields: Fields) => lines.write(lineOf(level, event, fields));
  return {
    log: (event, fields = {}, level = 'info') => write(level, event, fields),
    onResponse(completed) {
      if (isRelevant(completed)) write(levelOf(completed), 'request', requestFields(completed));
    },
    onRejected: ({ status, reason, client }) =>
      write('info', 'rejected', { status, reason: brief(redactShapes(reason)), client }),
    onError: (thrown, redact = redactShapes) =>
      write('error', 'error', { error: brief(redact(inspect(thrown)), MAX_ERROR_LENGTH) }),
    onNotice: (notice) => write('warn', 'notice', { notice: brief(redactShapes(notice), MAX_ERROR_LENGTH) }),
    close: lines.close,
  };
}

function lineOf(level: Level, event: string, fields: Fields): string {
  return `${printableJson(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }))}\n`;
}

function requestFields(completed: CompletedRequest): Fields {
  const { request, status, duration, sandbox, api, operation, source, code, trace, reason, redact } = completed;
  const why = reason?.();
  const violations = completed.violations?.();
  return {
    method: brief(redact(request.method), 40),
    target: brief(completed.target()),
    status,
    milliseconds: Math.round(duration * 100) / 100,
    sandbox: sandbox && redact(sandbox),
    api,
    operation,
    source,
    code,
    reason: why === undefined ? undefined : brief(why),
    violations: violations === undefined ? undefined : brief(violations),
    client: request.client,
    // As OpenTelemetry names them in logs that are not its own.
    trace_id: trace?.traceId,
    span_id: trace?.spanId,
  };
}

/** An injected fault is not an error of the server. */
function levelOf({ status, source }: CompletedRequest): Level {
  return status >= 500 && source !== 'fault' ? 'error' : 'info';
}

function brief(text: string, longest = MAX_LENGTH): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
