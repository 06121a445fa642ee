// Text as the field `grpc-message` has it (gRPC over HTTP/2, "Percent-Encoded").

/**
 * Encodes `%` and what is outside of 0x20 to 0x7E, and nothing else: some clients decode by `decodeURI`, which leaves encoded what means
 * something in a URL, such as `%3A`. Spaces at either end are encoded too, since a header field would lose them.
 */
export function percentEncoded(text: string): string {
  return text.toWellFormed().replace(/^ +| +$|[^ -$&-~]+/g, encodeURIComponent);
}
