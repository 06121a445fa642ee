// Matches recorded exchanges with the operations of a document.

import { createSampler, type Sampler } from '../../mock/samples/generate/sampler.ts';
import type { Document, Match, Operation } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { redactTarget } from '../../server/pipeline/security/redact-text.ts';
import { REDACTED } from '../../server/pipeline/security/redacted.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { type DecodedResponseBody, decodeResponseBody } from '../responses/decode-response-body.ts';
import type { ReceivedResponse } from '../target.ts';
import type { HarExchange, RecordedExchanges } from './read-har.ts';
import { withoutSecrets } from './recording-redaction.ts';

/** An exchange of an operation. */
export interface MatchedExchange {
  readonly number: number;
  readonly operation: Operation;
  /** As it will be sent again, without credentials. */
  readonly request: SerializedRequest;
  readonly response: ReceivedResponse;
  readonly decoded: DecodedResponseBody;
}

/** Maximum number of path segments before the paths of the document, for recordings behind a gateway. */
const MAX_PREFIX = 6;
const NO_NAMES: ReadonlySet<string> = new Set();
/** The headers that are sent again beside the parameters of the operation. */
const SENT_AGAIN = new Set(['content-type', 'accept', 'if-match', 'if-none-match', 'prefer']);

/** The exchanges with an operation, in order, and notices about the others. */
export async function matchRecording(
  document: Document,
  { exchanges, notices }: RecordedExchanges,
): Promise<{ readonly recorded: readonly MatchedExchange[]; readonly remarks: readonly string[] }> {
  const sampler = await createSampler(document);
  const recorded: MatchedExchange[] = [];
  const [unmatched, secret] = [new SkippedExchanges(), new SkippedExchanges()];
  for (const exchange of exchanges) {
    if (exchange.target.replace(/\?.*$/s, '').includes(REDACTED)) {
      secret.add(exchange);
      continue;
    }
    const match = matchOf(document, exchange);
    const request =
      match && createRequest(match, { ...exchange, body: createSendableBody(match.operation, exchange, sampler) });
    if (request) {
      const { operation } = match;
      const { response, number } = exchange;
      recorded.push(await addDecoded({ number, operation, request, response }));
    } else unmatched.add(exchange);
  }
  return {
    recorded,
    remarks: [
      ...notices,
      ...unmatched.sentence('no operation of the document matches'),
      ...secret.sentence('a secret in the path was redacted'),
    ],
  };
}

/** JSON is parsed on each use: all values of a long recording would take more memory than its bytes. */
async function addDecoded(exchange: Omit<MatchedExchange, 'decoded'>): Promise<MatchedExchange> {
  const { operation, response } = exchange;
  const read = decodeResponseBody(operation, response);
  if (read instanceof Promise) return { ...exchange, decoded: await read };
  return {
    ...exchange,
    get decoded() {
      return decodeResponseBody(operation, response) as DecodedResponseBody;
    },
  };
}

/** Omitted exchanges, for notices. */
class SkippedExchanges {
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
  const input = { query, headers: Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text])) };
  let rest = path;
  for (let before = 0; before <= MAX_PREFIX && rest.startsWith('/'); before += 1) {
    const match = document.match(method, rest, input, before === 0 ? undefined : 'bare');
    if (match && 'operation' in match) return match;
    const next = rest.indexOf('/', 1);
    if (next < 0) return undefined;
    rest = rest.slice(next);
  }
  return undefined;
}

/** A body with samples where secrets were left out of the recording. */
function createSendableBody(
  operation: Operation,
  { headers, body }: HarExchange,
  sampler: Sampler,
): Uint8Array | undefined {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  if (!body || !media || !isJson(media) || !Buffer.from(body).includes(REDACTED)) return body;
  const parsed = jsonIn(body);
  if (parsed === undefined) return body;
  const { references } = operation;
  const redaction = {
    references,
    sampler,
    names: findSecretNames(operation),
    direction: 'request',
    all: false,
  } as const;
  const whole = withoutSecrets(parsed, operation.requestSchema, redaction);
  return whole === parsed ? body : Buffer.from(stringifyJson(whole));
}

function createRequest(
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
    (SENT_AGAIN.has(name.toLowerCase()) || known.has(name.toLowerCase())) && !text.includes(REDACTED);
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
