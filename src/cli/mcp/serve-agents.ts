// `understudy serve --mcp`: the MCP server beside the APIs.

import type { MockServer } from '../../app/mock-server.ts';
import { withToken } from '../../client/send-request.ts';
import { once } from '../../schema/once.ts';
import { type HandleAgents, MCP_PATH } from '../../server/control/agent-routes.ts';
import { ownVersion } from '../version.ts';
import { createAgentServer, documentLocation } from './agent-server.ts';
import { allTools } from './all-tools.ts';
import { createMcpEndpoint, type McpEndpoint } from './endpoint.ts';

/** The MCP server of a mock server that is about to be created. */
interface ServedAgents {
  readonly path: string;
  readonly handle: HandleAgents;
  /** Must be called before the first request. */
  begin(server: MockServer): void;
  /** Ends the sessions. */
  close(): Promise<void>;
}

/** @param token - of the control API. Default: none is needed */
export function serveAgents(token: string | undefined): ServedAgents {
  let endpoint: (() => Promise<McpEndpoint>) | undefined;
  let isUsed = false;
  return {
    path: MCP_PATH,
    async handle(request, caller) {
      if (!endpoint) throw new Error('begin was not called');
      isUsed = true;
      return (await endpoint()).fetch(request, caller);
    },
    begin(server) {
      const send = (request: Request) => server.fetch(request);
      // The URL is known when it listens.
      const agentServer = once(() => {
        const { url = 'http://localhost' } = server;
        return createAgentServer({
          url,
          fetch: send,
          controlFetch: withToken(send, token),
          location: documentLocation(server.documents(), url),
          folder: process.cwd(),
          isLocal: false,
          allowedServers: [],
        });
      });
      endpoint = once(async () => createMcpEndpoint(agentServer, await allTools(), ownVersion()));
    },
    async close() {
      if (isUsed) await (await endpoint?.())?.close();
    },
  };
}
