// `understudy handler ID…`: generates handler stubs for operations of a document.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describeItems } from '../../mock/resources/describe-items.ts';
import { createDocument, type Operation } from '../../openapi/document.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { filePath } from '../../schema/file-path.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { handlerFileName } from '../../server/pipeline/api/read-handlers.ts';
import { readCommandLine } from '../command-line.ts';
import { HANDLER } from '../command-tables/project.ts';
import { readConfigFile } from '../config/config-file.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { documentAt, soleDocument } from './find-documents.ts';
import { handlerText } from './project-files.ts';
import { writeFiles } from './write-files.ts';

/** The document, and the folder for its handlers. */
interface HandlerLocation {
  readonly document: string | URL;
  readonly folder: string;
  /** The command that serves them. */
  readonly hint: string;
}

/** The command. @throws UsageError for an unknown operation, or an existing handler */
export async function handler(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(HANDLER, args, io);
  if (!line) return 0;
  const { values, positionals: ids } = line;
  const { document, folder, hint } = await locationOf(values);
  const opened = createDocument(await openDocument(document));
  const wanted = findOperations([...new Set(ids)], opened.operations);
  const { useOf } = describeItems(opened);
  const types = typesFor(folder);
  const files = wanted.map((operation) => ({
    path: `${handlerFileName(operation.id)}.${types === undefined ? 'mjs' : 'ts'}`,
    text: handlerText({ operation, ...useOf(operation.id), types }),
  }));
  const endings = ['ts', 'mts', 'js', 'mjs'].map((ending) => `.${ending}`);
  const others = wanted.flatMap(({ id }) => endings.map((ending) => join(folder, handlerFileName(id) + ending)));
  const taken = others.filter((path) => existsSync(path));
  if (taken.length > 0) throw new UsageError('Nothing was written: these files exist:', taken.map(shownPath));
  await writeFiles(folder, files);
  const written = files.map(({ path }) => shownPath(join(folder, path)));
  printResult(io, values.json, { files: written, next: hint }, [`Written: ${written.join(', ')}. ${hint}`]);
  return 0;
}

/** @throws UsageError if the document is ambiguous */
async function locationOf(values: {
  readonly document?: string | undefined;
  readonly handlers?: string | undefined;
}): Promise<HandlerLocation> {
  const { path, config } = await readConfigFile(process.cwd());
  const apis = (config.apis ?? []).filter(
    ({ handlerFolder, document }) => handlerFolder !== undefined && isPathOrUrl(document),
  );
  const [api, ...others] = apis;
  if (values.document === undefined && values.handlers === undefined && api && others.length === 0) {
    return {
      document: api.document as string | URL,
      folder: filePath(api.handlerFolder ?? ''),
      hint: 'The config loads this folder.',
    };
  }
  const [only, ...more] = config.apis ?? [];
  if (
    values.document === undefined &&
    values.handlers === undefined &&
    only &&
    more.length === 0 &&
    isPathOrUrl(only.document)
  ) {
    const setting = /config\.\w+$/.test(path ?? '') ? 'handlerFolder' : 'handlers: handlers';
    return {
      document: only.document,
      folder: resolve('handlers'),
      hint: `To load this folder, add ${setting} to the API in ${path && shownPath(path)}.`,
    };
  }
  if (values.document === undefined && config.apis && apis.length !== 1)
    throw new UsageError(
      `The config has ${apis.length === 0 ? 'no API' : 'several APIs'} with a handlerFolder: name --document and --handlers.`,
    );
  const document =
    values.document === undefined ? await soleDocument(process.cwd()) : await documentAt(values.document);
  const folder = values.handlers ?? 'handlers';
  return { document, folder: resolve(folder), hint: `understudy serve ${shownPath(document)} --handlers ${folder}` };
}

function isPathOrUrl(document: unknown): document is string | URL {
  return typeof document === 'string' || document instanceof URL;
}

/** @throws UsageError with unknown operation ids, and the nearest known ones */
function findOperations(ids: readonly string[], operations: ReadonlyMap<string, Operation>): Operation[] {
  const unknown = ids.filter((id) => !operations.has(id));
  if (unknown.length > 0) {
    throw new UsageError(
      'The document has no such operation:',
      unknown.map((id) => {
        const nearest = findNearestName(id, operations.keys());
        return nearest === undefined ? id : `${id}; did you mean ${nearest}?`;
      }),
    );
  }
  return ids.flatMap((id) => operations.get(id) ?? []);
}

/** The import path of the types of the operations: `operations.ts` in the folder, or above it. */
function typesFor(folder: string): string | undefined {
  return ['.', '..']
    .map((where) => join(folder, where, 'operations.ts'))
    .filter(existsSync)
    .map((path) => {
      const shown = relative(folder, path).replaceAll('\\', '/');
      return shown.startsWith('.') ? shown : `./${shown}`;
    })[0];
}
