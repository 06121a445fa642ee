// Which exchanges somebody means, and how near the others come.

import type { ShownExchange } from '../engine/journal-entry.ts';
import { holds, isPath } from '../engine/matching.ts';
import { pathOf } from '../engine/wire.ts';
import type { ExchangeMatch } from './operations.ts';

/** In which ways an exchange differs from what is meant, a sentence each; none when it is one of those. */
export function differences(match: ExchangeMatch, exchange: ShownExchange): readonly string[] {
  const { operation, method, path, status, source, code, caller, body, answer, findings, since } = match;
  const told: string[] = [];
  const same = (what: string, wanted: unknown, is: unknown) => {
    if (wanted !== undefined && wanted !== is)
      told.push(`${what} is ${JSON.stringify(is) ?? 'unknown'}, not ${JSON.stringify(wanted)}`);
  };
  same('the operation', operation, exchange.operation);
  same('the method', method?.toUpperCase(), exchange.method);
  const asked = pathOf(exchange.target);
  if (path !== undefined && !isPath(path, asked)) told.push(`the path is ${asked}, not ${path}`);
  if (status !== undefined && !isStatus(status, exchange.status))
    told.push(`the status is ${exchange.status}, not ${status}`);
  same('the source', source, exchange.source);
  same('the code', code, exchange.code);
  same('the caller', caller, exchange.caller);
  if (body !== undefined && !holds(saidBy(exchange.requestBody), body))
    told.push(`the body does not hold ${shortly(body)}`);
  if (answer !== undefined && !holds(saidBy(exchange.responseBody), answer))
    told.push(`the answer does not hold ${shortly(answer)}`);
  const found = exchange.findings.length > 0;
  if (findings !== undefined && findings !== found) told.push(found ? 'there are findings' : 'there are no findings');
  if (since !== undefined && Date.parse(exchange.at) < Date.parse(since))
    told.push(`it came at ${exchange.at}, before ${since}`);
  return told;
}

/** @param wanted - a status, or a class such as `4XX` */
function isStatus(wanted: number | string, status: number): boolean {
  return typeof wanted === 'number' ? wanted === status : Number(wanted[0]) === Math.floor(status / 100);
}

/** What a body says: JSON as its value, anything else as text. */
function saidBy(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
