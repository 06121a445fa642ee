// `understudy init FILE [DIR]`: a project around a document.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { apiNames } from '../api-names.ts';
import { hostsIn } from '../engine/hosts.ts';
import { shownPath } from '../front/shown-path.ts';
import { table } from '../front/ways-in.ts';
import { createDocument, type Operation } from '../openapi/document.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { Problems } from '../schema/problems.ts';
import { documentAt } from './chosen-apis.ts';
import { readCommandLine } from './command-line.ts';
import { givenDocument } from './given-document.ts';
import type { CommandIO } from './io.ts';
import { printResult } from './print-result.ts';
import { configText, gitignoreText, packageText, TSCONFIG, testText } from './project-files.ts';
import { INIT } from './table/project.ts';
import { typesText } from './types.ts';
import { ownVersion } from './version.ts';
import { type NewFile, writeFiles } from './write-files.ts';

/** The command. @throws Problems if there is no such document, or something is in the way */
export async function init(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(INIT, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [file = '', folder = '.'] = positionals;
  const location = await documentAt(file);
  const { location: from, reading } = await givenDocument(
    location,
    hostsIn('--allow-fetch', values['allow-fetch'] ?? ''),
    io.stdin,
  );
  const source = await openDocument(from, reading);
  const { bundled, path } = source;
  const [name = 'api'] = apiNames([location]);
  const isHere = path === resolve(path) && location !== '-';
  const document = isHere ? relative(resolve(folder), path) : `${name}.json`;
  const title = bundled.info.title;
  const files: NewFile[] = [
    ...(isHere ? [] : [{ path: document, text: `${JSON.stringify(bundled, undefined, 2)}\n` }]),
    { path: 'understudy.config.ts', text: configText(name, title, document) },
    { path: 'operations.ts', text: typesText(source, basename(document)) },
    { path: `${name}.test.ts`, text: testText(title, easiest([...createDocument(source).operations.values()])) },
    { path: 'fixtures/.gitkeep', text: '' },
    { path: 'handlers/.gitkeep', text: '' },
    ...(existsSync(join(folder, 'tsconfig.json')) ? [] : [{ path: 'tsconfig.json', text: TSCONFIG }]),
    { path: '.gitignore', text: gitignoreText(await textOf(join(folder, '.gitignore'))), amends: true },
    { path: 'package.json', text: await packageIn(folder, name, document), amends: true },
  ];
  await writeFiles(folder, files);
  const [first = 'ID'] = createDocument(source).operations.keys();
  const steps = [
    [folder === '.' ? 'npm install' : `cd ${folder} && npm install`, 'brings Understudy'],
    ['npm run understudy', 'serves it'],
    ['node --test', 'asks it in a test'],
    [`npx understudy handler ${first}`, 'writes a handler, to go on from'],
  ] as const;
  const written = `Written to ${shownPath(resolve(folder)) || 'this folder'}: ${files.map(({ path }) => path).join(', ')}`;
  const result = { folder: resolve(folder), files: files.map(({ path }) => path), next: steps.map(([step]) => step) };
  printResult(io, values.json, result, [written, '', ...table(steps)]);
  return 0;
}

/** An operation that is asked by its path alone; undefined where each one wants more. */
function easiest(operations: readonly Operation[]): Operation | undefined {
  return operations.find(
    ({ method, path, parameters, secured, body }) =>
      method === 'GET' && !/[{}#?]/.test(path) && !secured && !body && !parameters.some(({ required }) => required),
  );
}

/** @throws Problems if the one that is there cannot be amended */
async function packageIn(folder: string, name: string, document: string): Promise<string> {
  const path = join(folder, 'package.json');
  const before = await textOf(path);
  try {
    const text = packageText(before, name, await ownVersion(), document);
    if (JSON.parse(text).type === 'module') return text;
  } catch (error) {
    throw new Problems(`Nothing was written, because ${path} cannot be amended: ${(error as Error).message}`, []);
  }
  throw new Problems(
    `Nothing was written, because ${path} has no "type": "module", which the files of a project need. Put it in, or choose another folder:`,
    ['understudy init FILE stand-in'],
  );
}

/** Undefined where file not found. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
