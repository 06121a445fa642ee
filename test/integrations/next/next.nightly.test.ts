// The route of docs/guides/dev-server.md in an app of Next.js, installed from the npm registry.

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { program } from '../../support/command-process.ts';
import { npmInstall } from '../../support/installed.ts';
import { listingsOf } from '../../support/listing.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGES = [
  'understudy-api',
  ...['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
  ...['typescript@5.9.3', '@types/node@24.19.4', '@types/react@19.3.3'],
];
/** The rest of the app. */
const APP = {
  'package.json': '{"private":true}',
  'app/layout.tsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  'app/page.tsx': 'export default () => <h1>Pets</h1>;',
  'app/api/version/route.ts': 'export const GET = () => new Response("1.0");',
};
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

test(
  'an app of Next.js responds to the paths of the document, and to its own',
  async () => {
    const cwd = await temporaryFolder();
    const guide = listingsOf(await readFile(join(ROOT, 'docs/guides/dev-server.md'), 'utf8'));
    const shown = guide.flatMap(({ text }) => {
      const [, path] = /^\/\/ (\S+)\n/.exec(text) ?? [];
      return path === undefined ? [] : [[path, text] as const];
    });
    expect(shown.map(([path]) => path)).toEqual(['next.config.ts', 'app/api/[...path]/route.ts']);
    for (const [path, text] of [...Object.entries(APP), ...shown]) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
    await cp(join(ROOT, 'examples/petstore/petstore.yaml'), join(cwd, 'petstore.yaml'));
    await npmInstall(cwd, PACKAGES);

    const start = [join(cwd, 'node_modules/next/dist/bin/next'), 'dev', '--port', '0', '--hostname', '127.0.0.1'];
    const { child, ended, prints } = program(start, { cwd, env: { NEXT_TELEMETRY_DISABLED: '1' } });
    const [, url] = await prints(/Local: +(http:\S+)/);
    const created = await fetch(`${url}/api/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Rex","kind":"dog"}',
    });
    expect([created.status, await created.json()]).toEqual([201, { id: 4, name: 'Rex', kind: 'dog' }]);
    const location = new URL(created.headers.get('location') ?? '', `${url}/api/pets`);
    expect(await (await fetch(location)).json()).toMatchObject({ name: 'Rex' });
    expect((await fetch(location, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${url}/api/nothing`)).status).toBe(404);
    expect(await (await fetch(`${url}/api/version`)).text()).toBe('1.0');
    child.kill('SIGTERM');
    await ended;
  },
  TIMEOUT,
);
