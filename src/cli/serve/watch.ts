// Watches files for changes, through their folders: many editors replace a file when they save it.

import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds without a change before it is reported: editors write in several steps, and several files at once. */
const QUIET = 40;

export interface Watching {
  /** Watches these files and folders, and no others. They need not exist yet. */
  on(paths: readonly string[]): void;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Differs for a folder that replaced it. */
  readonly inode: number;
}

/**
 * @param onSave - called once for files that are saved together
 * @param onRefusal - called for a folder that cannot be watched
 */
export function createWatching(onSave: () => void, onRefusal: (folder: string, reason: Error) => void): Watching {
  const watched = new Map<string, Watched>();
  /** Names in a folder that are watched; all if undefined. */
  let wanted = new Map<string, Set<string> | undefined>();
  let timer: NodeJS.Timeout | undefined;

  const heard = (folder: string, name: string | null) => {
    const names = wanted.get(folder);
    if (name !== null && names && !names.has(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onSave, QUIET);
  };
  const begin = (folder: string, inode: number) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => heard(folder, name));
      watcher.on('error', (error) => {
        watched.delete(folder);
        watcher.close();
        onRefusal(folder, error);
      });
      watched.set(folder, { watcher, inode });
    } catch (error) {
      onRefusal(folder, error as Error);
    }
  };
  const end = (folder: string) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  return {
    on(paths) {
      wanted = foldersOf(paths);
      for (const folder of watched.keys()) if (!wanted.has(folder)) end(folder);
      for (const folder of wanted.keys()) {
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
    // Its folder, and the next one above that exists: the folder itself may be created later.
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
