// A document argument: a path, a URL, or `-` for standard input.

import { MAX_DOCUMENT_BYTES, type ReadOptions, STANDARD_INPUT } from '../../openapi/read/document-files.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { CommandIO } from '../io.ts';

/** A document argument, ready to open. */
export interface GivenDocument {
  /** A path or a URL. References of standard input are relative to this folder. */
  readonly location: string;
  readonly reading: ReadOptions;
  /** Whether it is the new document itself, because the commit does not have its file yet. Default false. */
  readonly isNew?: boolean;
}

/** Resolves a document argument. */
export async function givenDocument(
  name: string,
  hosts: readonly string[],
  stdin: CommandIO['stdin'],
): Promise<GivenDocument> {
  if (name !== '-') return { location: name, reading: { hosts } };
  return { location: STANDARD_INPUT, reading: { hosts, content: await readAll(stdin) } };
}

/** @throws UsageError if the input is too large */
async function readAll(stdin: CommandIO['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw new UsageError(`Standard input is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
