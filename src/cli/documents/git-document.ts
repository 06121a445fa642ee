// Reads a document from a git commit, such as `origin/main:openapi.yaml`, without a shell.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { MAX_DOCUMENT_BYTES } from '../../openapi/read/document-files.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { CommandIO } from '../io.ts';
import { type GivenDocument, givenDocument } from './given-document.ts';

const run = promisify(execFile);

/** The time limit for one file, in milliseconds. */
const TIMEOUT = 60_000;

/**
 * A document by its name: a path, a URL, `-`, or a file of a commit (`git:REF:PATH`; `REF:PATH` where no file has that
 * name). `REF...` is the merge base of that ref and HEAD.
 *
 * @param newName - the document that it is compared with; if that is the same file, it may not exist in the commit yet
 */
export async function givenOrCommitted(
  name: string,
  hosts: readonly string[],
  stdin: CommandIO['stdin'],
  newName?: string,
): Promise<GivenDocument> {
  const revision = revisionIn(name);
  return revision ? committed(revision, hosts, newName) : givenDocument(name, hosts, stdin);
}

interface Revision {
  readonly ref: string;
  readonly path: string;
}

/** @throws UsageError if a name with `git:` has no file of a commit */
function revisionIn(name: string): Revision | undefined {
  const isNamed = name.startsWith('git:');
  const [, ref = '', path = ''] = /^([^:]+):(.+)$/s.exec(isNamed ? name.slice(4) : name) ?? [];
  // Git would read a leading dash as an option.
  if (ref !== '' && !ref.startsWith('-')) {
    if (isNamed) return { ref, path };
    return isOtherName(name) ? undefined : { ref, path };
  }
  if (isNamed) throw new UsageError(`${name} is not a file in a commit; write git:REF:PATH.`);
  if (/[^./\\]\.{3}([^./\\]|$)/.test(name) && !isOtherName(name))
    throw new UsageError(`${name} names commits but no file; add its path, such as origin/main...:openapi.yaml.`);
  return undefined;
}

/** Whether it is a URL, a path with a drive, or an existing file. */
function isOtherName(name: string): boolean {
  return /^\w+:\/\//.test(name) || /^[a-z]:[\\/]/i.test(name) || existsSync(name);
}

async function committed(
  { ref, path }: Revision,
  hosts: readonly string[],
  newName: string | undefined,
): Promise<GivenDocument> {
  const top = await git(['rev-parse', '--show-toplevel']).then(lineIn, (error: GitError) => {
    throw new UsageError(`Cannot read ${ref}:${path}, because this is not a git repository: ${error.message}`);
  });
  const commit = await commitOf(ref);
  // As in Git: relative to the root of the repository, unless it starts with a dot.
  const prefix = path.startsWith('.') ? lineIn(await git(['rev-parse', '--show-prefix'])) : '';
  const location = join(top, posix.normalize(prefix + path));
  const inCommit = (file: string) => `${commit}:${relative(top, file).split(sep).join('/')}`;
  if (newName !== undefined && location === (await realpath(newName).catch(() => undefined))) {
    const exists = await git(['cat-file', '-e', inCommit(location)]).then(
      () => true,
      () => false,
    );
    if (!exists) return { location, reading: { hosts }, isNew: true };
  }
  const readFile = async (file: string): Promise<Buffer> => {
    return git(['cat-file', 'blob', inCommit(file)]).catch((error: GitError) => {
      const missing = `file not found in commit ${commit.slice(0, 8)} (${ref})`;
      throw new Error(error.isTooMuch ? `it has more than ${MAX_DOCUMENT_BYTES} bytes` : missing);
    });
  };
  return { location, reading: { hosts, readFile } };
}

/** The commit of a ref; of `A...B`, the merge base. A missing side is HEAD. */
async function commitOf(ref: string): Promise<string> {
  const [, left, dots, right] = /^(.*?)(\.{2,3})(.*)$/s.exec(ref) ?? [];
  if (dots === undefined) return knownCommit(ref);
  if (dots === '..')
    throw new UsageError(`${ref} is a range of commits; write ${left}...${right} for their merge base.`);
  const sides = await Promise.all([left, right].map((side) => knownCommit(side || 'HEAD')));
  return git(['merge-base', ...sides]).then(lineIn, async () => {
    const how = (await isShallow()) ? [`This clone is shallow. ${DEEPEN}.`] : [];
    throw new UsageError(`${left || 'HEAD'} and ${right || 'HEAD'} have no common commit.`, how);
  });
}

const DEEPEN = 'Clone the whole history in CI (fetch-depth: 0), or run git fetch --unshallow';

async function knownCommit(ref: string): Promise<string> {
  return git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).then(lineIn, async () => {
    const [, remote, branch] = /^(?:refs\/remotes\/)?([^/]+)\/(.+)$/s.exec(ref) ?? [];
    const isRemote =
      remote !== undefined &&
      lineIn(await git(['remote']))
        .split(/\r?\n/)
        .includes(remote);
    // With an explicit target, because clones of one branch do not track others.
    const fetched = isRemote ? `${remote} ${branch}:refs/remotes/${remote}/${branch}` : undefined;
    const search = fetched ? `Fetch it: git fetch ${fetched}` : 'git branch --all and git tag list the known ones.';
    const how = (await isShallow()) ? `This clone is shallow. ${[DEEPEN, fetched].filter(Boolean).join(' ')}` : search;
    throw new UsageError(`Unknown git ref ${ref}.`, [how]);
  });
}

async function isShallow(): Promise<boolean> {
  return lineIn(await git(['rev-parse', '--is-shallow-repository'])) === 'true';
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
