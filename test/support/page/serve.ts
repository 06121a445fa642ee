// The server of the page, and so its origin: the files beside this one, and those of the packages that the page imports.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = /^\/(index\.html|page\.js|wires\.js|by-hand\.js|sights\.(html|js))$/;
/** No dot begins a name, so no path leads up; nothing is decoded. */
const MODULE =
  /^\/node_modules\/(@bufbuild\/protobuf|@connectrpc\/connect(-web)?|@zitadel\/(client|proto))(\/\w[\w.-]*)+\.js$/;

/** Where the page is. */
export interface ServedPage {
  /** Its origin: another one than that of any stand-in, which has another port. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the page on a free port of this machine. Whoever calls this closes it. */
export async function servePage(): Promise<ServedPage> {
  const server = createServer(async ({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const file = PAGE.test(path) ? `.${path}` : MODULE.test(path) ? `../../..${path}` : undefined;
    const content = file && (await readFile(new URL(file, import.meta.url)).catch(() => undefined));
    response.statusCode = content ? 200 : 404;
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
