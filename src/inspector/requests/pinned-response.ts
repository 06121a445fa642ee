// A fault that returns a given response for an operation.

import type { FaultPlan } from '../../client/client.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { Exchange } from '../rows.ts';
import { headersIn, linesOf, pinnable } from './header-lines.ts';
import { mediaTypeOf } from './media-type.ts';

/** Texts in the fields of the form. */
export interface ResponseFields {
  readonly status: string;
  readonly headers: string;
  readonly body: string;
  readonly isOnce: boolean;
  /** Whether the document need not allow it. */
  readonly isUndeclared: boolean;
}

export function responseFields({ status, responseHeaders, responseBody = '' }: Exchange): ResponseFields {
  return {
    status: String(status),
    headers: linesOf(pinnable(responseHeaders)),
    body: isJson(responseBody, responseHeaders) ? indented(responseBody) : responseBody,
    isOnce: true,
    isUndeclared: false,
  };
}

/** @throws Error for text that is not JSON, where the response is */
export function pinPlan(exchange: Exchange, fields: ResponseFields): FaultPlan {
  const { operation, api, responseHeaders } = exchange;
  const headers = headersIn(fields.headers);
  const body = bodyIn(fields.body, responseHeaders);
  return {
    on: { ...(operation !== undefined && { operation }), ...(api !== undefined && { api }) },
    ...(fields.isOnce && { times: 1 }),
    steps: [
      {
        status: Number(fields.status),
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(body !== undefined && { body }),
        ...(fields.isUndeclared && { undeclared: true }),
      },
    ],
  };
}

/** Undefined for an empty text. */
function bodyIn(text: string, headers: Exchange['responseHeaders']): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parseJson(text);
  } catch (thrown) {
    if (isJson(text, headers)) throw new Error(`The body is not valid JSON: ${(thrown as Error).message}`);
    return text;
  }
}

function isJson(body: string, headers: Exchange['responseHeaders']): boolean {
  return /[/+]json\b/.test(mediaTypeOf(body, headers) ?? '');
}

function indented(text: string): string {
  try {
    return stringifyJson(parseJson(text), null, 2);
  } catch {
    return text;
  }
}
