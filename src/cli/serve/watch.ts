// Watches files for changes, through their folders: many editors replace a file when they save it.

import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds without a change before a save is reported: editors write in several steps. */
const QUIET = 40;

export interface Watching {
  /** Watches exactly these files and folders. They need not exist yet. */
  on(paths: readonly string[]): void;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Another inode means that the folder was replaced. */
  readonly inode: number;
}

/**
 * @param onSave - called once for files that are saved together
 * @param onError - called for a folder that cannot be watched
 */
export function createWatching(onSave: () => void, onError: (folder: string, reason: Error) => void): Watching {
  const watched = new Map<string, Watched>();
  /** The watched names in each folder; undefined for all. */
  let names = new Map<string, Set<string> | undefined>();
  let timer: NodeJS.Timeout | undefined;

  const onChange = (folder: string, name: string | null) => {
    const watchedNames = names.get(folder);
    if (name !== null && watchedNames && !watchedNames.has(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onSave, QUIET);
  };
  const begin = (folder: string, inode: number) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => onChange(folder, name));
      watcher.on('error', (error) => {
        watched.delete(folder);
        watcher.close();
        onError(folder, error);
      });
      watched.set(folder, { watcher, inode });
    } catch (error) {
      onError(folder, error as Error);
    }
  };
  const end = (folder: string) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  return {
    on(paths) {
      names = foldersOf(paths);
      for (const folder of watched.keys()) if (!names.has(folder)) end(folder);
      for (const folder of names.keys()) {
        const inode = inodeOf(folder);
        if (watched.get(folder)?.inode === inode) continue;
        end(folder);
        if (inode !== undefined) begin(folder, inode);
      }
    },
    close() {
      clearTimeout(timer);
      for (const folder of watched.keys()) end(folder);
    },
  };
}

/** The folders to watch, with the watched names. */
function foldersOf(paths: readonly string[]): Map<string, Set<string> | undefined> {
  const folders = new Map<string, Set<string> | undefined>();
  const add = (folder: string, name: string) => {
    if (folders.has(folder)) folders.get(folder)?.add(name);
    else folders.set(folder, new Set([name]));
  };
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) folders.set(path, undefined);
    // Also the nearest existing folder above: the folder itself may be created later.
    for (let at = path; dirname(at) !== at; at = dirname(at)) {
      add(dirname(at), basename(at));
      if (inodeOf(dirname(at)) !== undefined) break;
    }
  }
  return folders;
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
