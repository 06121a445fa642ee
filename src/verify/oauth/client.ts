// A client of an authorization server that gets tokens for itself: the client credentials grant (RFC 6749, section 4.4).

import type { SecuritySchemeObject } from '../../openapi/objects.ts';

/** What somebody says of a client for a security scheme. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  /** Where tokens are given, relative to the server. Default: as the document says. */
  readonly tokenUrl?: string;
  /** What else the token endpoint is told, such as `audience` or `resource`. A `scope` is sent in place of those that operations ask for. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Where tokens are asked for. */
export type TokenPlace =
  | { readonly kind: 'tokens'; readonly url: string }
  /** Where it is told where tokens are given (OpenID Connect Discovery 1.0, section 4). */
  | { readonly kind: 'discovery'; readonly url: string };

/** Tokens cannot be had; the message is a clause for people. */
export class NoToken extends Error {}

/**
 * @param server - the address of the server, to which relative ones belong
 * @throws NoToken if the document says no place, or one where a secret does not belong
 */
export function tokenPlace(scheme: SecuritySchemeObject | undefined, client: OAuthClient, server: string): TokenPlace {
  const { tokenUrl } = client;
  if (tokenUrl !== undefined) return { kind: 'tokens', url: absolute(tokenUrl, server) };
  const said = placeIn(scheme);
  if (!said) throw new NoToken('the document has no token URL (set it with --client NAME.token-url=…)');
  const url = absolute(said.url, server);
  // RFC 6749, section 3.2.
  if (!isSafe(new URL(url), server))
    throw new NoToken(
      `the token URL ${url} has no TLS, so secrets are not sent to it (to allow it, set --client NAME.token-url=…)`,
    );
  return { kind: said.kind, url };
}

function placeIn(scheme: SecuritySchemeObject | undefined): TokenPlace | undefined {
  if (scheme?.type === 'openIdConnect') return { kind: 'discovery', url: scheme.openIdConnectUrl };
  if (scheme?.type !== 'oauth2') return undefined;
  // Where the document does not name this grant, its tokens come from the same place as others.
  const { clientCredentials, ...others } = scheme.flows;
  const flow = [clientCredentials, ...Object.values(others)].find((one) => typeof one?.tokenUrl === 'string');
  return flow?.tokenUrl === undefined ? undefined : { kind: 'tokens', url: flow.tokenUrl };
}

/** @throws NoToken */
export function absolute(url: string, server: string): string {
  const base = `${server.replace(/\/+$/, '')}/`;
  if (!URL.canParse(url, base) || !/^https?:$/.test(new URL(url, base).protocol))
    throw new NoToken(`${JSON.stringify(url)} is not a valid token URL`);
  return new URL(url, base).href;
}

function isSafe({ protocol, hostname, origin }: URL, server: string): boolean {
  const isHere = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isHere || origin === new URL(server).origin;
}
