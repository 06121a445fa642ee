// Loads handlers from a folder. File names are compared with operationIds, which never become paths.

import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { shownPath } from '../../../openapi/report/shown-path.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import type { AnyApi } from './api.ts';
import { importFile } from './import-file.ts';

/** Files whose named exports are handlers, unless an operation has that name. */
const SHARED_FILES = ['handlers', 'operations'];

const ENDINGS = ['.ts', '.mts', '.js', '.mjs'];

/** The handlers of a folder. */
export interface HandlerFolder {
  readonly handlers: NonNullable<AnyApi['handlers']>;
  /** Notices about other files, a sentence each. */
  readonly notices: readonly string[];
}

/**
 * The file name of a handler, without extension: its operationId, with `_` for characters that not every system
 * allows.
 */
export function handlerFileName(id: string): string {
  return id.replaceAll(/[^\p{L}\p{N}$-]+/gu, '_');
}

/**
 * Loads the handlers of a folder.
 *
 * @param ids - of the operations
 * @throws UsageError if folder not found, a file does not load or has no handler, or two have one for the same operation
 */
export async function readHandlers(folder: string, ids: readonly string[]): Promise<HandlerFolder> {
  const createError = (problems: readonly string[]) =>
    new UsageError(`Invalid handlers in ${shownPath(folder)}:`, problems);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw createError([error.code === 'ENOENT' ? 'folder not found' : error.message]);
  });
  const files = entries
    .filter(({ name }) => ENDINGS.includes(extname(name)) && !/\.(d|test|spec)\.\w+$/.test(name))
    .map(({ name }) => name)
    .sort();
  const idOf = idsByFileName(ids);
  const found = new Map<string, { readonly file: string; readonly handler: unknown }>();
  const [problems, notices]: [string[], string[]] = [[], []];
  const addHandler = (id: string, file: string, handler: unknown) => {
    const other = found.get(id);
    if (other) problems.push(`${other.file} and ${file} both define handler ${id}; remove one`);
    else if (typeof handler !== 'function')
      problems.push(`${file} exports no handler; write export default (call) => …`);
    else found.set(id, { file, handler });
  };
  const ignore = (subject: string, name: string) => {
    const similar = findNearestName(name, ids);
    notices.push(`${subject} was ignored: no operation has this name${didYouMean(similar)}`);
  };
  for (const file of files) {
    const name = file.slice(0, -extname(file).length);
    const id = idOf.get(name);
    const isShared = id === undefined && SHARED_FILES.includes(name);
    if (id === undefined && !isShared) {
      ignore(shownPath(join(folder, file)), name);
      continue;
    }
    const exported = await importFile<Readonly<Record<string, unknown>>>(join(folder, file)).catch((error: Error) => {
      problems.push(`${file} cannot be loaded: ${error.message}`);
      return undefined;
    });
    if (!exported) continue;
    if (id !== undefined) addHandler(id, file, exported.default);
    else {
      for (const [exportName, handler] of Object.entries(exported)) {
        if (typeof handler !== 'function') continue;
        if (ids.includes(exportName)) addHandler(exportName, file, handler);
        else ignore(`${exportName} of ${shownPath(join(folder, file))}`, exportName);
      }
    }
  }
  if (problems.length > 0) throw createError(problems);
  return {
    handlers: Object.fromEntries([...found].map(([id, { handler }]) => [id, handler as () => unknown])),
    notices,
  };
}

/** OperationIds by file name. Ambiguous names are omitted. */
function idsByFileName(ids: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(handlerFileName(id), (counts.get(handlerFileName(id)) ?? 0) + 1);
  const written = ids
    .filter((id) => counts.get(handlerFileName(id)) === 1)
    .map((id) => [handlerFileName(id), id] as const);
  return new Map([...written, ...ids.map((id) => [id, id] as const)]);
}
