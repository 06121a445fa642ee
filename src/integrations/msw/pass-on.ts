// Forwards requests from MSW to a mock server elsewhere.

/** Statuses without a body (Fetch Standard, section 2.2.3). */
const WITHOUT_BODY = [204, 205, 304];

/** Creates a request that MSW ignores. */
type Bypass = (target: string, init: RequestInit) => Request;

/** Sends a request to a base URL, whose path is a prefix. @throws Error if the connection is refused */
export async function forwardRequest(
  request: Request,
  { origin, pathname: base }: URL,
  bypass: Bypass,
): Promise<Response> {
  const { method, headers, signal, redirect, credentials } = request;
  const { pathname, search } = new URL(request.url);
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const target = origin + base.replace(/\/+$/, '') + pathname + search;
  const sent = bypass(target, { method, headers, body, signal, redirect, credentials });
  return readable(await fetch(sent).catch((error: unknown) => reject(error, origin)));
}

function reject(error: unknown, origin: string): never {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  // Browsers do not report the cause.
  if (cause?.code !== 'ECONNREFUSED') throw error;
  const message = `Cannot connect to the mock server at ${origin}. Start it with \`understudy serve\`.`;
  throw new Error(message, { cause: error });
}

/** A response that can be returned. */
function readable(response: Response): Response {
  const { status, statusText, body } = response;
  // If the caller follows redirects, browsers reveal nothing of one.
  if (status === 0) return Response.error();
  const headers = new Headers(response.headers);
  // The body was decompressed on arrival. Otherwise its length shows clients that a response was cut off.
  if (headers.has('content-encoding')) headers.delete('content-length');
  headers.delete('content-encoding');
  // Chromium has an empty one for these.
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}
