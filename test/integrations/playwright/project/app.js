// A page server that forwards `/api` to the mock server, and a server of another origin. Both use free ports.

import { once } from 'node:events';
import { createServer, request } from 'node:http';

const { UNDERSTUDY_URL: MOCK_SERVER = '' } = process.env;

const SERVICE_WORKER = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.includes('pets')) event.respondWith(fetch(event.request));
});
`;

const foreign = createServer((incoming, outgoing) => {
  outgoing.setHeader('access-control-allow-origin', '*');
  outgoing.end(JSON.stringify(incoming.headers));
});
const app = createServer((incoming, outgoing) => {
  const { url } = incoming;
  if (url.startsWith('/api/')) return pass(incoming, outgoing);
  if (url === '/away') return outgoing.writeHead(302, { location: `${MOCK_SERVER}/pets` }).end();
  if (url === '/ticks') return tick(incoming, outgoing);
  if (url === '/worker.js') return outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(SERVICE_WORKER);
  const addresses = JSON.stringify({ mockServer: MOCK_SERVER, foreign: `http://127.0.0.1:${foreign.address().port}/` });
  outgoing.writeHead(200, { 'content-type': 'text/html' });
  outgoing.end(`<!doctype html><link rel="icon" href="data:,"><script>addresses = ${addresses}</script>`);
});

/** Like development servers that keep `Host`. */
function pass(incoming, outgoing) {
  const { method, url, headers } = incoming;
  const passed = request(new URL(url.slice('/api'.length), MOCK_SERVER), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(passed);
}

/** An endless event stream with the sandbox header of the request. */
function tick(incoming, outgoing) {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => outgoing.write(`data: ${incoming.headers['x-understudy-sandbox']}\n\n`), 20);
  incoming.on('close', () => clearInterval(timer));
}

for (const server of [foreign, app]) await once(server.listen(0, '127.0.0.1'), 'listening');
console.log(`The page is at http://localhost:${app.address().port}`);
