// Matches exchanges against a filter, and explains near misses.

import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { containsValue, matchesPath } from '../pipeline/request-log/partial-match.ts';
import type { RecordedExchange } from '../pipeline/request-log/recorded-exchange.ts';
import { pathOf } from '../pipeline/wire.ts';
import type { ExchangeMatch } from './operations.ts';

/** Whether an exchange matches. */
export function matchesExchange(match: ExchangeMatch, exchange: RecordedExchange): boolean {
  return differing(match, exchange).next().done === true;
}

/** The mismatches of an exchange, a sentence each; none if it matches. */
export function exchangeMismatches(match: ExchangeMatch, exchange: RecordedExchange): readonly string[] {
  return [...differing(match, exchange)].map((tell) => tell());
}

/** The mismatches, cheap ones first, formatted lazily. */
function* differing(match: ExchangeMatch, exchange: RecordedExchange): Generator<() => string> {
  const { operation, method, path, status, source, code, caller, traceId, body, response, findings, since } = match;
  const same = [
    ['the operation', operation, exchange.operation],
    ['the method', method?.toUpperCase(), exchange.method],
    ['the source', source, exchange.source],
    ['the code', code, exchange.code],
    ['the caller', caller, exchange.caller],
    ['the trace', traceId, exchange.traceId],
  ] as const;
  for (const [what, wanted, is] of same)
    if (wanted !== undefined && wanted !== is)
      yield () => `${what} is ${is === undefined ? 'unknown' : shortly(is)}, not ${shortly(wanted)}`;
  const requestPath = pathOf(exchange.target);
  if (path !== undefined && !matchesPath(path, requestPath)) yield () => `the path is ${requestPath}, not ${path}`;
  if (status !== undefined && !isStatus(status, exchange.status))
    yield () => `the status is ${exchange.status}, not ${status}`;
  const found = exchange.findings.length > 0;
  if (findings !== undefined && findings !== found)
    yield () => (found ? 'there are findings' : 'there are no findings');
  if (since !== undefined && Date.parse(exchange.at) < Date.parse(since))
    yield () => `it was received at ${exchange.at}, before ${since}`;
  if (body !== undefined && !containsValue(bodyOf(exchange, 'requestBody'), body))
    yield () => `the request body does not contain ${shortly(body)}`;
  if (response !== undefined && !containsValue(bodyOf(exchange, 'responseBody'), response))
    yield () => `the response body does not contain ${shortly(response)}`;
}

/** @param wanted - a status, or a class such as `4XX` */
function isStatus(wanted: number | string, status: number): boolean {
  return typeof wanted === 'number' ? wanted === status : Number(wanted[0]) === Math.floor(status / 100);
}

type Bodies = 'requestBody' | 'responseBody';

const bodies = new WeakMap<RecordedExchange, Partial<Record<Bodies, unknown>>>();

/** The value of a body. Parsed once for all comparisons. */
function bodyOf(exchange: RecordedExchange, which: Bodies): unknown {
  const known = bodies.get(exchange) ?? {};
  if (!(which in known)) known[which] = parseBody(exchange[which]);
  bodies.set(exchange, known);
  return known[which];
}

/** The value of a body: JSON, else a text. */
function parseBody(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

/** The beginning of a value as JSON, cached for long values. */
function shortly(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return begun(stringifyJson(typeof value === 'string' ? value.slice(0, SHORT) : value));
  const text = written.get(value) ?? begun(stringifyJson(value));
  written.set(value, text);
  return text;
}

const SHORT = 200;
const written = new WeakMap<object, string>();

function begun(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT)}…`;
}
