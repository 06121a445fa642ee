// What a command is to read: a path, a URL, or `-` for standard input.

import { MOST_BYTES, type Reading } from '../../openapi/read/document-files.ts';
import { Problems } from '../../schema/problems.ts';
import type { CommandIO } from '../io.ts';

/** A document that is named on the command line. */
export interface GivenDocument {
  /** A path or a URL. What came by standard input has a path in this folder, which its references are relative to. */
  readonly location: string;
  readonly reading: Reading;
}

/** A document by its name. */
export async function givenDocument(
  name: string,
  hosts: readonly string[],
  stdin: CommandIO['stdin'],
): Promise<GivenDocument> {
  if (name !== '-') return { location: name, reading: { hosts } };
  return { location: 'standard input', reading: { hosts, given: await readAll(stdin) } };
}

/** @throws Problems if there is too much of it */
async function readAll(stdin: CommandIO['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Problems(`Standard input is larger than ${MOST_BYTES} bytes.`, []);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
