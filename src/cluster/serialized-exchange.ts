// The stored form of a shared exchange, validated when it is read.

import type { RecordedExchange } from '../server/pipeline/request-log/recorded-exchange.ts';
import type { LoggedText } from '../store/shared-request-log.ts';

/** As JSON, without its number, which the shared log assigns. */
export function serializeExchange(exchange: RecordedExchange): string {
  return JSON.stringify({ ...exchange, number: undefined });
}

export function parseExchange({ number, text }: LoggedText): RecordedExchange {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isExchange(parsed)) return { ...parsed, number };
  } catch {
    // Reported below.
  }
  const warnings = ['this recorded request cannot be read: its data was changed by another program'];
  return { number, at: new Date(0).toISOString(), method: '', target: '', status: 0, findings: [], warnings };
}

const TEXTS = [
  'operation',
  'api',
  'traceId',
  'caller',
  'fault',
  'source',
  'code',
  'requestBody',
  'responseBody',
  'reason',
] as const;

function isExchange(parsed: unknown): parsed is Omit<RecordedExchange, 'number'> {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const one = parsed as Readonly<Record<string, unknown>>;
  return (
    typeof one.at === 'string' &&
    !Number.isNaN(Date.parse(one.at)) &&
    typeof one.method === 'string' &&
    typeof one.target === 'string' &&
    typeof one.status === 'number' &&
    (one.duration === undefined || typeof one.duration === 'number') &&
    [one.requestHeaders, one.responseHeaders].every(isHeaders) &&
    TEXTS.every((name) => one[name] === undefined || typeof one[name] === 'string') &&
    [one.findings, one.warnings].every(
      (list) => Array.isArray(list) && list.every((text) => typeof text === 'string'),
    ) &&
    (one.links === undefined || (Array.isArray(one.links) && one.links.every((link) => typeof link === 'object')))
  );
}

function isHeaders(parsed: unknown): boolean {
  if (parsed === undefined) return true;
  return (
    typeof parsed === 'object' && parsed !== null && Object.values(parsed).every((value) => typeof value === 'string')
  );
}
