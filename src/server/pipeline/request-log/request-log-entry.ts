// The stored form of a recorded exchange: short, texts only.

import { describeFinding } from '../../../openapi/finding.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import type { ResponseSource } from '../handler-response.ts';
import type { KnownSecrets } from '../security/known-secrets.ts';
import { redactBody, redactTarget } from '../security/redact-text.ts';
import { type BodyStream, isStream, type WholeBody, type WireHeaders } from '../wire.ts';
import {
  EntryTexts,
  type ExchangeTexts,
  estimateHeaderSize,
  readableBody,
  readHeaders,
  redactHeaders,
  writeHeaders,
} from './entry-texts.ts';
import type { ExchangeRecord, ExchangeSummary, RecordedExchange, SecretNamesOf } from './recorded-exchange.ts';

/** The overhead of an exchange, in bytes, approximately. */
const OVERHEAD = 400;
/** Maximum size of a recorded body, in bytes. */
const MAX_BODY = 16 * 1024;
/** Of a target and a method, in characters. */
const [MAX_TARGET, MAX_METHOD] = [4000, 40];
/** Of a target in a list, in characters. */
const BRIEF_TARGET = 500;
/** Maximum number of findings and of warnings, and of characters of each. */
const [MAX_TEXTS, MAX_TEXT] = [20, 1000];

const NONE: readonly string[] = [];
const NO_HEADERS: WireHeaders = {};

function sentHeaders({ headers, cookies }: ExchangeRecord['response']): WireHeaders {
  return cookies ? { ...headers, 'set-cookie': cookies.join(', ') } : (headers ?? NO_HEADERS);
}

const NOTHING = Buffer.alloc(0);

/**
 * An entry of a request log, which stores one exchange as texts without references. The next exchange reuses it with
 * its memory.
 */
export class RequestLogEntry {
  number = 0;
  #at = 0;
  #operation: string | undefined;
  #api: string | undefined;
  #method = '';
  #status = 0;
  #traceId: string | undefined;
  #duration: number | undefined;
  #caller: string | undefined;
  #fault: string | undefined;
  #source: ResponseSource | undefined;
  #code: ErrorCode | undefined;
  #reason: string | undefined;
  /** As JSON. */
  #links = NONE;
  #findings = NONE;
  #warnings = NONE;
  readonly #texts = new EntryTexts();
  /** Headers as they came, until the exchange is shown: few are, and formatting costs as much as the rest. */
  #headers: { readonly request: WireHeaders; readonly response: WireHeaders } | undefined;
  #keyNames: ReadonlySet<string> | undefined;
  /** Whether its secrets are redacted. */
  #isRedacted = false;
  /** The number of known secrets that were searched. */
  #secretsVersion = 0;
  /** Its memory, in bytes, approximately. */
  bytes = 0;

  /** Stores an exchange instead of the previous one. */
  write(
    {
      at,
      request,
      response,
      operation,
      api,
      traceId,
      duration,
      caller,
      fault,
      source,
      code,
      messages,
      reason,
      links = NONE as never[],
      findings,
      warnings,
      keyNames,
    }: ExchangeRecord,
    number: number,
  ) {
    this.number = number;
    this.#at = at.getTime();
    this.#operation = operation;
    this.#api = api;
    this.#method = truncate(request.method, MAX_METHOD);
    this.#status = response.status;
    this.#traceId = traceId;
    this.#duration = duration;
    this.#caller = caller;
    this.#fault = fault;
    this.#source = source;
    this.#code = code;
    this.#reason = reason === undefined ? undefined : truncate(reason);
    this.#links =
      links.length === 0
        ? NONE
        : links
            .map((one) => JSON.stringify(one))
            .filter(isShortText)
            .slice(0, MAX_TEXTS);
    this.#findings =
      findings.length === 0 ? NONE : findings.slice(0, MAX_TEXTS).map((one) => truncate(describeFinding(one)));
    this.#warnings = warnings.length === 0 ? NONE : warnings.slice(0, MAX_TEXTS).map((one) => truncate(one));
    const target = truncate(request.target, MAX_TARGET);
    const isRecorded = isShort(messages);
    const requestText = isRecorded ? bodyOf(request, messages && stringifyJson(messages.request)) : NOTHING;
    const responseText = isRecorded ? bodyOf(response, messages && stringifyJson(messages.response)) : NOTHING;
    this.#texts.write([target, requestText, responseText, '', '']);
    this.#headers = { request: request.headers ?? NO_HEADERS, response: sentHeaders(response) };
    this.#keyNames = keyNames;
    this.#isRedacted = false;
    this.#secretsVersion = 0;
    this.bytes = this.#measure();
  }

  /** Stores an exchange formatted by another process. */
  writeShown(exchange: RecordedExchange): void {
    this.number = exchange.number;
    this.#at = Date.parse(exchange.at);
    this.#operation = exchange.operation;
    this.#api = exchange.api;
    this.#method = exchange.method;
    this.#status = exchange.status;
    this.#traceId = exchange.traceId;
    this.#duration = exchange.duration;
    this.#caller = exchange.caller;
    this.#fault = exchange.fault;
    this.#source = exchange.source;
    this.#code = exchange.code;
    this.#reason = exchange.reason;
    this.#links = exchange.links?.map((one) => JSON.stringify(one)) ?? NONE;
    this.#findings = exchange.findings;
    this.#warnings = exchange.warnings;
    this.#texts.write([
      exchange.target,
      exchange.requestBody ?? '',
      exchange.responseBody ?? '',
      writeHeaders(exchange.requestHeaders),
      writeHeaders(exchange.responseHeaders),
    ]);
    this.#headers = undefined;
    this.#isRedacted = true;
    this.#secretsVersion = 0;
    this.bytes = this.#measure();
  }

  /** Clears it. */
  clear(): void {
    this.#texts.clear();
    this.#headers = undefined;
    this.#reason = undefined;
    this.#links = NONE;
    this.#findings = NONE;
    this.#warnings = NONE;
    this.bytes = 0;
  }

  #measure(): number {
    let bytes = OVERHEAD + this.#texts.length;
    if (this.#headers) bytes += estimateHeaderSize(this.#headers.request) + estimateHeaderSize(this.#headers.response);
    if (this.#reason !== undefined) bytes += bytesIn(this.#reason);
    for (const text of this.#links) bytes += bytesIn(text);
    for (const text of this.#findings) bytes += bytesIn(text);
    for (const text of this.#warnings) bytes += bytesIn(text);
    return bytes;
  }

  /** Formats it on demand, which is rare. Secrets are redacted once; known ones again when there are more. */
  show(secretsOf: SecretNamesOf, known: KnownSecrets): RecordedExchange {
    if (!this.#isRedacted) this.#redact(secretsOf(this.#api, this.#operation));
    if (this.#secretsVersion !== known.version) this.#redactKnown(known);
    const [target, requestBody, responseBody, requestText, responseText] = this.#texts.all;
    const [requestHeaders, responseHeaders] = [readHeaders(requestText), readHeaders(responseText)];
    return {
      ...this.#summary(target),
      ...(requestHeaders && { requestHeaders }),
      ...(responseHeaders && { responseHeaders }),
      ...(requestBody !== '' && { requestBody }),
      ...(responseBody !== '' && { responseBody }),
      ...(this.#reason !== undefined && { reason: this.#reason }),
      ...(this.#links.length > 0 && { links: this.#links.map((one) => JSON.parse(one)) }),
      findings: this.#findings,
      warnings: this.#warnings,
    };
  }

  /** Formats it for a list: without its bodies. */
  summarize(secretsOf: SecretNamesOf, known: KnownSecrets): ExchangeSummary {
    const { target } = this.#texts;
    const current = this.#isRedacted ? target : redactTarget(target, secretsOf(this.#api, this.#operation));
    return {
      ...this.#summary(truncate(known.redact(current), BRIEF_TARGET)),
      findings: this.#findings.length,
      warnings: this.#warnings.length,
    };
  }

  #summary(target: string) {
    return {
      number: this.number,
      at: new Date(this.#at).toISOString(),
      ...(this.#operation !== undefined && { operation: this.#operation }),
      ...(this.#operation !== undefined && this.#api !== undefined && { api: this.#api }),
      method: this.#method,
      target,
      status: this.#status,
      ...(this.#traceId !== undefined && { traceId: this.#traceId }),
      ...(this.#duration !== undefined && { duration: Math.round(this.#duration * 100) / 100 }),
      ...(this.#caller !== undefined && { caller: this.#caller }),
      ...(this.#fault !== undefined && { fault: this.#fault }),
      ...(this.#source !== undefined && { source: this.#source }),
      ...(this.#code !== undefined && { code: this.#code }),
    };
  }

  #redact(names: ReadonlySet<string>): void {
    this.#isRedacted = true;
    if (this.#headers) this.#writeHeaders(this.#headers);
    this.#rewrite(
      (target) => redactTarget(target, names),
      (body) => redactBody(body, names),
      redactHeaders,
    );
  }

  /** Formats the headers, redacted, and drops the original ones. */
  #writeHeaders({
    request: requestText,
    response: responseText,
  }: {
    readonly request: WireHeaders;
    readonly response: WireHeaders;
  }): void {
    this.#headers = undefined;
    const [target, requestBody, responseBody] = this.#texts.all;
    const names = this.#keyNames;
    this.#texts.write([
      target,
      requestBody,
      responseBody,
      writeHeaders(requestText, names),
      writeHeaders(responseText, names),
    ]);
    this.bytes = this.#measure();
  }

  #redactKnown(known: KnownSecrets): void {
    this.#secretsVersion = known.version;
    const redact = (text: string) => known.redact(text);
    this.#rewrite(redact, redact, redact);
    this.#reason = this.#reason === undefined ? undefined : redact(this.#reason);
    this.bytes = this.#measure();
  }

  #rewrite(
    inTarget: (target: string) => string,
    inBody: (body: string) => string,
    inHeaders: (headers: string) => string,
  ): void {
    const current = this.#texts.all;
    const [target, requestText, responseText, requestHeadersText, responseHeadersText] = current;
    const redacted: ExchangeTexts<string> = [
      inTarget(target),
      inBody(requestText),
      inBody(responseText),
      inHeaders(requestHeadersText),
      inHeaders(responseHeadersText),
    ];
    const links = this.#links.map(inBody);
    const isSame =
      redacted.every((text, at) => text === current[at]) && links.every((one, at) => one === this.#links[at]);
    if (isSame) return;
    this.#links = links;
    this.#texts.write(redacted);
    this.bytes = this.#measure();
  }
}

/** One byte per character; two if any character needs them. Most texts are ASCII. */
function bytesIn(text: string): number {
  const isWide = Buffer.byteLength(text) !== text.length && /[^\0-\xff]/.test(text);
  return (isWide ? 2 : 1) * text.length;
}

/** Messages as JSON, other bodies as text in UTF-8. Streams are not recorded. */
function bodyOf(
  { body, headers }: { readonly body: WholeBody | BodyStream; readonly headers?: WireHeaders },
  message: string | undefined,
): WholeBody {
  if (isStream(body) || body.length > MAX_BODY) return NOTHING;
  return message ?? (headers ? readableBody(body, headers, MAX_BODY) : body);
}

/** Whether the texts, names and values of a message fit. The rest is not inspected. */
function isShort(messages: ExchangeRecord['messages']): boolean {
  const pending: unknown[] = [messages?.request, messages?.response];
  let budget = 2 * MAX_BODY;
  while (budget >= 0 && pending.length > 0) {
    const next = pending.pop();
    budget -= typeof next === 'string' ? next.length : 1;
    if (typeof next !== 'object' || next === null) continue;
    const keys = Object.keys(next);
    budget -= keys.length;
    if (budget >= 0) for (const key of keys) pending.push(key, (next as Record<string, unknown>)[key]);
  }
  return budget >= 0;
}

function isShortText(text: string): boolean {
  return text.length <= MAX_TEXT;
}

function truncate(text: string, maxLength = MAX_TEXT): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
