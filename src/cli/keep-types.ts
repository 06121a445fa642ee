// While somebody works: `operations.ts`, which `understudy init` and `understudy types` have written, says what the document says now.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { shownPath } from '../front/shown-path.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { filePath } from '../schema/file-path.ts';

type Apis = NonNullable<Config['apis']>;

/** The name of the file, as `understudy init` has it. */
const TYPES = 'operations.ts';

/**
 * Writes the types of those apis anew whose types are no longer those of their document. Only a file that says that it was made from just this document is
 * written; it lies in the project's folder, beside the document or the handlers, or above these.
 *
 * @param hosts - those that documents may be fetched from
 * @returns what is to be told, a sentence each
 * @throws Problems if a document cannot be read; Error if a file cannot be written
 */
export async function keepTypes(apis: Apis, folder: string, hosts: readonly string[]): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [path, [api, ...others]] of await typesOf(apis, folder)) {
    if (!api || others.length > 0 || !isFile(api.document)) continue;
    const source = await openDocument(api.document, { hosts, overlays: [api.overlay ?? []].flat() });
    const file = basename(filePath(api.document));
    // Loaded for those who have types.
    const { typesText } = await import('./types.ts');
    const text = typesText(source, file);
    if ((await readFile(path, 'utf8')) === text) continue;
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
    told.push(`${shownPath(path)} has the types of ${file} as it is now.`);
  }
  return told;
}

/** The files with types, and the apis whose they may be. */
async function typesOf(apis: Apis, folder: string): Promise<ReadonlyMap<string, Apis[number][]>> {
  const found = new Map<string, Apis[number][]>();
  for (const api of apis) {
    if (!isFile(api.document)) continue;
    const document = resolve(filePath(api.document));
    const handlers = api.handlerFolder === undefined ? [] : [resolve(filePath(api.handlerFolder))];
    const folders = [folder, dirname(document), ...handlers, ...handlers.map(dirname)];
    for (const path of new Set(folders.map((one) => join(one, TYPES)))) {
      const text = await readFile(path, 'utf8').catch(() => '');
      const [, source] = /^\/\/ .*, made from (.*) by `understudy types`\. Do not edit/.exec(text) ?? [];
      if (source === basename(document)) found.set(path, [...(found.get(path) ?? []), api]);
    }
  }
  return found;
}

function isFile(document: Apis[number]['document']): document is string | URL {
  return (
    (typeof document === 'string' && !/^\w+:\/\//.test(document)) ||
    (document instanceof URL && document.protocol === 'file:')
  );
}
