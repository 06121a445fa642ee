// `understudy handler ID…`: generates handler stubs for operations of a document.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describeItems } from '../../mock/resources/describe-items.ts';
import { createDocument, type Operation } from '../../openapi/document.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { filePath } from '../../schema/file-path.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { handlerFileName } from '../../server/pipeline/api/read-handlers.ts';
import { readCommandLine } from '../command-line.ts';
import { readConfigFile } from '../config/config-file.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { HANDLER } from '../table/project.ts';
import { documentAt, soleDocument } from './find-documents.ts';
import { handlerText } from './project-files.ts';
import { writeFiles } from './write-files.ts';

/** Where handlers are to be. */
interface Place {
  readonly document: string | URL;
  readonly folder: string;
  /** How to serve what is there. */
  readonly hint: string;
}

/** The command. @throws UsageError if there is no such operation, or a handler is there already */
export async function handler(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(HANDLER, args, io);
  if (!line) return 0;
  const { values, positionals: ids } = line;
  const { document, folder, hint } = await placeOf(values);
  const whole = createDocument(await openDocument(document));
  const wanted = wantedOf([...new Set(ids)], whole.operations);
  const { useOf } = describeItems(whole);
  const types = typesFor(folder);
  const files = wanted.map((operation) => ({
    path: `${handlerFileName(operation.id)}.${types === undefined ? 'mjs' : 'ts'}`,
    text: handlerText({ operation, ...useOf(operation.id), types }),
  }));
  const endings = ['ts', 'mts', 'js', 'mjs'].map((ending) => `.${ending}`);
  const others = wanted.flatMap(({ id }) => endings.map((ending) => join(folder, handlerFileName(id) + ending)));
  const taken = others.filter((path) => existsSync(path));
  if (taken.length > 0)
    throw new UsageError('Nothing was written, because this is there already:', taken.map(shownPath));
  await writeFiles(folder, files);
  const written = files.map(({ path }) => shownPath(join(folder, path)));
  printResult(io, values.json, { files: written, next: hint }, [`Written: ${written.join(', ')}. ${hint}`]);
  return 0;
}

/** @throws UsageError if it is not plain which document is meant */
async function placeOf(given: {
  readonly document?: string | undefined;
  readonly handlers?: string | undefined;
}): Promise<Place> {
  const { path, config } = await readConfigFile(process.cwd());
  const apis = (config.apis ?? []).filter(
    ({ handlerFolder, document }) => handlerFolder !== undefined && isPlace(document),
  );
  const [api, ...others] = apis;
  if (given.document === undefined && given.handlers === undefined && api && others.length === 0) {
    return {
      document: api.document as string | URL,
      folder: filePath(api.handlerFolder ?? ''),
      hint: 'The config loads this folder.',
    };
  }
  const [only, ...more] = config.apis ?? [];
  if (
    given.document === undefined &&
    given.handlers === undefined &&
    only &&
    more.length === 0 &&
    isPlace(only.document)
  ) {
    const setting = /config\.\w+$/.test(path ?? '') ? 'handlerFolder' : 'handlers: handlers';
    return {
      document: only.document,
      folder: resolve('handlers'),
      hint: `To load this folder, add ${setting} to the API in ${path && shownPath(path)}.`,
    };
  }
  if (given.document === undefined && config.apis && apis.length !== 1)
    throw new UsageError(
      `The config has ${apis.length === 0 ? 'no api' : 'several apis'} with a handlerFolder: name --document and --handlers.`,
      [],
    );
  const document = given.document === undefined ? await soleDocument(process.cwd()) : await documentAt(given.document);
  const folder = given.handlers ?? 'handlers';
  return { document, folder: resolve(folder), hint: `understudy serve ${shownPath(document)} --handlers ${folder}` };
}

function isPlace(document: unknown): document is string | URL {
  return typeof document === 'string' || document instanceof URL;
}

/** @throws UsageError with unknown operation ids, and the nearest known ones */
function wantedOf(ids: readonly string[], operations: ReadonlyMap<string, Operation>): Operation[] {
  const unknown = ids.filter((id) => !operations.has(id));
  if (unknown.length > 0) {
    throw new UsageError(
      'The document has no such operation:',
      unknown.map((id) => {
        const meant = findNearestName(id, operations.keys());
        return meant === undefined ? id : `${id}; did you mean ${meant}?`;
      }),
    );
  }
  return ids.flatMap((id) => operations.get(id) ?? []);
}

/** The module with the types of the operations, as handlers in a folder import it: it lies there or in the folder above. */
function typesFor(folder: string): string | undefined {
  return ['.', '..']
    .map((where) => join(folder, where, 'operations.ts'))
    .filter(existsSync)
    .map((path) => {
      const shown = relative(folder, path).replaceAll('\\', '/');
      return shown.startsWith('.') ? shown : `./${shown}`;
    })[0];
}
