// Development server: serves the files of the page, its packages, and the address of the mock server.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { PORT = '5173', UNDERSTUDY_URL = 'http://localhost:8080' } = process.env;
const FILES = { '/': 'index.html', '/callback': 'index.html' };
const OWN = /^\/(app|api|login)\.js$|^\/style\.css$/;
const MODULES = { '/modules/oidc-client-ts.js': 'oidc-client-ts', '/modules/jwt-decode.js': 'jwt-decode' };
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

function fileAt(path) {
  if (MODULES[path]) return new URL(import.meta.resolve(MODULES[path]));
  const name = FILES[path] ?? (OWN.test(path) ? path.slice(1) : undefined);
  return name && new URL(`app/${name}`, import.meta.url);
}

const server = createServer(async ({ url }, response) => {
  const [path] = url.split('?');
  if (path === '/settings.js')
    return response
      .writeHead(200, { 'content-type': TYPES.js })
      .end(`export const MOCK_SERVER = ${JSON.stringify(UNDERSTUDY_URL)};\n`);
  const file = fileAt(path);
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': TYPES[file.pathname.split('.').pop()] }).end(await readFile(file));
});
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`Project Desk is at http://localhost:${server.address().port} (API: ${UNDERSTUDY_URL})`),
);
