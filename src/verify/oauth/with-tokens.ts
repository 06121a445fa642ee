// Inserts OAuth tokens into requests when they are sent, so that no report contains one.

import type { SecuritySchemeObject } from '../../openapi/objects.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { Target, TargetSettings } from '../target.ts';
import { TIME, type Time } from '../time.ts';
import { type OAuthClient, tokenPlace } from './client.ts';
import { type AskAt, createTokenSender, discovered, requestToken } from './token-request.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** The tokens of one client. */
export interface Bearer {
  /** The name of the security scheme. */
  readonly name: string;
  /** The placeholder in requests. */
  readonly mark: string;
  readonly tokens: Tokens;
}

export interface BearerSettings {
  /** The URL of the server, the base of relative ones. */
  readonly server: string;
  /** Settings of requests to the authorization server. */
  readonly target: TargetSettings;
  readonly time?: Time;
}

export function createBearer(
  name: string,
  scheme: SecuritySchemeObject | undefined,
  client: OAuthClient,
  { server, target, time = TIME }: BearerSettings,
): Bearer {
  const send = createTokenSender({ ...target, headers: {} });
  const hasOwnScope = client.parameters?.scope !== undefined;
  const findEndpoint = async (ask: AskAt) => {
    const { kind, url } = tokenPlace(scheme, client, server);
    return kind === 'discovery' ? discovered(url, ask) : { url, isBasic: undefined };
  };
  let endpoint: ReturnType<typeof findEndpoint> | undefined;
  const fetchToken = async (scopes: readonly string[], signal?: AbortSignal) => {
    const ask: AskAt = (url, request) => send(url, request, signal);
    endpoint ??= findEndpoint(ask);
    const { url, isBasic } = await endpoint.catch((error) => {
      endpoint = undefined;
      throw error;
    });
    return requestToken(url, client, scopes, isBasic, ask);
  };
  const tokens = createTokens(fetchToken, time);
  const tokenScopes = (scopes: readonly string[]) => (hasOwnScope ? [] : scopes);
  return {
    name,
    mark: `understudy-token-${crypto.randomUUID()}`,
    tokens: {
      all: tokens.all,
      for: (scopes, signal) => tokens.for(tokenScopes(scopes), signal),
      instead: (scopes, rejected) => tokens.instead(tokenScopes(scopes), rejected),
      wasKnown: (scopes, token, isKnown) => tokens.wasKnown(tokenScopes(scopes), token, isKnown),
    },
  };
}

/** Wraps a target: placeholders become tokens. After a 401, the token is renewed and the request repeated once. */
export function withTokens(target: Target, bearers: readonly Bearer[]): Target {
  return {
    ...target,
    async send(request, headers, signal) {
      const bearer = bearers.find(({ mark }) => request.headers.some(([, text]) => text.includes(mark)));
      if (!bearer) return target.send(request, headers, signal);
      const { tokens, mark, name } = bearer;
      const { scopes = [] } = request;
      try {
        const token = await tokens.for(scopes);
        const response = await target.send(insertToken(request, mark, token), headers, signal);
        if ('reason' in response) return response;
        if (response.status !== 401) {
          tokens.wasKnown(scopes, token, true);
          return response;
        }
        const other = await tokens.instead(scopes, token);
        if (other === undefined) return response;
        const again = await target.send(insertToken(request, mark, other), headers, signal);
        if (!('reason' in again)) tokens.wasKnown(scopes, other, again.status !== 401);
        return again;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return {
          status: 0,
          reason: `no token for ${name}: ${error.message.replaceAll('NAME', name)}`,
          isAborted: true,
        };
      }
    },
  };
}

function insertToken(request: SerializedRequest, mark: string, token: string): SerializedRequest {
  return { ...request, headers: request.headers.map(([name, text]) => [name, text.replaceAll(mark, token)] as const) };
}
