// Response headers that keep browsers from running response bodies as script.

import type { WireBody, WireResponse } from './wire.ts';

/** Keeps a browser from guessing another media type than the one that is named (Fetch Standard, section 3.6). */
export const NOSNIFF = { 'x-content-type-options': 'nosniff' } as const;

/** A policy under which a document has an origin of its own, and runs no script (Content Security Policy Level 3, section 6.3). */
const SANDBOX = 'sandbox';

/**
 * Media types that a browser runs, or opens as a document that can hold script: HTML, all of XML (XHTML, SVG, XSLT), JavaScript under each of its names, and bodies of several
 * parts, which may be any of these. Of a header with several types browsers take the last valid one, so each of them counts.
 */
const ACTIVE = /(?:^|,)\s*(?:multipart\/|[^\s;,/]+\/[^\s;,]*(?:html|xml|xsl|svg|script))/i;
/** A media type that is valid and says something: browsers look into a body that has none (MIME Sniffing Standard, section 7). */
const NAMED =
  /^\s*(?!unknown\/unknown|application\/unknown)[!#$%&'+.^_`|~0-9a-z-]+\/[!#$%&'+.^_`|~0-9a-z-]+\s*(?:[;,]|$)/i;

/** Whether a browser that opens a body of this media type may run script in it. @param type - default: no media type is named */
export function isActive(type: string | undefined): boolean {
  return type === undefined || ACTIVE.test(type) || !NAMED.test(type);
}

/**
 * A response that runs no script in the origin of this server, whatever a client, a document or a handler has put into it.
 *
 * @param trustsPolicy - whether a policy that the response has is enough. Default false: the sandbox is added to it
 */
export function withoutScript<Body extends WireBody>(
  response: WireResponse<Body>,
  trustsPolicy = false,
): WireResponse<Body> {
  const { headers, body } = response;
  const own = headers['content-security-policy'];
  const isSafe = body === '' || (trustsPolicy && own !== undefined) || !isActive(headers['content-type']);
  if (isSafe) return { ...response, headers: { ...headers, ...NOSNIFF } };
  // Each policy of a list counts.
  const policy = own === undefined ? SANDBOX : `${own}, ${SANDBOX}`;
  return { ...response, headers: { ...headers, ...NOSNIFF, 'content-security-policy': policy } };
}
