// Reloads a server when a file is saved; keeps the previous version if that fails.

import { statSync } from 'node:fs';
import type { Config } from '../../app/config.ts';
import type { MockServer } from '../../app/mock-server.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { printableLines } from '../../schema/printable.ts';
import { RELOAD_FAILED } from '../../server/pages/overview/home.ts';
import { canTrackImports, forgetImports, importedFiles } from '../../server/pipeline/api/import-file.ts';
import { createWatching } from './watch.ts';

export interface Reloading {
  /** The initial APIs. */
  readonly apis: NonNullable<Config['apis']>;
  /** Loads the APIs again. */
  again(): Promise<NonNullable<Config['apis']>>;
  /** Updates generated files, at the start and after each save. Returns messages. */
  updateTypes(apis: NonNullable<Config['apis']>): Promise<readonly string[]>;
  /** Messages about saved settings that need a restart. */
  restartNotices(): Promise<readonly string[]>;
  /** Other files to watch. */
  readonly files: readonly string[];
  /** When they were first read, in milliseconds since 1970. */
  readonly since: number;
  readonly report: (text: string) => void;
}

/** Reloads a server when one of its files is saved. @returns a function that stops it */
export function reloadOnSave(
  server: MockServer,
  { apis: first, again, updateTypes, restartNotices, files, since, report }: Reloading,
): () => void {
  const print = (text: string) => report(printableLines(text));
  let isDue = false;
  let isBusy = false;
  let hasFailed = false;
  let code = codeNow();
  const unwatched = new Set<string>();
  const watching = createWatching(
    () => void onSave(),
    (folder, reason) => {
      if (unwatched.has(folder)) return;
      unwatched.add(folder);
      print(`Cannot watch ${shownPath(folder)} for changes: ${adviceOn(reason)}`);
    },
  );

  async function onSave(): Promise<void> {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    while (isDue) {
      isDue = false;
      const message = await reload();
      // A file that is saved in several steps may be invalid in between.
      if (!isDue) print(message);
    }
    isBusy = false;
  }

  async function reload(): Promise<string> {
    const began = performance.now();
    // Modules keep their state unless code was saved. A module that failed to load would fail again.
    if (hasFailed || code.text !== codeNow(code.paths).text) forgetImports();
    try {
      let apis = first;
      const notices = await server.reload(async () => {
        apis = await again();
        return apis;
      });
      const milliseconds = Math.round(performance.now() - began);
      const more = [...(await messagesOf(() => updateTypes(apis))), ...(await messagesOf(restartNotices))];
      hasFailed = false;
      code = codeNow();
      return [`Reloaded in ${milliseconds} ms: ${summaryOf(server)}.`, ...notices, ...more].join('\n');
    } catch (error) {
      hasFailed = true;
      code = codeNow([...code.paths, ...importedFiles()]);
      return `${RELOAD_FAILED}\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`;
    } finally {
      watchAll();
    }
  }

  async function messagesOf(work: () => Promise<readonly string[]>): Promise<readonly string[]> {
    try {
      return await work();
    } catch (error) {
      return [(error as Error).message];
    }
  }

  function watchAll(): readonly string[] {
    const paths = [...files, ...server.files(), ...code.paths];
    watching.on(paths);
    return paths;
  }

  const isSaved = (path: string) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since;
  if (watchAll().some(isSaved)) void onSave();
  else void messagesOf(() => updateTypes(first)).then((lines) => lines.length > 0 && print(lines.join('\n')));
  if (!canTrackImports && first.some(({ handlerFolder }) => handlerFolder !== undefined))
    print(`Node ${process.versions.node} reloads handlers, but not the modules that they import. Node 24 does both.`);
  return () => watching.close();
}

interface Code {
  readonly paths: readonly string[];
  /** Changes when one of them is saved. */
  readonly text: string;
}

function codeNow(paths: readonly string[] = importedFiles()): Code {
  const times = paths.map((path) => {
    const status = statSync(path, { throwIfNoEntry: false });
    return status && [status.mtimeMs, status.size, status.ino];
  });
  return { paths, text: JSON.stringify(times) };
}

/** Titles and numbers of operations, for messages. */
export function summaryOf(server: MockServer): string {
  return server
    .documents()
    .map(({ title, operations }) => `${title}, ${operations} ${operations === 1 ? 'operation' : 'operations'}`)
    .join('; ');
}

function adviceOn({ message, ...error }: NodeJS.ErrnoException): string {
  if (error.code === 'ENOSPC')
    return 'the limit of watched files is reached. Raise fs.inotify.max_user_watches, or use --no-watch.';
  if (error.code === 'EMFILE')
    return 'the limit of watchers is reached. Raise fs.inotify.max_user_instances, or use --no-watch.';
  return message;
}
