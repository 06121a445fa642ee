// Converts exchanges to an HTTP Archive, which browsers import (HAR 1.2,
// http://www.softwareishard.com/blog/har-12-spec/).

import type { RecordedExchange } from '../pipeline/request-log/recorded-exchange.ts';
import { queryOf } from '../pipeline/wire.ts';

/** @param address - of the server, for request URLs */
export function toHar(exchanges: readonly RecordedExchange[], address: string) {
  const creator = { name: 'Understudy', version: '1' };
  return { log: { version: '1.2', creator, entries: exchanges.map((exchange) => entryOf(exchange, address)) } };
}

/** Cookies are not recorded, and times but for the whole are not known (-1). */
function entryOf(exchange: RecordedExchange, address: string) {
  const {
    number,
    at,
    method,
    target,
    status,
    duration = 0,
    requestBody,
    responseBody = '',
    requestHeaders = {},
    responseHeaders = {},
    operation,
    findings,
  } = exchange;
  const unknown = { cookies: [], headersSize: -1 };
  const bodySize = (text: string) => Buffer.byteLength(text);
  const queryString = [...new URLSearchParams(queryOf(target))].map(([name, value]) => ({ name, value }));
  const comment = [`request ${number}`, operation ?? 'no operation', ...findings].join('; ');
  return {
    // Network panels show it as a request of a program.
    _resourceType: 'fetch',
    startedDateTime: at,
    time: duration,
    request: {
      method,
      url: address + target,
      httpVersion: 'HTTP/1.1',
      ...unknown,
      headers: pairsOf(requestHeaders),
      queryString,
      bodySize: bodySize(requestBody ?? ''),
      ...(requestBody !== undefined && {
        postData: { mimeType: typeOf(requestBody, requestHeaders), text: requestBody },
      }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      ...unknown,
      headers: pairsOf(responseHeaders),
      content: { size: bodySize(responseBody), mimeType: typeOf(responseBody, responseHeaders), text: responseBody },
      redirectURL: responseHeaders.location ?? '',
      bodySize: bodySize(responseBody),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    comment,
  };
}

type Headers = Readonly<Record<string, string>>;

function pairsOf(headers: Headers): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** The media type of a body; without a header, by its text. */
function typeOf(body: string, { 'content-type': type = '' }: Headers): string {
  if (type !== '' && !type.startsWith('application/grpc') && type !== 'application/proto') return type;
  return /^\s*[[{"]/.test(body) ? 'application/json' : 'text/plain';
}
