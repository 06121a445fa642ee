// Matches recorded exchanges with the operations of a document.

import { createSampler, type Sampler } from '../../mock/samples/generate/sampler.ts';
import type { Document, Match, Operation } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { redactTarget } from '../../server/pipeline/security/redact-text.ts';
import { REDACTED } from '../../server/pipeline/security/redacted.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { type DecodedBody, decodeResponseBody } from '../responses/decode-response-body.ts';
import type { ReceivedResponse } from '../target.ts';
import type { HarExchange, RecordedExchanges } from './read-har.ts';
import { withoutSecrets } from './recording-redaction.ts';

/** An exchange of an operation. */
export interface MatchedExchange {
  readonly number: number;
  readonly operation: Operation;
  /** As it will be sent again, without credentials. */
  readonly call: SerializedRequest;
  readonly answer: ReceivedResponse;
  readonly read: DecodedBody;
}

/** Maximum number of path segments before the paths of the document, for recordings behind a gateway. */
const MOST_BEFORE = 6;
const NO_NAMES: ReadonlySet<string> = new Set();
/** The headers that are sent again beside the parameters of the operation. */
const SENT = new Set(['content-type', 'accept', 'if-match', 'if-none-match', 'prefer']);

/** The exchanges with an operation, in order, and notices about the others. */
export async function matchRecording(
  document: Document,
  { exchanges, remarks }: RecordedExchanges,
): Promise<{ readonly recorded: readonly MatchedExchange[]; readonly remarks: readonly string[] }> {
  const sampler = await createSampler(document);
  const recorded: MatchedExchange[] = [];
  const [strange, secret] = [new LeftOut(), new LeftOut()];
  for (const exchange of exchanges) {
    if (exchange.target.replace(/\?.*$/s, '').includes(REDACTED)) {
      secret.add(exchange);
      continue;
    }
    const match = matchOf(document, exchange);
    const call = match && callOf(match, { ...exchange, body: sendable(match.operation, exchange, sampler) });
    if (call) {
      const { operation } = match;
      const { answer, number } = exchange;
      recorded.push(await withRead({ number, operation, call, answer }));
    } else strange.add(exchange);
  }
  return {
    recorded,
    remarks: [
      ...remarks,
      ...strange.sentence('no operation of the document matches'),
      ...secret.sentence('a secret in the path was redacted'),
    ],
  };
}

/** JSON is parsed on each use: all values of a long recording would take more memory than its bytes. */
async function withRead(exchange: Omit<MatchedExchange, 'read'>): Promise<MatchedExchange> {
  const { operation, answer } = exchange;
  const read = decodeResponseBody(operation, answer);
  if (read instanceof Promise) return { ...exchange, read: await read };
  return {
    ...exchange,
    get read() {
      return decodeResponseBody(operation, answer) as DecodedBody;
    },
  };
}

/** Omitted exchanges, for notices. */
class LeftOut {
  readonly #requests = new Set<string>();
  #count = 0;

  add({ method, target }: HarExchange): void {
    this.#count += 1;
    this.#requests.add(`${method} ${redactTarget(target, NO_NAMES).replace(/\?.*$/s, '').slice(0, 80)}`);
  }

  /** @param why - their description @returns nothing if there are none */
  sentence(why: string): readonly string[] {
    if (this.#count === 0) return [];
    const count = this.#count === 1 ? '1 request' : `${this.#count} requests`;
    const requests = [...this.#requests].slice(0, 5).join(', ');
    return [`Skipped ${count} (${why}): ${requests}${this.#requests.size > 5 ? ' and others' : ''}.`];
  }
}

/** The operation of a request, with any prefix of its path. */
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
  const redaction = {
    references,
    sampler,
    names: findSecretNames(operation),
    direction: 'request',
    all: false,
  } as const;
  const whole = withoutSecrets(said, operation.requestSchema, redaction);
  return whole === said ? body : Buffer.from(JSON.stringify(whole));
}

function callOf(
  { operation, path }: Match,
  { method, target, headers, body }: HarExchange,
): SerializedRequest | undefined {
  const query = withoutRedacted(splitAt(target)[1] ?? '');
  const values = path ?? {};
  const filled = operation.path.replace(/\{([^}]+)\}/g, (template, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? template) : template,
  );
  if (/[{#]/.test(filled)) return undefined;
  const known = new Set(
    operation.parameters.flatMap(({ name, in: place }) => (place === 'header' ? name.toLowerCase() : [])),
  );
  const isSent = (name: string, text: string) =>
    (SENT.has(name.toLowerCase()) || known.has(name.toLowerCase())) && !text.includes(REDACTED);
  const sent = headers.filter(([name, text]) => isSent(name, text));
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    headers: sent,
    body,
    rawParameters: {
      path: values,
      query,
      headers: Object.fromEntries(sent.map(([name, text]) => [name.toLowerCase(), text])),
    },
  };
}

/** A query without the parameters in which a secret was redacted: mostly keys, which are sent anew. */
function withoutRedacted(query: string): string {
  if (!/redacted/i.test(query)) return query;
  return query
    .split('&')
    .filter((pair) => !pair.replace(/%5b/gi, '[').replace(/%5d/gi, ']').includes(REDACTED))
    .join('&');
}

function splitAt(target: string): readonly string[] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}
