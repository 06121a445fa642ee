// Recorded exchanges by the operations of a document: what was asked of each, and what it answered.

import { type AnswerBody, readAnswer } from '../contract/answer-body.ts';
import type { Call } from '../contract/request/call.ts';
import { jsonIn } from '../contract/request/json-body.ts';
import type { Answer } from '../contract/target.ts';
import { REDACTED } from '../engine/security/redact-text.ts';
import type { Document, Match, Operation } from '../openapi/document.ts';
import { isJson, parseMediaType } from '../openapi/media-type.ts';
import { secretNames } from '../openapi/secret-names.ts';
import { createSampler, type Sampler } from '../sample/sampler.ts';
import type { HarExchange, Recording } from './har.ts';
import { withoutSecrets } from './redaction.ts';

/** An exchange of an operation. */
export interface Recorded {
  readonly number: number;
  readonly operation: Operation;
  /** As it is sent again, without who sent it. */
  readonly call: Call;
  readonly answer: Answer;
  readonly read: AnswerBody;
}

/** How many segments may stand before the paths of a document, where somebody has recorded them behind a gateway. */
const MOST_BEFORE = 6;
/** What of the head of a request is sent again beside the parameters of its operation. */
const SENT = new Set(['content-type', 'accept', 'if-match', 'if-none-match', 'prefer']);

/** The exchanges that are of an operation, in their order, and what is said of the others. */
export async function recordedOf(
  document: Document,
  { exchanges, remarks }: Recording,
): Promise<{ readonly recorded: readonly Recorded[]; readonly remarks: readonly string[] }> {
  const sampler = await createSampler(document);
  const recorded: Recorded[] = [];
  const strange = new Map<string, number>();
  for (const exchange of exchanges) {
    const match = matchOf(document, exchange);
    const call = match && callOf(match, { ...exchange, body: sendable(match.operation, exchange, sampler) });
    if (call) {
      const { operation } = match;
      const { answer, number } = exchange;
      recorded.push({ number, operation, call, answer, read: await readAnswer(operation, answer) });
    } else {
      const what = `${exchange.method} ${exchange.target.replace(/\?.*$/s, '').slice(0, 80)}`;
      strange.set(what, (strange.get(what) ?? 0) + 1);
    }
  }
  if (strange.size === 0) return { recorded, remarks };
  const count = exchanges.length - recorded.length;
  const told = [...strange.keys()].slice(0, 5).join(', ');
  const are = count === 1 ? '1 exchange is' : `${count} exchanges are`;
  const sentence = `${are} of no operation of the document, and left out: ${told}${strange.size > 5 ? ' and others' : ''}.`;
  return { recorded, remarks: [...remarks, sentence] };
}

/** The operation that a request means, whatever stands before its path. */
function matchOf(document: Document, { method, target, headers }: HarExchange): Match | undefined {
  const [path = '', query = ''] = splitAt(target);
  const told = { query, headers: Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text])) };
  let rest = path;
  for (let before = 0; before <= MOST_BEFORE && rest.startsWith('/'); before += 1) {
    const match = document.match(method, rest, told, before === 0 ? undefined : 'bare');
    if (match && 'operation' in match) return match;
    const next = rest.indexOf('/', 1);
    if (next < 0) return undefined;
    rest = rest.slice(next);
  }
  return undefined;
}

/** A body with samples where secrets were left out of the recording. */
function sendable(operation: Operation, { headers, body }: HarExchange, sampler: Sampler): Uint8Array | undefined {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  if (!body || !media || !isJson(media) || !Buffer.from(body).includes(REDACTED)) return body;
  const said = jsonIn(body);
  if (said === undefined) return body;
  const { references } = operation;
  const redaction = { references, sampler, names: secretNames(operation), direction: 'request', all: false } as const;
  const whole = withoutSecrets(said, operation.requestSchema, redaction);
  return whole === said ? body : Buffer.from(JSON.stringify(whole));
}

function callOf({ operation, path }: Match, { method, target, headers, body }: HarExchange): Call | undefined {
  const query = withoutRedacted(splitAt(target)[1] ?? '');
  const values = path ?? {};
  const filled = operation.path.replace(/\{([^}]+)\}/g, (template, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? template) : template,
  );
  if (/[{#]/.test(filled)) return undefined;
  const known = new Set(
    operation.parameters.flatMap(({ name, in: place }) => (place === 'header' ? name.toLowerCase() : [])),
  );
  const sent = headers.filter(([name]) => SENT.has(name.toLowerCase()) || known.has(name.toLowerCase()));
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    headers: sent,
    body,
    sent: { path: values, query, headers: Object.fromEntries(sent.map(([name, text]) => [name.toLowerCase(), text])) },
  };
}

/** A query without what was left out of the recording: mostly keys, which are shown anew. */
function withoutRedacted(query: string): string {
  if (!/redacted/i.test(query)) return query;
  return query
    .split('&')
    .filter((pair) => !pair.replace(/%5b/i, '[').replace(/%5d/i, ']').endsWith(REDACTED))
    .join('&');
}

function splitAt(target: string): readonly string[] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}
