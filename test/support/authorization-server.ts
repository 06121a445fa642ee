// A server with an authorization server beside it: tokens of clients, in whatever way it is told to give them.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is asked of the token endpoint. */
export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

export interface AuthorizationSettings {
  /** Answers a request for a token; undefined where it gets one. */
  readonly refuse?: (request: TokenRequest) => { readonly status: number; readonly body: unknown } | undefined;
  /** What is said beside the token. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** What is told at `/.well-known/openid-configuration`, beside the token endpoint. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** After how many requests a token is not known any more. */
  readonly uses?: number;
  /** A token that the api itself knows. */
  readonly known: string;
}

/** Puts it before an api: what has a token of its own there has the one that the api knows. */
export async function startAuthorizationServer(api: RequestListener, settings: AuthorizationSettings) {
  const asked: TokenRequest[] = [];
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
      asked.push(one);
      const refusal = settings.refuse?.(one);
      if (refusal) return void json(refusal.status, refusal.body);
      const token = `given-token-${asked.length}`;
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
    asked,
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
