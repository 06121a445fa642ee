// The development server of the example: files, packages, and an optional proxy to the mock server.

import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const FILES = {
  '/': 'index.html',
  '/callback': 'index.html',
  '/app.js': 'app.js',
  '/login.js': 'login.js',
  '/projects.js': 'projects.js',
  '/style.css': 'style.css',
};
const MODULES = { '/modules/oidc-client-ts.js': 'oidc-client-ts', '/modules/jwt-decode.js': 'jwt-decode' };
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const PROXIED = /^\/(oauth|oidc|ui|\.well-known|management)\//;

/**
 * A server for the page.
 *
 * @param {{ mockServer: string, clientId: string, isProxy: boolean }} settings - read for every request: the URL of the mock server, the client id of the
 *   page, and whether browsers reach the mock server through this one
 */
export function createDevServer(settings) {
  return createServer(async (incoming, outgoing) => {
    const { mockServer, clientId, isProxy } = settings;
    const [path] = incoming.url.split('?');
    if (isProxy && PROXIED.test(path)) return pass(incoming, outgoing, mockServer);
    if (path === '/settings.js') {
      const address = isProxy ? 'location.origin' : JSON.stringify(mockServer);
      const text = `export const MOCK_SERVER = ${address};\nexport const CLIENT_ID = ${JSON.stringify(clientId)};\n`;
      return outgoing.writeHead(200, { 'content-type': TYPES.js }).end(text);
    }
    const file = FILES[path] ? new URL(FILES[path], import.meta.url) : MODULES[path] && moduleFile(MODULES[path]);
    if (!file) return outgoing.writeHead(404).end();
    outgoing.writeHead(200, { 'content-type': TYPES[file.pathname.split('.').pop()] }).end(await readFile(file));
  });
}

/** The file of a package of node_modules. */
function moduleFile(name) {
  return new URL(import.meta.resolve(name));
}

/** Forwards a request with the `Host` of the browser, so that the issuer is at the address of this server. */
function pass(incoming, outgoing, mockServer) {
  const { method, url, headers } = incoming;
  const passed = request(new URL(url, mockServer), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', ({ message }) => outgoing.writeHead(502).end(`The mock server does not respond: ${message}\n`));
  incoming.pipe(passed);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORT = '5173', MOCK_SERVER = 'http://localhost:8080', CLIENT_ID = '264062497181469540', PROXY } = process.env;
  const server = createDevServer({ mockServer: MOCK_SERVER, clientId: CLIENT_ID, isProxy: PROXY !== undefined });
  server.listen(Number(PORT), '127.0.0.1', () =>
    console.log(`The application is at http://localhost:${server.address().port}, the mock server at ${MOCK_SERVER}`),
  );
}
