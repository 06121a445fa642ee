// Parses forms, the bodies of most requests to an issuer.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { bareMediaType } from '../../openapi/document.ts';
import type { WireRequest } from '../pipeline/wire.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The fields in the body of a request; undefined when it has another type. */
export function formOf({ headers, body }: WireRequest): URLSearchParams | undefined {
  const isForm = bareMediaType(headers['content-type'] ?? '') === FORM;
  return isForm ? new URLSearchParams(new TextDecoder().decode(body)) : undefined;
}

/** The same request with these fields. */
export function withForm(request: WireRequest, form: URLSearchParams): WireRequest {
  const headers = { ...request.headers, 'content-type': FORM };
  return { ...request, headers, body: new TextEncoder().encode(form.toString()) };
}

/** The fields that a page sent to the library. */
export async function readForm({ req }: KoaContextWithOIDC): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
