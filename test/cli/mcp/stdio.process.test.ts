// `understudy mcp` as clients start it: messages on standard input and output.

import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentServer, ERAS, type Era } from './agents.ts';

const COMMAND = fileURLToPath(new URL('../../../bin/understudy.js', import.meta.url));
const PETSTORE = fileURLToPath(new URL('../../../examples/petstore/petstore.yaml', import.meta.url));

async function connect(era: Era, args: readonly string[]) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', ...args],
    stderr: 'pipe',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

describe.each(ERAS)('with protocol negotiation %s', (era) => {
  test('a document is served to the agent, and to programs at the URL of its sandbox', async () => {
    const client = await connect(era, [PETSTORE]);
    const { structuredContent: server } = await client.callTool({ name: 'show_server', arguments: {} });
    const { url } = server as { readonly url: string };
    await client.callTool({ name: 'change_records', arguments: { changes: [{ collection: 'pets', count: 4 }] } });
    const pets = await (await fetch(`${url}/pets`)).json();
    expect(pets).toHaveLength(7);
  });
});

test('a running mock server is used in a sandbox of the agent, which ends with it', async () => {
  const server = await agentServer(
    `openapi: 3.0.3
info: { title: Things, version: 1.0.0 }
paths: { /things: { get: { operationId: listThings, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } } } }
`,
  );
  const client = await connect('auto', [server.url]);
  const { structuredContent } = await client.callTool({
    name: 'call_operation',
    arguments: { operation: 'listThings' },
  });
  expect(structuredContent).toMatchObject({ status: 200 });
  const sandboxes = async () => JSON.stringify(await (await fetch(`${server.url}/_understudy/sandboxes`)).json());
  expect(await sandboxes()).toContain('mcp-');
  await client.close();
  await expect.poll(sandboxes).not.toContain('mcp-');
});

test('resources and prompts are read by their names', async () => {
  const client = await connect('auto', [PETSTORE]);
  const text = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };
  expect(JSON.parse(await text('understudy://document'))).toMatchObject({ info: { title: 'Petstore' } });
  expect(JSON.parse(await text('understudy://operations/addPet'))).toMatchObject({ method: 'POST', path: '/pets' });
  expect(JSON.parse(await text('understudy://records/pets'))).toMatchObject({ total: 3 });
  expect(await text('understudy://docs/faults')).toContain('# ');
  await expect(text('understudy://docs/..%2F..%2Fpackage')).rejects.toThrow('There is no page');
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['write_contract_test', 'reproduce_bug']);
  const { messages } = await client.getPrompt({ name: 'write_contract_test', arguments: { operation: 'addPet' } });
  expect(JSON.stringify(messages)).toContain('contracts/addPet.ts');
});
