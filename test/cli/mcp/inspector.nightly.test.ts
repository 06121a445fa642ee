// The MCP server, used by the command line of the MCP Inspector.

import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { npmInstall } from '../../support/installed.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PETSTORE = fileURLToPath(new URL('../../../examples/petstore/petstore.yaml', import.meta.url));
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

test(
  'its tools are listed and called from the packed package',
  async () => {
    const folder = await temporaryFolder();
    await cp(PETSTORE, join(folder, 'petstore.yaml'));
    await npmInstall(folder, ['understudy-api', '@modelcontextprotocol/inspector@2.12.0']);
    const inspect = async (...args: readonly string[]) => {
      const server = ['--cli', 'npx', 'understudy', 'mcp', 'petstore.yaml'];
      const { stdout } = await promisify(execFile)('npx', ['mcp-inspector', ...server, ...args], { cwd: folder });
      return JSON.parse(stdout);
    };
    const { tools } = await inspect('--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('call_operation');
    const called = ['--method', 'tools/call', '--tool-name', 'call_operation', '--tool-arg', 'operation=listPets'];
    expect(await inspect(...called)).toMatchObject({ structuredContent: { status: 200 } });
  },
  TIMEOUT,
);
