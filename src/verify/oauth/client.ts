// Settings of an OAuth client: the client credentials grant (RFC 6749, section 4.4).

import type { SecuritySchemeObject } from '../../openapi/objects.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** The client of a security scheme. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  /** The token URL, relative to the server. Default: as documented. */
  readonly tokenUrl?: string;
  /**
   * Additional parameters of the token request, such as `audience` or `resource`. A `scope` overrides those of
   * operations.
   */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** How to find the token URL. */
export type TokenPlace =
  | { readonly kind: 'tokens'; readonly url: string }
  /** By discovery (OpenID Connect Discovery 1.0, section 4; RFC 8414, section 3). */
  | { readonly kind: 'discovery'; readonly url: string };

/**
 * @param server - the server's URL, the base of relative ones
 * @throws UsageError if the document has no token URL, or one where secrets must not be sent
 */
export function tokenPlace(scheme: SecuritySchemeObject | undefined, client: OAuthClient, server: string): TokenPlace {
  const { tokenUrl } = client;
  if (tokenUrl !== undefined) return { kind: 'tokens', url: absolute(tokenUrl, server) };
  const declared = findDeclaredEndpoint(scheme);
  if (!declared) throw new UsageError('the document has no token URL (set it with --client NAME.token-url=…)');
  const url = absolute(declared.url, server);
  // RFC 6749, section 3.2.
  if (!isSafe(new URL(url), server))
    throw new UsageError(
      `the token URL ${url} has no TLS, so secrets are not sent to it (to allow it, set --client NAME.token-url=…)`,
    );
  return { kind: declared.kind, url };
}

function findDeclaredEndpoint(scheme: SecuritySchemeObject | undefined): TokenPlace | undefined {
  if (scheme?.type === 'openIdConnect') return { kind: 'discovery', url: scheme.openIdConnectUrl };
  if (scheme?.type !== 'oauth2') return undefined;
  // If the document does not declare this grant, the token URL of another one is used.
  const { clientCredentials, ...others } = scheme.flows;
  const flow = [clientCredentials, ...Object.values(others)].find((one) => typeof one?.tokenUrl === 'string');
  if (flow?.tokenUrl !== undefined) return { kind: 'tokens', url: flow.tokenUrl };
  const { oauth2MetadataUrl: url } = scheme;
  return url === undefined ? undefined : { kind: 'discovery', url };
}

/** Resolves a URL against the server. @throws UsageError if it is invalid */
export function absolute(url: string, server: string): string {
  const base = `${server.replace(/\/+$/, '')}/`;
  if (!URL.canParse(url, base) || !/^https?:$/.test(new URL(url, base).protocol))
    throw new UsageError(`${JSON.stringify(url)} is not a valid token URL`);
  return new URL(url, base).href;
}

function isSafe({ protocol, hostname, origin }: URL, server: string): boolean {
  const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isLoopback || origin === new URL(server).origin;
}
