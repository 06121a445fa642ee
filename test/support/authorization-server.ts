// A server with an authorization server that issues client tokens in configurable ways.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A token request. */
export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

export interface AuthorizationSettings {
  /** Responds to a token request; undefined to issue a token. */
  readonly reject?: (request: TokenRequest) => { readonly status: number; readonly body: unknown } | undefined;
  /** Additional members of the token response. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Members of `/.well-known/openid-configuration` besides the token endpoint. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Number of requests after which a token is no longer accepted. */
  readonly uses?: number;
  /** A token that the API accepts. */
  readonly known: string;
}

/** Puts it in front of an API: its own tokens are replaced by the one that the API accepts. */
export async function startAuthorizationServer(api: RequestListener, settings: AuthorizationSettings) {
  const requested: TokenRequest[] = [];
  const given = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/.well-known/openid-configuration')
      return void json(200, {
        issuer: 'x',
        token_endpoint: `http://${request.headers.host}/oauth/token`,
        ...settings.metadata,
      });
    if (request.url === '/oauth/token') {
      const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
      const one = { authorization: request.headers.authorization, form };
      requested.push(one);
      const rejection = settings.reject?.(one);
      if (rejection) return void json(rejection.status, rejection.body);
      const token = `given-token-${requested.length}`;
      given.set(token, 0);
      return void json(200, { access_token: token, token_type: 'Bearer', ...settings.more });
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const uses = given.get(token);
    if (uses !== undefined && uses < (settings.uses ?? Number.POSITIVE_INFINITY)) {
      given.set(token, uses + 1);
      request.headers.authorization = `Bearer ${settings.known}`;
    }
    api(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requested,
    given,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
