// Adapts requests to oidc-provider: token formats, and clients without an id.

import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import { pathOf, queryOf, type WireRequest } from '../pipeline/wire.ts';
import type { IssuerPaths } from './issuer-paths.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { formOf, withForm } from './parse-form.ts';
import { CLIENT_ASSERTION, JWT_BEARER } from './tokens/grant-types.ts';
import { readJwt } from './tokens/jwt.ts';
import type { IssuerKeys } from './tokens/keys.ts';
import { narrowIdToken, opaqueToken } from './tokens/token-forms.ts';

/** Replaces an invalid token of our format. */
const NOBODYS = 'not-a-token';

export async function adaptRequest(
  request: WireRequest,
  keys: IssuerKeys,
  loginSandbox: LoginSandbox,
): Promise<WireRequest> {
  const { sandbox, paths } = loginSandbox;
  const { routes } = paths;
  const path = pathOf(request.target);
  switch (path) {
    case routes.userinfo:
      return withBearer(request, keys, sandbox);
    case routes.introspection:
      return withField(withProof(request, loginSandbox), 'token', (token) => known(token, keys, sandbox));
    case routes.revocation:
      return withField(withProof(withoutBearer(request), loginSandbox), 'token', (token) =>
        known(token, keys, sandbox),
      );
    case routes.end_session:
      return withIdTokenHint(request, keys);
    case routes.token:
      return withClient(withProof(withoutBearer(request), loginSandbox));
    case routes.device_authorization:
      return withProof(withoutBearer(request), loginSandbox);
    default:
      return isResume(path, paths) ? { ...request, target: path } : request;
  }
}

/** Whether a path continues a login. Its parameters are known; the library would accept additional ones. */
function isResume(path: string, { routes }: IssuerPaths): boolean {
  return path.startsWith(`${routes.authorization}/`) || path.startsWith(`${routes.code_verification}/`);
}

/**
 * Clients authenticate here, and never with a token, which interceptors of single-page applications add to each request.
 * The reference implementation ignores it; the library would reject it beside the credentials of the client.
 */
function withoutBearer(request: WireRequest): WireRequest {
  const { authorization, ...headers } = request.headers;
  return authorization !== undefined && /^Bearer /i.test(authorization) ? { ...request, headers } : request;
}

/** A token as the library knows it. */
async function known(token: string, keys: IssuerKeys, sandbox: Sandbox): Promise<string> {
  return (await opaqueToken(token, keys, sandbox)) ?? NOBODYS;
}

async function withBearer(request: WireRequest, keys: IssuerKeys, sandbox: Sandbox): Promise<WireRequest> {
  const [, token] = /^Bearer ([^ ]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) return withField(request, 'access_token', (sent) => known(sent, keys, sandbox));
  const authorization = `Bearer ${await known(token, keys, sandbox)}`;
  return { ...request, headers: { ...request.headers, authorization } };
}

async function withField(
  request: WireRequest,
  name: string,
  change: (value: string) => Promise<string>,
): Promise<WireRequest> {
  const form = formOf(request);
  const values = form?.getAll(name) ?? [];
  // Repeated ones are rejected.
  if (!form || values.length !== 1) return request;
  form.set(name, await change(values[0] ?? ''));
  return withForm(request, form);
}

async function withIdTokenHint(request: WireRequest, keys: IssuerKeys): Promise<WireRequest> {
  const query = new URLSearchParams(queryOf(request.target));
  const hints = query.getAll('id_token_hint');
  if (hints.length !== 1) return request;
  query.set('id_token_hint', await narrowIdToken(hints[0] ?? '', keys));
  return { ...request, target: `${pathOf(request.target)}?${query}` };
}

/**
 * Moves a client's assertion to the place of its secret, where `client-proof.ts` verifies it: it accepts more than the
 * library.
 */
function withProof(request: WireRequest, { login, records }: LoginSandbox): WireRequest {
  const form = formOf(request);
  const [assertion = '', ...others] = form?.getAll('client_assertion') ?? [];
  const isOne = form?.get('client_assertion_type') === CLIENT_ASSERTION && others.length === 0;
  const id = isOne ? readJwt(assertion)?.payload.sub : undefined;
  const isSigning = typeof id === 'string' && login.client(records, id)?.authMethod === 'private_key_jwt';
  if (!form || !isSigning || form.has('client_secret')) return request;
  form.delete('client_assertion');
  form.delete('client_assertion_type');
  form.set('client_secret', assertion);
  if (!form.has('client_id')) form.set('client_id', id);
  return withForm(request, form);
}

/** An assertion identifies its client (RFC 7523, section 2.1). */
function withClient(request: WireRequest): WireRequest {
  const form = formOf(request);
  if (form?.get('grant_type') !== JWT_BEARER || form.has('client_id') || request.headers.authorization) return request;
  const issuer = readJwt(form.get('assertion') ?? '')?.payload.iss;
  if (typeof issuer !== 'string') return request;
  form.set('client_id', issuer);
  return withForm(request, form);
}
