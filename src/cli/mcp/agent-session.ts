// The session of one agent: a mock server, and a sandbox of its own.

import { randomUUID } from 'node:crypto';
import { createControl } from '../../client/control.ts';
import { SandboxClient } from '../../client/sandbox.ts';
import type { AgentServer } from './agent-server.ts';

/** One agent. */
export interface AgentSession extends AgentServer {
  readonly sandbox: SandboxClient;
  /** Sends a request to the APIs, in the sandbox. */
  call(request: Request): Promise<Response>;
  /** Removes the sandbox, unless it was named. */
  close(): Promise<void>;
}

/** The name of a new sandbox, which nobody can guess. */
export function newSandboxName(): string {
  return `mcp-${randomUUID()}`;
}

/** @param name - of the sandbox. Default: a new one */
export function createAgentSession(server: AgentServer, name?: string): AgentSession {
  const own = name ?? newSandboxName();
  const sandbox = new SandboxClient(own, server.url, createControl(server.url, server.controlFetch, own));
  return {
    ...server,
    sandbox,
    call(request) {
      const headers = new Headers(request.headers);
      for (const [key, value] of Object.entries(sandbox.headers)) headers.set(key, value);
      return server.fetch(new Request(request, { headers }));
    },
    async close() {
      if (name === undefined) await sandbox.control('removeSandbox', { name: own }).catch(() => undefined);
    },
  };
}
