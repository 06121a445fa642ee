// Response headers that keep browsers from running response bodies as script.

import type { WireBody, WireResponse } from './wire.ts';

/** Disables content sniffing (Fetch Standard, section 3.6). */
export const NOSNIFF = { 'x-content-type-options': 'nosniff' } as const;

/**
 * A policy that gives a document its own origin, and disables scripts (Content Security Policy Level 3, section 6.3).
 */
const SANDBOX = 'sandbox';

/**
 * Media types that a browser executes, or opens as a document that may contain scripts: HTML, XML (XHTML, SVG, XSLT),
 * JavaScript under each of its names, and multipart bodies, which may be any of these. Of several types in a header,
 * browsers use the last valid one, so each of them counts.
 */
const ACTIVE = /(?:^|,)\s*(?:multipart\/|[^\s;,/]+\/[^\s;,]*(?:html|xml|xsl|svg|script))/i;
/** A valid media type: browsers sniff bodies without one (MIME Sniffing Standard, section 7). */
const NAMED =
  /^\s*(?!unknown\/unknown|application\/unknown)[!#$%&'+.^_`|~0-9a-z-]+\/[!#$%&'+.^_`|~0-9a-z-]+\s*(?:[;,]|$)/i;

/** Whether a browser may run scripts in a body of this media type. @param type - default: none */
export function canRunScript(type: string | undefined): boolean {
  return type === undefined || ACTIVE.test(type) || !NAMED.test(type);
}

/**
 * A response that runs no scripts in the origin of this server, whatever its body contains.
 *
 * @param trustsPolicy - whether a policy that the response has is enough. Default false: the sandbox is added to it
 */
export function withoutScript<Body extends WireBody>(
  response: WireResponse<Body>,
  trustsPolicy = false,
): WireResponse<Body> {
  const { headers, body } = response;
  const own = headers['content-security-policy'];
  const isSafe = body === '' || (trustsPolicy && own !== undefined) || !canRunScript(headers['content-type']);
  if (isSafe) return { ...response, headers: { ...headers, ...NOSNIFF } };
  // Each policy of a list counts.
  const policy = own === undefined ? SANDBOX : `${own}, ${SANDBOX}`;
  return { ...response, headers: { ...headers, ...NOSNIFF, 'content-security-policy': policy } };
}
