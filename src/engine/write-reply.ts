// From a reply to a wire response.

import { conditional } from './conditional.ts';
import type { Fields, FieldValue, Reply } from './reply.ts';
import type { Route } from './route.ts';
import type { WireBody, WireResponse } from './wire.ts';

/** The bytes of a reply, with the header fields that all answers of its api have. Those of the reply itself count more. */
export async function writeReply(
  reply: Reply,
  { codec, request, operation, served }: Route,
): Promise<WireResponse<WireBody>> {
  const response = await codec.encode(reply, request, operation);
  const headers = { ...response.headers, ...served.api.responseHeaders, ...fieldsOf(reply) };
  // No answer ends with an interim status (RFC 9110, section 15.2); where a document names no other, nothing is what can be answered.
  const status = response.status < 200 ? 204 : response.status;
  const written = { ...response, status, headers };
  return operation && codec.reads === 'body' ? conditional(written, request, operation) : written;
}

/** Header fields as they are sent. */
function fieldsOf({ headers }: Reply): Readonly<Record<string, string>> {
  const texts = Object.entries(headers as Fields).map(([name, value]) => [name, fieldText(value)]);
  return Object.fromEntries(texts);
}

function fieldText(value: FieldValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
