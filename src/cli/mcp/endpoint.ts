// The MCP server over HTTP (streamable HTTP), for many agents at once.

import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { UsageError } from '../../schema/usage-error.ts';
import type { AgentCaller } from '../../server/control/agent-routes.ts';
import type { AgentServer } from './agent-server.ts';
import { type AgentSession, createAgentSession, newSandboxName } from './agent-session.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ObjectSchema, Tool } from './tool.ts';

/** Sessions of agents at the same time. The one that was idle for longest ends first. */
const MAX_SESSIONS = 500;
/** Milliseconds without a request after which a session ends. */
const MAX_IDLE = 30 * 60 * 1000;
/** Milliseconds between two looks for such sessions. */
const LOOK = 60 * 1000;

/** Handles the requests of MCP clients. */
export interface McpEndpoint {
  fetch(request: Request, caller: AgentCaller): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
}

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  readonly session: AgentSession;
  used: number;
}

/**
 * Clients of protocol versions before 2026-07-28 have a session, and with it a sandbox. Later ones have none: they name
 * a sandbox in the header `x-understudy-sandbox` of their configuration, or in the arguments of each call.
 */
export function createMcpEndpoint(
  server: () => Promise<AgentServer>,
  tools: readonly Tool[],
  version: string,
): McpEndpoint {
  const sessions = new Map<string, OpenSession>();
  const toolsWithSandbox = tools.map(withSandbox);
  const createModern = (caller: AgentCaller) =>
    createMcpHandler(
      async ({ requestInfo }) => {
        const name = requestInfo?.headers.get(SANDBOX_HEADER) ?? undefined;
        const session = createAgentSession({ ...(await server()), ...caller }, name ?? newSandboxName());
        if (name !== undefined) return createMcpServer(session, { tools, version });
        return createMcpServer(session, { tools: toolsWithSandbox, version, isSandboxSent: true });
      },
      { legacy: 'reject' },
    );
  const modern = { local: createModern({ isLocal: true }), other: createModern({ isLocal: false }) };
  let isClosed = false;

  async function openSession(request: Request, caller: AgentCaller): Promise<Response> {
    const name = request.headers.get(SANDBOX_HEADER) ?? undefined;
    const session = createAgentSession({ ...(await server()), ...caller }, name);
    const mcp = createMcpServer(session, { tools, version });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized(id) {
        sessions.set(id, { transport, server: mcp, session, used: Date.now() });
        endIdle();
      },
      onsessionclosed: (id) => end(id),
    });
    await mcp.connect(transport);
    return transport.handleRequest(request);
  }

  async function end(id: string): Promise<void> {
    const open = sessions.get(id);
    sessions.delete(id);
    // The sandbox is removed also if the connection cannot be closed.
    await open?.server.close().catch(() => undefined);
    await open?.session.close();
  }

  function endIdle(): void {
    const oldest = [...sessions].toSorted(([, one], [, other]) => one.used - other.used);
    const excess = Math.max(0, oldest.length - MAX_SESSIONS);
    for (const [index, [id, { used }]] of oldest.entries())
      if (index < excess || Date.now() - used > MAX_IDLE) void end(id);
  }

  const looking = setInterval(endIdle, LOOK).unref();

  return {
    async fetch(request, caller) {
      if (isClosed) return notFound();
      const id = request.headers.get('mcp-session-id');
      const open = id === null ? undefined : sessions.get(id);
      if (open) {
        open.used = Date.now();
        return open.transport.handleRequest(request);
      }
      if (id !== null) return notFound();
      if (await isLegacyRequest(request)) return openSession(request, caller);
      return (caller.isLocal ? modern.local : modern.other).fetch(request);
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      await Promise.all([modern.local.close(), modern.other.close(), ...[...sessions.keys()].map(end)]);
    },
  };
}

const SANDBOX_HEADER = 'x-understudy-sandbox';

/** A client starts a new session then (MCP 2025-11-25, "Session Management"). */
function notFound(): Response {
  const error = { code: -32_001, message: 'The session has ended. Start a new one.' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}

/** A name that an agent was given, or made up at random. */
const SANDBOX_NAME = /^mcp-[a-z0-9-]{16,59}$/;

/** A tool that takes the name of the sandbox. */
function withSandbox(tool: Tool): Tool {
  const { properties, required = [] } = tool.input as {
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  const sandbox = {
    type: 'string',
    pattern: SANDBOX_NAME.source,
    description: 'Your sandbox, from the instructions of this server: the same in each call.',
  };
  const input: ObjectSchema = {
    ...tool.input,
    properties: { ...properties, sandbox },
    required: [...required, 'sandbox'],
  };
  return {
    ...tool,
    input,
    run({ sandbox: name, ...given }: { readonly sandbox?: string }, session, call) {
      if (name === undefined || !SANDBOX_NAME.test(name)) throw new UsageError('`sandbox` is not a name of an agent.');
      return tool.run(given, createAgentSession(session, name), call);
    },
  };
}
