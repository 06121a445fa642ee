// The route group of the MCP server, for callers of the control API.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { isTrustedOrigin } from '../pipeline/cors/cors.ts';
import type { TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { describeError } from '../pipeline/errors/describe-error.ts';
import type { RouteGroup } from '../pipeline/route-groups.ts';
import { urlOf, type WireBody, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import type { ControlAccess } from './access.ts';

/** The path of the MCP server. */
export const MCP_PATH = '/_understudy/mcp';

/** Maximum size of a message, in bytes. */
const MAX_MESSAGE = 4 * 1024 * 1024;

/** The sender of a request. */
export interface AgentCaller {
  /** Whether it is a program on this machine, as far as is known: one with a token may be elsewhere. */
  readonly isLocal: boolean;
}

/** Handles the requests of MCP clients. */
export type HandleAgents = (request: Request, caller: AgentCaller) => Promise<Response>;

interface AgentRoutesSettings {
  readonly handle: HandleAgents;
  readonly access: ControlAccess;
  readonly hosts: TrustedHosts;
}

export function createAgentRoutes({ handle, access, hosts }: AgentRoutesSettings): RouteGroup {
  return {
    matches: (_, path) => path === MCP_PATH,
    bodyLimit: MAX_MESSAGE,
    cors: (origin) => isTrustedOrigin(origin, hosts),
    skipsConsistency: true,
    async handle(request) {
      try {
        const reason = access.admit(
          { headers: request.headers, local: request.local, secure: request.secure ?? false },
          hosts,
        );
        if (request.exceededLimit !== undefined)
          throw new ApiError('invalid_argument', `A message has at most ${MAX_MESSAGE} bytes.`, { status: 413 });
        return await toWire(await handle(toRequest(request), { isLocal: reason === 'local' }));
      } catch (error) {
        return rejection(ApiError.from(error));
      }
    },
  };
}

function toRequest(request: WireRequest): Request {
  const { method, headers, body, signal } = request;
  const fields = Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined);
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  return new Request(urlOf(request), {
    method,
    headers: fields,
    ...(hasBody && { body: body as Uint8Array<ArrayBuffer> }),
    ...(signal && { signal }),
  });
}

async function toWire(response: Response): Promise<WireResponse<WireBody>> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const isStream = headers['content-type']?.startsWith('text/event-stream');
  if (isStream && response.body) return { status, headers, body: response.body };
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

function rejection(error: ApiError): WireResponse {
  return {
    status: error.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...error.headers },
    body: stringifyJson(describeError(error)),
  };
}
