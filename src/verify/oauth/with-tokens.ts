// Inserts OAuth tokens into requests when they are sent, so that no report contains one.

import type { SecuritySchemeObject } from '../../openapi/objects.ts';
import type { Call } from '../requests/call.ts';
import type { Target, TargetSettings } from '../target.ts';
import { TIME, type Time } from '../time.ts';
import { NoToken, type OAuthClient, tokenPlace } from './client.ts';
import { askingWith, discovered, requestToken } from './token-request.ts';
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
  const ask = askingWith({ ...target, headers: {} });
  const hasOwnScope = client.parameters?.scope !== undefined;
  const find = async () => {
    const { kind, url } = tokenPlace(scheme, client, server);
    return kind === 'discovery' ? discovered(url, ask) : { url, isBasic: undefined };
  };
  let place: ReturnType<typeof find> | undefined;
  const fetchToken = async (scopes: readonly string[]) => {
    place ??= find();
    const { url, isBasic } = await place.catch((error) => {
      place = undefined;
      throw error;
    });
    return requestToken(url, client, scopes, isBasic, ask);
  };
  const tokens = createTokens(fetchToken, time);
  const own = (scopes: readonly string[]) => (hasOwnScope ? [] : scopes);
  return {
    name,
    mark: `understudy-token-${crypto.randomUUID()}`,
    tokens: {
      all: tokens.all,
      for: (scopes) => tokens.for(own(scopes)),
      instead: (scopes, refused) => tokens.instead(own(scopes), refused),
      wasKnown: (scopes, token, isKnown) => tokens.wasKnown(own(scopes), token, isKnown),
    },
  };
}

/** Wraps a target: placeholders become tokens. After a 401, the token is renewed and the request repeated once. */
export function withTokens(target: Target, bearers: readonly Bearer[]): Target {
  return {
    ...target,
    async ask(call, headers, signal) {
      const bearer = bearers.find(({ mark }) => call.headers.some(([, text]) => text.includes(mark)));
      if (!bearer) return target.ask(call, headers, signal);
      const { tokens, mark, name } = bearer;
      const { scopes = [] } = call;
      try {
        const token = await tokens.for(scopes);
        const answer = await target.ask(written(call, mark, token), headers, signal);
        if ('reason' in answer) return answer;
        if (answer.status !== 401) {
          tokens.wasKnown(scopes, token, true);
          return answer;
        }
        const other = await tokens.instead(scopes, token);
        if (other === undefined) return answer;
        const again = await target.ask(written(call, mark, other), headers, signal);
        if (!('reason' in again)) tokens.wasKnown(scopes, other, again.status !== 401);
        return again;
      } catch (error) {
        if (!(error instanceof NoToken)) throw error;
        return { status: 0, reason: `no token for ${name}: ${error.message.replaceAll('NAME', name)}`, isOurs: true };
      }
    },
  };
}

function written(call: Call, mark: string, token: string): Call {
  return { ...call, headers: call.headers.map(([name, text]) => [name, text.replaceAll(mark, token)] as const) };
}
