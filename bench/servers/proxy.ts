// A minimal proxy: node:http on both sides. No validation, no handling of connection headers, no TLS, no error handling.
//
//   node proxy.ts PORT UPSTREAM

import { Agent, createServer, request } from 'node:http';

const [port, upstream = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method = '', url = '', rawHeaders } = incoming;
  const asked = request(upstream + url, { method, headers: rawHeaders, agent, setHost: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.destroy());
  incoming.pipe(asked);
}).listen(Number(port), '127.0.0.1');
