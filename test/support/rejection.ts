// The body of an error response with an identifier, as the identity API writes it.

/** `google.rpc.Status` in JSON: the identifier is in the message and in the only detail. */
export function rejection(code: number, text: string, id: string): object {
  const detail = { '@type': 'type.googleapis.com/zitadel.v1.ErrorDetail', id, message: text };
  return { code, message: `${text} (${id})`, details: [detail] };
}
