// Updates a generated `operations.ts` when its document changes.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { filePath } from '../../schema/file-path.ts';

type Apis = NonNullable<Config['apis']>;

/** The file that `understudy init` creates. */
const TYPES = 'operations.ts';

/**
 * Generates the types of changed documents again. Only a file that was generated from the same document is replaced; it
 * is in the folder of the project, beside the document or the handlers, or above the handlers.
 *
 * @param hosts - from which documents may be fetched
 * @returns messages
 * @throws UsageError if a document cannot be read; Error if a file cannot be written
 */
export async function updateTypes(apis: Apis, folder: string, hosts: readonly string[]): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const [path, [api, ...others]] of await findTypes(apis, folder)) {
    if (!api || others.length > 0 || !isFile(api.document)) continue;
    const source = await openDocument(api.document, { hosts, overlays: [api.overlay ?? []].flat() });
    const file = basename(filePath(api.document));
    // Loaded only if a file of types exists.
    const { typesText } = await import('../documents/types.ts');
    const text = typesText(source, file);
    if ((await readFile(path, 'utf8')) === text) continue;
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
    messages.push(`Updated ${shownPath(path)} from ${file}.`);
  }
  return messages;
}

/** Generated files, with the APIs whose types they may contain. */
async function findTypes(apis: Apis, folder: string): Promise<ReadonlyMap<string, Apis[number][]>> {
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
