// An exchange for runtime expressions of its document.

import type { RequestParts } from '../../../openapi/document.ts';
import type { ExchangeValues } from '../../../openapi/runtime-expression.ts';
import type { WireHeaders } from '../wire.ts';

/** The relevant parts. */
interface CompletedExchange {
  /** The address of the request, as its client knows it. */
  readonly url: string;
  readonly method: string;
  readonly parts: RequestParts;
  readonly headers: WireHeaders;
  readonly response: Pick<ExchangeValues, 'statusCode'> & {
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
}

export function createExpressionContext({ url, method, parts, headers, response }: CompletedExchange): ExchangeValues {
  const mark = url.indexOf('?');
  const query = Object.fromEntries(new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)));
  return {
    url,
    method,
    statusCode: response.statusCode,
    request: { path: parts.path, query: { ...query, ...parts.query }, header: { ...headers }, body: parts.body },
    response: { header: response.headers, body: response.body },
  };
}
