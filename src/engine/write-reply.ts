// From a reply to a wire response.

import type { Fields, FieldValue, Reply } from './reply.ts';
import type { Route } from './route.ts';
import type { WireBody, WireResponse } from './wire.ts';

/** The bytes of a reply, with the header fields that all answers of its api have. Those of the reply itself count more. */
export async function writeReply(
  reply: Reply,
  { codec, request, operation, served }: Route,
): Promise<WireResponse<WireBody>> {
  const response = await codec.encode(reply, request, operation);
  return { ...response, headers: { ...response.headers, ...served.api.responseHeaders, ...fieldsOf(reply) } };
}

/** Header fields as they are sent. */
function fieldsOf({ headers }: Reply): Readonly<Record<string, string>> {
  const texts = Object.entries(headers as Fields).map(([name, value]) => [name, fieldText(value)]);
  return Object.fromEntries(texts);
}

function fieldText(value: FieldValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
