// The server and origin of the page: serves the files of this folder, and the packages that the page imports.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = /^\/(index\.html|page\.js|wires\.js|by-hand\.js|sights\.(html|js))$/;
/** Names do not start with a dot, so no path leads up; nothing is decoded. */
const MODULE =
  /^\/node_modules\/(@bufbuild\/protobuf|@connectrpc\/connect(-web)?|@zitadel\/(client|proto))(\/\w[\w.-]*)+\.js$/;

/** The URL of the page. */
export interface ServedPage {
  /** Its origin, which differs from that of any mock server by the port. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the page on a free port of this machine. The caller closes it. */
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
