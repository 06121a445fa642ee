// A gRPC-Web call without a library, with a compressed response: the page must be allowed to read the header for that.

/** Searches projects. @returns what the page could read of the response */
export async function searchByHand(baseUrl) {
  const response = await fetch(`${baseUrl}/identity.management.v1.ManagementService/ListProjects`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer token-owner',
      'content-type': 'application/grpc-web+json',
      'grpc-accept-encoding': 'gzip',
      'x-grpc-web': '1',
      'x-understudy-sandbox': 'by-hand',
    },
    body: new Uint8Array([0, 0, 0, 0, 2, ...new TextEncoder().encode('{}')]),
  });
  const [message, trailers] = framesOf(await response.arrayBuffer());
  return {
    encoding: response.headers.get('grpc-encoding'),
    message: await new Response(gunzipped(message)).json(),
    trailers: new TextDecoder().decode(trailers),
  };
}

/** The bytes behind flags and length. */
function framesOf(body) {
  const frames = [];
  for (let at = 0; at < body.byteLength; ) {
    const length = new DataView(body).getUint32(at + 1);
    frames.push(new Uint8Array(body, at + 5, length));
    at += 5 + length;
  }
  return frames;
}

const gunzipped = (bytes) => new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
