// What a command is to read: a path, a URL, or `-` for standard input.

import { parseArgs } from 'node:util';
import { hostsIn } from '../engine/hosts.ts';
import { MOST_BYTES, type Reading } from '../openapi/read/document-files.ts';
import { Problems } from '../schema/problems.ts';
import type { CommandIO } from './io.ts';

/** A document that is named on the command line. */
export interface GivenDocument {
  /** A path or a URL. What came by standard input has a path in this folder, which its references are relative to. */
  readonly location: string;
  readonly reading: Reading;
}

/** The help of what all of these commands take. */
export const READING_HELP = `FILE may be a path, a URL, or - for standard input. A URL is fetched, with what it refers to at the same address; from other hosts only
what --allow-fetch HOSTS names, such as --allow-fetch api.example.com,localhost:3000.
`;

/** A document by its name. */
export async function givenDocument(
  name: string,
  hosts: readonly string[],
  stdin: CommandIO['stdin'],
): Promise<GivenDocument> {
  if (name !== '-') return { location: name, reading: { hosts } };
  return { location: 'standard input', reading: { hosts, given: await readAll(stdin) } };
}

/**
 * The document that a command is given and nothing else; undefined when the usage was asked for, which is printed.
 *
 * @param missing - what to say when none is named
 * @throws Problems if there is none, or anything beside it
 */
export async function oneDocument(
  args: readonly string[],
  usage: string,
  missing: string,
  io: CommandIO,
): Promise<GivenDocument | undefined> {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h' }, 'allow-fetch': { type: 'string', default: '' } },
    strict: false,
    tokens: true,
  });
  if (values.help) {
    io.stdout.write(usage);
    return undefined;
  }
  const names = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const flags = tokens.flatMap((token) =>
    token.kind === 'option' && token.name !== 'allow-fetch' ? [token.rawName] : [],
  );
  const [name, ...others] = names;
  const surplus = [...flags, ...others];
  if (surplus.length > 0)
    throw new Problems(`These are not understood: ${surplus.join(' ')}`, usage.trimEnd().split('\n'));
  if (name === undefined) throw new Problems(missing, usage.trimEnd().split('\n'));
  const { 'allow-fetch': hosts } = values;
  if (typeof hosts !== 'string')
    throw new Problems('--allow-fetch needs the hosts that may be asked:', usage.trimEnd().split('\n'));
  return givenDocument(name, hostsIn('--allow-fetch', hosts), io.stdin);
}

/** @throws Problems if there is too much of it */
async function readAll(stdin: CommandIO['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new Problems(`Standard input has more than ${MOST_BYTES} bytes, which are not read.`, []);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
