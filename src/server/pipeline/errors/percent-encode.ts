// The encoding of the `grpc-message` header (gRPC over HTTP/2, "Percent-Encoded").

/**
 * Encodes `%` and all characters outside of 0x20 to 0x7E: some clients decode by `decodeURI`, which leaves escapes of
 * URL syntax, such as `%3A`. Spaces at either end are encoded too, because a header would lose them.
 */
export function percentEncode(text: string): string {
  return text.toWellFormed().replace(/^ +| +$|[^ -$&-~]+/g, encodeURIComponent);
}
