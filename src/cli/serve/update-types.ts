// Updates a generated `operations.ts` when its document changes.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { filePath } from '../../schema/file-path.ts';
import { shownPath } from '../../server/pages/shown-path.ts';

type Apis = NonNullable<Config['apis']>;

/** The name of the file in projects of `understudy init`. */
const TYPES = 'operations.ts';

/**
 * Writes the types of changed documents again. Only a file that was generated from this document is replaced. It is searched in the folder of the project,
 * beside the document or the handlers, and above these.
 *
 * @param hosts - from which documents may be fetched
 * @returns messages
 * @throws UsageError if a document cannot be read; Error if a file cannot be written
 */
export async function keepTypes(apis: Apis, folder: string, hosts: readonly string[]): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const [path, [api, ...others]] of await typesOf(apis, folder)) {
    if (!api || others.length > 0 || !isFile(api.document)) continue;
    const source = await openDocument(api.document, { hosts, overlays: [api.overlay ?? []].flat() });
    const file = basename(filePath(api.document));
    // Loaded only where types exist.
    const { typesText } = await import('../documents/types.ts');
    const text = typesText(source, file);
    if ((await readFile(path, 'utf8')) === text) continue;
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
    messages.push(`Updated ${shownPath(path)} from ${file}.`);
  }
  return messages;
}

/** Generated files, with the APIs that they may belong to. */
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
