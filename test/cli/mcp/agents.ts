// Mock servers with an MCP server, and clients of it.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createServer } from '../../../src/app/create-mock-server.ts';
import type { MockServer } from '../../../src/app/mock-server.ts';
import type { MockServerSettings } from '../../../src/app/server-settings.ts';
import { serveAgents } from '../../../src/cli/mcp/serve-agents.ts';

/** Protocol versions before 2026-07-28 have sessions, and later ones have none. */
export const ERAS = ['legacy', 'auto'] as const;
export type Era = (typeof ERAS)[number];

/** A mock server with an MCP server, which ends with the test. */
export async function agentServer(
  document: string,
  settings: Partial<MockServerSettings> = {},
): Promise<MockServer & { readonly url: string }> {
  const agents = serveAgents(settings.controlToken);
  const api = { name: 'api', document: { location: 'api.yaml', text: document }, infer: true } as const;
  const server = await createServer({ apis: [api], durability: 'memory', ...settings }, agents.handle);
  agents.begin(server);
  onTestFinished(async () => {
    await agents.close();
    await server.close();
  });
  const { url } = await server.listen();
  return { ...server, url };
}

/** The result of a tool. */
export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Record<string, unknown>;
}

/** An agent. */
export interface Agent {
  readonly client: Client;
  /** The name of its sandbox. */
  readonly sandbox: string;
  call(tool: string, input?: object): Promise<Called>;
}

interface AgentSettings {
  readonly headers?: Readonly<Record<string, string>>;
  /** How the user answers questions. Default: the client cannot ask. */
  readonly consent?: boolean;
}

/** Connects an agent, which names its sandbox where its protocol version has no session. */
export async function connectAgent(
  { url }: { readonly url: string },
  era: Era,
  { headers = {}, consent }: AgentSettings = {},
): Promise<Agent> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era }, capabilities: consent === undefined ? {} : { elicitation: {} } },
  );
  if (consent !== undefined)
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { allow: consent } }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/_understudy/mcp', url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  const [, sent] = /sandbox: "(\S+)"/.exec(client.getInstructions() ?? '') ?? [];
  const call = async (name: string, input: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...input, ...(sent && { sandbox: sent }) } });
    const [first] = result.content;
    return {
      isError: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      value: (result.structuredContent ?? {}) as Record<string, unknown>,
    };
  };
  const { sandbox } = (await call('show_server')).value;
  return { client, sandbox: String(sandbox), call };
}
