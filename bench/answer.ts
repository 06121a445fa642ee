// HTTP responses; those of HTTP/1.1 are parsed from the received bytes (RFC 9112, sections 4, 6 and 7).

/** The relevant parts of a response. */
export interface TestResponse {
  readonly status: number;
  readonly body: Buffer;
  /** The `grpc-status` of an HTTP/2 response, from its headers or trailers, if it has one. */
  readonly grpcStatus?: string;
}

/** A response, and its number of bytes. */
export interface Reading {
  readonly response: TestResponse;
  readonly length: number;
}

/**
 * The response at the start of the bytes; undefined while it is incomplete.
 *
 * @throws Error if it has no length and is not chunked
 */
export function readResponse(bytes: Buffer): Reading | undefined {
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return undefined;
  const head = bytes.toString('latin1', 0, bodyAt);
  const status = Number(head.slice(9, 12));
  const given = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (given !== undefined) {
    const length = bodyAt + Number(given);
    return bytes.length < length ? undefined : { response: { status, body: bytes.subarray(bodyAt, length) }, length };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`a response without a length: ${head}`);
  const chunked = readChunks(bytes, bodyAt);
  return chunked && { response: { status, body: chunked.body }, length: chunked.end };
}

function readChunks(bytes: Buffer, start: number): { readonly body: Buffer; readonly end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const chunkAt = lineEnd + 2;
    at = chunkAt + size + 2;
    if (bytes.length < at) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(chunkAt, chunkAt + size));
  }
}
