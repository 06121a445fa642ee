// Sends what MSW has caught on to a stand-in that runs elsewhere.

/** Of a body that was unpacked when it came. */
const OF_THE_PACKED = ['content-encoding', 'content-length'];
/** Statuses of answers that can have no body (Fetch Standard, section 2.2.3). */
const WITHOUT_BODY = [204, 205, 304];

/** Makes a request that MSW lets through. */
export type Bypass = (target: string, init: RequestInit) => Request;

/**
 * Asks at an address. A path that it has comes before that of the request.
 *
 * @throws Error if nobody listens there
 */
export async function passOn(request: Request, { origin, pathname: base }: URL, bypass: Bypass): Promise<Response> {
  const { method, headers, signal, redirect, credentials } = request;
  const { pathname, search } = new URL(request.url);
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const target = origin + base.replace(/\/+$/, '') + pathname + search;
  const sent = bypass(target, { method, headers, body, signal, redirect, credentials });
  return readable(await fetch(sent).catch((error: unknown) => refuse(error, origin)));
}

function refuse(error: unknown, origin: string): never {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  // Browsers do not tell.
  if (cause?.code !== 'ECONNREFUSED') throw error;
  const message = `Cannot connect to the mock server at ${origin}. Start it with \`understudy serve\`.`;
  throw new Error(message, { cause: error });
}

/** An answer that can be given on. */
function readable(response: Response): Response {
  const { status, statusText, body } = response;
  // Where the caller follows redirects by itself, browsers tell nothing of one.
  if (status === 0) return Response.error();
  const headers = new Headers(response.headers);
  for (const name of OF_THE_PACKED) headers.delete(name);
  // Chromium has an empty one for these.
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}
