// Bodies that another middleware has read before, such as `express.json()`.

import type { IncomingMessage } from 'node:http';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';

/** A request as body parsers leave it. */
type ParsedMessage = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

/**
 * The body of a request that was read before: its bytes, or the parsed value written again.
 *
 * @throws ApiError `internal` if the body cannot be written again, such as files
 */
export function parsedBody({ body, rawBody, headers }: ParsedMessage): Uint8Array {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (body === undefined || typeof body === 'string') return Buffer.from(body ?? '');
  const mediaType = parseMediaType(headers['content-type'] ?? '');
  if (mediaType && isJson(mediaType)) return Buffer.from(stringifyJson(body));
  const fields = mediaType?.subtype === 'x-www-form-urlencoded' && isRecord(body) ? formFields(body) : undefined;
  if (fields) return Buffer.from(new URLSearchParams(fields).toString());
  throw new ApiError(
    'internal',
    'the request body was read before it came to the mock server; add the mock server before body parsers',
  );
}

/** The fields of a form of texts and lists of texts; undefined for another one. */
function formFields(body: Readonly<Record<string, unknown>>): [string, string][] | undefined {
  const fields = Object.entries(body).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  return fields.every((field): field is [string, string] => typeof field[1] === 'string') ? fields : undefined;
}
