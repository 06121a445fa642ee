// Documents opened in another process, one after the other, so that a crash does not end the tests.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const SOURCE = new URL('../../src/openapi/', import.meta.url).href;
const SCRIPT = `
  import { openDocument } from '${SOURCE}read/open-document.ts';
  import { createDocument } from '${SOURCE}document.ts';
  process.on('message', async (path) => {
    const start = process.cpuUsage();
    const result = await openDocument(path).then(
      (source) => ['opened', createDocument(source).operations.size, source.findings.length].join(' '),
      (error) => 'refused ' + error.message.slice(0, 300),
    );
    const { user, system } = process.cpuUsage(start);
    process.send({ result, seconds: (user + system) / 1e6 });
  });`;

/** Running processes by their memory limit in MB. */
const children = new Map<number, ChildProcess>();

function childWith(memory: number): ChildProcess {
  const running = children.get(memory);
  if (running) return running;
  const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, '--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.once('exit', () => children.delete(memory));
  children.set(memory, child);
  return child;
}

/** Opens a document in another process. Standard error has the CPU time in seconds if it exceeds `seconds`. */
export async function openElsewhere(path: string, { memory = 512, seconds = 60 } = {}) {
  const child = childWith(memory);
  let stderr = '';
  const read = (bytes: Buffer) => {
    stderr += bytes;
  };
  child.stderr?.on('data', read);
  const done = new AbortController();
  const { signal } = done;
  try {
    child.send(path);
    const ended = once(child, 'exit', { signal }).then(([code, killed]) => ({
      code: code ?? killed,
      stdout: '',
      stderr,
    }));
    const responded = once(child, 'message', { signal }).then(([opened]) => {
      const reported = opened as { readonly result: string; readonly seconds: number };
      const took = reported.seconds > seconds ? `took ${reported.seconds} s` : '';
      return { code: 0, stdout: `${reported.result}\n`, stderr: stderr + took };
    });
    return await Promise.race([responded, ended]);
  } finally {
    done.abort();
    child.stderr?.off('data', read);
  }
}

/** Ends the processes. */
export async function closeElsewhere(): Promise<void> {
  await Promise.all([...children.values()].map((child) => child.kill('SIGKILL') && once(child, 'exit')));
}
