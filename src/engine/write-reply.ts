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
  const { headers, ...response } = await codec.encode(reply, request, operation);
  const fields: Record<string, string> = { ...headers, ...served.api.responseHeaders };
  for (const name in reply.headers) {
    // The codec has looked at the media type, and may have told a charset.
    if (name !== 'content-type' || headers[name] === undefined)
      fields[name] = fieldText((reply.headers as Fields)[name]);
  }
  // No answer ends with an interim status (RFC 9110, section 15.2); where a document names no other, nothing is what can be answered.
  const status = response.status < 200 ? 204 : response.status;
  const written = { ...response, status, headers: fields };
  return operation && codec.reads === 'body' ? conditional(written, request, operation) : written;
}

/** A header field as it is sent. */
function fieldText(value: FieldValue = ''): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
