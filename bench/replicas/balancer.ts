// HAProxy in front of several servers, configured like `deploy/haproxy.cfg` for requests other than gRPC.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from '../contender.ts';
import { type RunningServer, startServer } from '../server.ts';

/** Starts it on the core of the servers, and waits until a server responds. */
export function startBalancer(ports: readonly number[], first: Question, folder: string): Promise<RunningServer> {
  const command = (port: number) => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, settingsOf(port, ports));
    return ['haproxy', '-db', '-q', '-f', file];
  };
  return startServer({ name: 'HAProxy', command, questions: { first } });
}

function settingsOf(port: number, ports: readonly number[]): string {
  return `global
  maxconn 4000
  nbthread 1
defaults
  mode http
  option redispatch
  retries 3
  retry-on conn-failure empty-response
  timeout connect 5s
  timeout client 5m
  timeout server 5m
frontend clients
  bind 127.0.0.1:${port}
  http-request del-header X-Forwarded-For
  option forwardfor
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  default_backend requests
backend requests
  balance leastconn
${ports.map((one, index) => `  server mock-server-${index} 127.0.0.1:${one}`).join('\n')}
`;
}
