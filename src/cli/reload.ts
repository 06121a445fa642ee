// While somebody works: what is saved is served at once, and told; what cannot be is told too, and what was served before goes on.

import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { followsImports, forgetImports, importedFiles } from '../engine/import-file.ts';
import { printableLines } from '../engine/printable.ts';
import { RELOAD_FAILED } from '../front/home.ts';
import { shownPath } from '../front/shown-path.ts';
import type { MockServer } from '../stand-in.ts';
import { createWatching } from './watch.ts';

export interface Reloading {
  /** The apis that are served at first. */
  readonly apis: NonNullable<Config['apis']>;
  /** Gives the apis, as they are now. */
  again(): Promise<NonNullable<Config['apis']>>;
  /** Writes what follows from the documents, at the beginning and when something was saved. Gives what is to be told, a sentence each. */
  keep(apis: NonNullable<Config['apis']>): Promise<readonly string[]>;
  /** What was saved and is not served before a restart, a sentence each. */
  notTaken(): Promise<readonly string[]>;
  /** Files beside those of the apis. */
  readonly files: readonly string[];
  /** When it was begun to read them for the first time, in milliseconds since 1970. */
  readonly since: number;
  readonly say: (text: string) => void;
}

/** Reloads a stand-in whenever something that it was read from is saved. Gives what ends that. */
export function reloadOnSave(
  standIn: MockServer,
  { apis: first, again, keep, notTaken, files, since, say }: Reloading,
): () => void {
  const tell = (text: string) => say(printableLines(text));
  let isDue = false;
  let isBusy = false;
  let hasFailed = false;
  let code = codeNow();
  const refused = new Set<string>();
  const watching = createWatching(
    () => void onSave(),
    (folder, reason) => {
      if (refused.has(folder)) return;
      refused.add(folder);
      tell(`What is saved in ${shownPath(folder)} is not noticed: ${adviceOn(reason)}`);
    },
  );

  async function onSave(): Promise<void> {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    while (isDue) {
      isDue = false;
      const said = await reload();
      // What is saved in several steps may be broken between them.
      if (!isDue) tell(said);
    }
    isBusy = false;
  }

  async function reload(): Promise<string> {
    const began = performance.now();
    // Modules keep what they remember unless code was saved; what failed to load would fail again.
    if (hasFailed || code.text !== codeNow(code.paths).text) forgetImports();
    try {
      let apis = first;
      const told = await standIn.reload(async () => {
        apis = await again();
        return apis;
      });
      const milliseconds = Math.round(performance.now() - began);
      const more = [...(await toldBy(() => keep(apis))), ...(await toldBy(notTaken))];
      hasFailed = false;
      code = codeNow();
      return [`Loaded again in ${milliseconds} ms: ${summaryOf(standIn)}.`, ...told, ...more].join('\n');
    } catch (error) {
      hasFailed = true;
      code = codeNow([...code.paths, ...importedFiles()]);
      return `${RELOAD_FAILED}\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`;
    } finally {
      watchAll();
    }
  }

  async function toldBy(work: () => Promise<readonly string[]>): Promise<readonly string[]> {
    try {
      return await work();
    } catch (error) {
      return [(error as Error).message];
    }
  }

  function watchAll(): readonly string[] {
    const paths = [...files, ...standIn.files(), ...code.paths];
    watching.on(paths);
    return paths;
  }

  const isSaved = (path: string) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since;
  if (watchAll().some(isSaved)) void onSave();
  else void toldBy(() => keep(first)).then((told) => told.length > 0 && tell(told.join('\n')));
  if (!followsImports && code.paths.length > 0)
    tell(`Node ${process.versions.node} loads again what is saved, but not what other code imports; Node 24 does.`);
  return () => watching.close();
}

interface Code {
  readonly paths: readonly string[];
  /** Differs when one of them was saved. */
  readonly text: string;
}

function codeNow(paths: readonly string[] = importedFiles()): Code {
  const times = paths.map((path) => {
    const status = statSync(path, { throwIfNoEntry: false });
    return status && [status.mtimeMs, status.size, status.ino];
  });
  return { paths, text: JSON.stringify(times) };
}

function summaryOf(standIn: MockServer): string {
  return standIn
    .documents()
    .map(({ title, operations }) => `${title}, ${operations} ${operations === 1 ? 'operation' : 'operations'}`)
    .join('; ');
}

function adviceOn({ message, ...error }: NodeJS.ErrnoException): string {
  if (error.code === 'ENOSPC')
    return 'this system watches no more files. A higher fs.inotify.max_user_watches lets it, or --no-watch does without.';
  if (error.code === 'EMFILE')
    return 'this system opens no more watchers. A higher fs.inotify.max_user_instances lets it.';
  return message;
}
