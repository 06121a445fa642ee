// Requests tokens, and discovers the token URL.

import { isRecord } from '../../schema/is-record.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { ReceivedResponse, Target, TargetSettings } from '../target.ts';
import { createTarget } from '../target.ts';
import { absolute, type OAuthClient } from './client.ts';

/** A token of an authorization server. */
export interface FetchedToken {
  readonly token: string;
  /** Its lifetime, in milliseconds; undefined if it is unknown. */
  readonly lifetime: number | undefined;
}

/** Sends a request to a URL. @param signal - cancels it */
export type AskAt = (
  url: string,
  request: Pick<SerializedRequest, 'method' | 'headers' | 'body'>,
  signal?: AbortSignal,
) => Promise<ReceivedResponse>;

/** @throws UsageError without a response */
export function createTokenSender(settings: TargetSettings): AskAt {
  return async (url, request, signal) => {
    const { origin, pathname, search } = new URL(url);
    const target: Target = createTarget(origin, { ...settings, limit: 1024 * 1024 });
    try {
      const rawParameters = { path: {}, query: '', headers: {} };
      const response = await target.send({ ...request, target: pathname + search, rawParameters }, {}, signal);
      if ('reason' in response) throw new UsageError(`no response from ${url}: ${response.reason}`);
      return response;
    } finally {
      target.close();
    }
  };
}

/** Discovers the token endpoint of an issuer, and its client authentication. @throws UsageError */
export async function discovered(
  url: string,
  ask: AskAt,
): Promise<{ readonly url: string; readonly isBasic: boolean | undefined }> {
  const response = await ask(url, { method: 'GET', headers: [], body: undefined });
  const { token_endpoint: endpoint, token_endpoint_auth_methods_supported: methods } = parseObject(response) ?? {};
  if (response.status !== 200 || typeof endpoint !== 'string')
    throw new UsageError(`${url} does not name a token endpoint (status ${response.status})`);
  const isBasic = Array.isArray(methods) ? methods.includes('client_secret_basic') : undefined;
  return { url: absolute(endpoint, url), isBasic };
}

/** @param isBasic - client authentication by Basic, or in the body; undefined if unknown @throws UsageError */
export async function requestToken(
  url: string,
  { id, secret, parameters = {} }: OAuthClient,
  scopes: readonly string[],
  isBasic: boolean | undefined,
  ask: AskAt,
): Promise<FetchedToken> {
  const form = {
    grant_type: 'client_credentials',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...parameters,
  };
  const withBasic = () => {
    const pair = Buffer.from(`${encodeFormText(id)}:${encodeFormText(secret)}`).toString('base64');
    return post(form, [['Authorization', `Basic ${pair}`]]);
  };
  const withBody = () => post({ ...form, client_id: id, client_secret: secret }, []);
  const first = await ask(url, isBasic === false ? withBody() : withBasic());
  // Not every server supports the required method (RFC 6749, section 2.3.1).
  const response = isBasic === undefined && isUnknownClient(first) ? await ask(url, withBody()) : first;
  const { access_token: token, token_type: type, expires_in: seconds, ...errorParts } = parseObject(response) ?? {};
  if (response.status >= 300 || typeof token !== 'string')
    throw new UsageError(`${url} returned ${response.status}${formatError(errorParts).replaceAll(secret, '…')}`);
  // Many servers omit the required `token_type`.
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer')
    throw new UsageError(`${url} issues tokens of the unsupported type ${JSON.stringify(type)}`);
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError(`${url} issues a token that is invalid in a header`);
  const lifetime = Number(seconds);
  return { token, lifetime: seconds !== undefined && lifetime > 0 ? lifetime * 1000 : undefined };
}

function post(
  form: Readonly<Record<string, string>>,
  headers: readonly (readonly [string, string])[],
): Pick<SerializedRequest, 'method' | 'headers' | 'body'> {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const type = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
  return { method: 'POST', headers: [type, ['Accept', 'application/json'], ...headers], body };
}

/** Encodes a part of the Basic credentials (RFC 6749, appendix B). */
function encodeFormText(text: string): string {
  return new URLSearchParams({ text }).toString().slice('text='.length);
}

function isUnknownClient(response: ReceivedResponse): boolean {
  return response.status === 401 || parseObject(response)?.error === 'invalid_client';
}

function parseObject({ body }: ReceivedResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function formatError({ error, error_description: description }: Readonly<Record<string, unknown>>): string {
  const texts = [error, description].filter((one) => typeof one === 'string');
  return texts.length === 0 ? '' : `: ${texts.join(', ').slice(0, 300)}`;
}
