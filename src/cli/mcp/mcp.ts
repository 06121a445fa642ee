// `understudy mcp [DOCUMENT | URL]`: a server of the Model Context Protocol on standard input and output.

import { inspect } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { MockServer } from '../../app/mock-server.ts';
import { withToken } from '../../client/send-request.ts';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { readCommandLine } from '../command-line.ts';
import { MCP } from '../command-tables/project.ts';
import { readConfigFile } from '../config/config-file.ts';
import { reportingErrors } from '../control/server.ts';
import { serverAddress } from '../flag-values.ts';
import type { CommandIO } from '../io.ts';
import { chooseApis } from '../serve/chosen-apis.ts';
import { ownVersion } from '../version.ts';
import { createAgentServer, documentLocation } from './agent-server.ts';
import { createAgentSession } from './agent-session.ts';
import { allTools } from './all-tools.ts';
import { createMcpServer } from './mcp-server.ts';

/** The command. Resolves when the client closes the connection. @throws UsageError if there is no document or server */
export async function mcp(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(MCP, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [given] = positionals;
  // Standard output has messages of the protocol only.
  const onNotice = (text: string) => void io.stderr.write(`${printableLines(text)}\n`);
  const isUrl = given !== undefined && /^https?:\/\//.test(given) && !/\.(?:ya?ml|json)$/i.test(given);
  const started = isUrl ? undefined : await startMockServer(given, values['allow-fetch'], onNotice, io);
  const mock = started?.mock;
  const url = isUrl ? serverAddress(given).replace(/\/$/, '') : ((await mock?.listen())?.url ?? '');
  const send = mock ? (request: Request) => mock.fetch(request) : (request: Request) => fetch(request);
  const server = await reportingErrors(() =>
    createAgentServer({
      url,
      fetch: send,
      controlFetch: withToken(send, started ? started.token : io.env.UNDERSTUDY_CONTROL_TOKEN || undefined),
      location: mock ? documentLocation(mock.documents(), url) : undefined,
      folder: process.cwd(),
      isLocal: true,
      allowedServers: values['allow-server'] ?? [],
    }),
  );
  const session = createAgentSession(server, values.sandbox);
  const about = { tools: await allTools(), version: ownVersion() };
  await new Promise<void>((resolve) => {
    const transport = new StdioServerTransport();
    const serving = serveStdio(() => createMcpServer(session, about), {
      transport,
      onerror: (error) => onNotice(`understudy: ${error.message}`),
    });
    const end = () => void serving.close().finally(resolve);
    io.onStop(end);
    process.stdin.once('end', end);
  });
  await session.close();
  await mock?.close();
  return 0;
}

/** A mock server of the documents, with state in memory. */
async function startMockServer(
  document: string | undefined,
  allowFetch: string | undefined,
  onNotice: (text: string) => void,
  io: CommandIO,
): Promise<{ readonly mock: MockServer; readonly token: string | undefined }> {
  if (document === '-') throw new UsageError('Standard input has the messages of the protocol; name a file or a URL.');
  const folder = process.cwd();
  const { path: configFile, config } = await readConfigFile(folder);
  const documents = document === undefined ? [] : [document];
  const { apis } = await chooseApis({ documents, config, configFile, folder, stdin: io.stdin });
  const mock = await createServer({
    ...temporarySettings(config, apis),
    ...(allowFetch !== undefined && { allowFetch }),
    onNotice,
    onError: (thrown) => onNotice(inspect(thrown)),
  });
  return { mock, token: config.controlToken };
}
