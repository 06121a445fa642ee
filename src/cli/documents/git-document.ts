// Reads a document from a git commit, such as `origin/main:openapi.yaml`, without a shell.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { MAX_DOCUMENT_BYTES } from '../../openapi/read/document-files.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { CommandIO } from '../io.ts';
import { type GivenDocument, givenDocument } from './given-document.ts';

const run = promisify(execFile);

/** The time limit for one file, in milliseconds. */
const TIMEOUT = 60_000;

/** A document by its name: a path, a URL, `-`, or a file of a commit (`git:REF:PATH`; `REF:PATH` where no file has that name). */
export async function givenOrCommitted(
  name: string,
  hosts: readonly string[],
  stdin: CommandIO['stdin'],
): Promise<GivenDocument> {
  const revision = revisionIn(name);
  return revision ? committed(revision, hosts) : givenDocument(name, hosts, stdin);
}

interface Revision {
  readonly ref: string;
  readonly path: string;
}

/** @throws UsageError if it names no revision, though it begins with `git:` */
function revisionIn(name: string): Revision | undefined {
  const isNamed = name.startsWith('git:');
  const [, ref = '', path = ''] = /^([^:]+):(.+)$/s.exec(isNamed ? name.slice(4) : name) ?? [];
  // What begins with a dash would be an option.
  if (ref !== '' && !ref.startsWith('-')) {
    if (isNamed) return { ref, path };
    const isOther = /^\w+:\/\//.test(name) || /^[a-z]:[\\/]/i.test(name) || existsSync(name);
    return isOther ? undefined : { ref, path };
  }
  if (isNamed) throw new UsageError(`${name} is not a file in a commit; write git:REF:PATH.`, []);
  return undefined;
}

async function committed({ ref, path }: Revision, hosts: readonly string[]): Promise<GivenDocument> {
  const top = await git(['rev-parse', '--show-toplevel']).then(lineIn, (error: GitError) => {
    throw new UsageError(`Cannot read ${ref}:${path}, because this is not a git repository: ${error.message}`, []);
  });
  const commit = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).then(lineIn, () => {
    throw new UsageError(`Unknown git ref ${ref}.`, [
      'CI clones are often shallow: fetch the branch first (git fetch --depth=1 origin main:refs/remotes/origin/main), or the whole history (fetch-depth: 0).',
    ]);
  });
  // As Git has it: from the top of the repository, unless it begins with a dot.
  const prefix = path.startsWith('.') ? lineIn(await git(['rev-parse', '--show-prefix'])) : '';
  const location = join(top, posix.normalize(prefix + path));
  const readFile = async (file: string): Promise<Buffer> => {
    const inside = relative(top, file).split(sep).join('/');
    return git(['cat-file', 'blob', `${commit}:${inside}`]).catch((error: GitError) => {
      throw new Error(error.isTooMuch ? `it has more than ${MAX_DOCUMENT_BYTES} bytes` : `file not found in ${ref}`);
    });
  };
  return { location, reading: { hosts, readFile } };
}

/** Why a git command failed. */
interface GitError extends Error {
  readonly isTooMuch: boolean;
}

async function git(args: readonly string[]): Promise<Buffer> {
  try {
    const { stdout } = await run('git', [...args], {
      encoding: 'buffer',
      maxBuffer: MAX_DOCUMENT_BYTES,
      timeout: TIMEOUT,
    });
    return stdout;
  } catch (error) {
    const { code, stderr = '', message } = error as { code?: unknown; stderr?: unknown; message: string };
    const why = code === 'ENOENT' ? 'git is not installed' : String(stderr).trim().split('\n')[0] || message;
    throw Object.assign(new Error(why), { isTooMuch: code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' });
  }
}

function lineIn(output: Buffer): string {
  return output.toString().replace(/\r?\n$/, '');
}
