// Runs one command of `understudy`, each a file of its own.

import { existsSync } from 'node:fs';
import { printableLines } from '../engine/printable.ts';
import { nearest } from '../schema/nearest.ts';
import { Problems } from '../schema/problems.ts';
import type { CommandIO } from './io.ts';
import { ownVersion } from './version.ts';

const USAGE = `understudy: a stateful mock server and contract-testing tool for any OpenAPI document

  understudy FILE           serve an OpenAPI document: a path, a URL, or - for standard input
  understudy serve [FILE…]  serve OpenAPI documents, the apis of understudy.config.ts, or the identity API (or: mock)
  understudy init FILE      write a project around an OpenAPI document: config, types, a test
  understudy handler ID…    write handlers for operations of that project
  understudy operations     say who answers each operation, and why
  understudy fixtures save NAME
                            write the records of a stand-in that runs as fixtures
  understudy state export DIR
                            carry a state from a PostgreSQL into a folder; import carries it back
  understudy lint FILE…     say what is wrong with OpenAPI documents
  understudy verify         say whether a server keeps its OpenAPI document
  understudy parity         say whether two servers of one OpenAPI document do the same
  understudy proxy          stand between clients and a server, and say who keeps the document
  understudy diff OLD NEW   list changes between two OpenAPI documents, and which of them break clients
  understudy import         create fixtures, examples and contract cases from a HAR file
  understudy types FILE     print the TypeScript types of an OpenAPI document or a fixture schema
  understudy proto FILE     print the protobuf service of an OpenAPI document as a .proto file

and of a stand-in that is running:

  understudy ready [URL]    say whether it takes requests, for probes
  understudy reset          start over from the fixtures
  understudy sandboxes      show, make or remove sandboxes
  understudy snapshot       remember the records under a name
  understudy restore NAME   go back to a snapshot
  understudy undo           take back the last changes
  understudy changes        list data changes
  understudy records        show records, or make many
  understudy requests       list recorded requests, or wait for one
  understudy coverage       show what requests have exercised of the documents
  understudy fault          let something go wrong
  understudy clock          stop, set or advance the time
  understudy token USER     give an access token without a login
  understudy logins         show who is logged in, or end a login
  understudy tokens         show the tokens that are valid, or revoke one

understudy help COMMAND explains a command, as --help does; --version (-v) prints the version.
`;

/**
 * Runs a command and reports why it failed.
 *
 * @param args - the name of the command, then its arguments
 * @returns the exit code: that of the command, 2 for arguments or files that cannot be used, 1 for an internal error
 */
export async function run(args: readonly string[], io: CommandIO): Promise<number> {
  try {
    return await runCommand(args, io);
  } catch (error) {
    io.stderr.write(printableLines(`understudy: ${(error as Error).message}\n`));
    return error instanceof Problems ? 2 : 1;
  }
}

async function runCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case 'serve':
    case 'mock':
      return (await import('./serve.ts')).serve(rest, io);
    case 'init':
      return (await import('./init.ts')).init(rest, io);
    case 'handler':
      return (await import('./handler.ts')).handler(rest, io);
    case 'operations':
      return (await import('./operations.ts')).operations(rest, io);
    case 'fixtures':
      return (await import('./fixtures.ts')).fixtures(rest, io);
    case 'state':
      return (await import('./state.ts')).state(rest, io);
    case 'lint':
      return (await import('./lint.ts')).lint(rest, io);
    case 'verify':
      return (await import('./verify.ts')).verify(rest, io);
    case 'parity':
      return (await import('./parity.ts')).parity(rest, io);
    case 'proxy':
      return (await import('./proxy.ts')).proxy(rest, io);
    case 'import':
      return (await import('./import.ts')).importRecording(rest, io);
    case 'types':
      return (await import('./types.ts')).types(rest, io);
    case 'proto':
      return (await import('./proto.ts')).proto(rest, io);
    case 'diff':
      return (await import('./diff.ts')).diff(rest, io);
    case 'ready':
      return (await import('./ready.ts')).ready(rest, io);
    case 'reset':
    case 'sandboxes':
    case 'snapshot':
    case 'restore':
    case 'undo':
    case 'records':
    case 'changes':
    case 'requests':
    case 'coverage':
    case 'fault':
    case 'clock':
    case 'token':
    case 'logins':
    case 'tokens':
      return (await import('./steer.ts')).steer(command, rest, io);
    case '--version':
    case '-v':
      io.stdout.write(`${await ownVersion()}\n`);
      return 0;
    case 'help':
      if (rest.length > 0) return runCommand([...rest.slice(0, 1), '--help'], io);
      io.stdout.write(USAGE);
      return 0;
    case undefined:
    case '--help':
    case '-h':
      io.stdout.write(USAGE);
      return 0;
    default: {
      if (isServed(command)) return (await import('./serve.ts')).serve(args, io);
      const names = [...USAGE.matchAll(/^ {2}understudy (\w+)/gm)].map(([, name = '']) => name);
      const meant = nearest(command, names);
      throw new Problems(
        `There is no command "${command}"${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
        USAGE.trimEnd().split('\n'),
      );
    }
  }
}

/** Whether a first word means what is to be served, or a setting of that: a document is served without a command. */
function isServed(word: string): boolean {
  return /^-|^https?:\/\/|\.(ya?ml|json)$/i.test(word) || existsSync(word);
}
