// The stored form of a shared exchange, validated when it is read.

import type { RecordedExchange } from '../server/pipeline/request-log/recorded-exchange.ts';
import type { LoggedText } from '../store/shared-request-log.ts';

/** As JSON, without its number, which the shared log assigns. */
export function serializeExchange(exchange: RecordedExchange): string {
  return JSON.stringify({ ...exchange, number: undefined });
}

export function parseExchange({ number, text }: LoggedText): RecordedExchange {
  try {
    const told: unknown = JSON.parse(text);
    if (isExchange(told)) return { ...told, number };
  } catch {
    // Reported below.
  }
  const warnings = ['this recorded request cannot be read: its data was changed by another program'];
  return { number, at: new Date(0).toISOString(), method: '', target: '', status: 0, findings: [], warnings };
}

const TEXTS = [
  'operation',
  'api',
  'caller',
  'fault',
  'source',
  'code',
  'requestBody',
  'responseBody',
  'reason',
] as const;

function isExchange(told: unknown): told is Omit<RecordedExchange, 'number'> {
  if (typeof told !== 'object' || told === null) return false;
  const one = told as Readonly<Record<string, unknown>>;
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

function isHeaders(told: unknown): boolean {
  if (told === undefined) return true;
  return typeof told === 'object' && told !== null && Object.values(told).every((value) => typeof value === 'string');
}
