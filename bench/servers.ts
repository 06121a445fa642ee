// Commands of servers that do more than mock a document: Understudy, the bare one, SQLite, the store alone, json-server.

import { peerFile } from './peers.ts';
import { inRepository } from './repository.ts';

type Command = (port: number) => readonly string[];

/** `understudy serve` with more settings, from the TypeScript sources. */
export function understudy(...settings: readonly string[]): Command {
  return (port) => [process.execPath, inRepository('bin/understudy.js'), 'serve', '--port', `${port}`, ...settings];
}

/** `understudy demo` with more settings: the identity API, from the TypeScript sources. */
export function demo(...settings: readonly string[]): Command {
  return (port) => [process.execPath, inRepository('bin/understudy.js'), 'demo', '--port', `${port}`, ...settings];
}

/** A minimal server for a search. */
export function bare(schema: string, projects: string): Command {
  return (port) => [process.execPath, inRepository('bench/servers/bare.ts'), `${port}`, schema, projects];
}

/** A minimal server for remote procedure calls: always with this response, in JSON. */
export function bareRpc(server: 'connect' | 'grpc-js', http: 'http1' | 'http2', response: string): Command {
  return (port) => [process.execPath, inRepository(`bench/servers/${server}.ts`), `${port}`, response, http];
}

/** A minimal server with durable changes. */
export function sqlite(state: string, database: string): Command {
  return (port) => [process.execPath, inRepository('bench/servers/sqlite.ts'), `${port}`, state, database];
}

/** The same with Understudy's own store. */
export function bareStore(state: string, file: string): Command {
  return (port) => [process.execPath, inRepository('bench/servers/store.ts'), `${port}`, state, file];
}

/** json-server on a file. */
export function jsonServer(database: string): Command {
  const script = peerFile('json-server/lib/cli/bin.js');
  return (port) => [process.execPath, script, '--host', '127.0.0.1', '--port', `${port}`, '--quiet', database];
}
