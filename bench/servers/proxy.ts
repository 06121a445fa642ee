// A minimal proxy: node:http on both sides. No validation, no handling of connection headers, no TLS, no error handling.
//
//   node proxy.ts PORT UPSTREAM

import { Agent, createServer, request } from 'node:http';

const [port, upstream = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method = '', url = '', rawHeaders } = incoming;
  const requested = request(upstream + url, { method, headers: rawHeaders, agent, setHost: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  requested.on('error', () => outgoing.destroy());
  incoming.pipe(requested);
}).listen(Number(port), '127.0.0.1');
