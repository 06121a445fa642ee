// `understudy init FILE [DIR]`: creates a project for a document.

import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { apiNames } from '../../app/api-names.ts';
import { createDocument, type Operation } from '../../openapi/document.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { table } from '../../server/pages/login-instructions.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { readCommandLine } from '../command-line.ts';
import { INIT } from '../command-tables/project.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { ownVersion } from '../version.ts';
import { documentAt } from './find-documents.ts';
import { givenDocument } from './given-document.ts';
import {
  configData,
  configText,
  documentTestText,
  gitignoreText,
  packageText,
  TSCONFIG,
  testText,
} from './project-files.ts';
import { typesText } from './types.ts';
import { type NewFile, readTextIfExists, writeFiles } from './write-files.ts';

/** The command. @throws UsageError if the document does not exist, or files would be overwritten */
export async function init(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(INIT, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [file = '', folder = '.'] = positionals;
  const location = await documentAt(file);
  const { location: from, reading } = await givenDocument(
    location,
    parseHosts('--allow-fetch', values['allow-fetch'] ?? ''),
    io.stdin,
  );
  const source = await openDocument(from, reading);
  const { bundled, path } = source;
  const [name = 'api'] = apiNames([location]);
  const isHere = path === resolve(path) && location !== '-';
  const document = isHere ? relative(resolve(folder), path) : `${name}.json`;
  const title = bundled.info.title;
  const { operations } = createDocument(source);
  const tested = findSimplest([...operations.values()]);
  const hasHandlers = values.handlers;
  const typedFiles = (): NewFile[] => [
    { path: 'understudy.config.ts', text: configText(name, title, document) },
    { path: 'operations.ts', text: typesText(source, basename(document)) },
    { path: `${name}.test.ts`, text: testText(title, tested) },
    { path: 'fixtures/.gitkeep', text: '' },
    { path: 'handlers/.gitkeep', text: '' },
    ...(existsSync(join(folder, 'tsconfig.json')) ? [] : [{ path: 'tsconfig.json', text: TSCONFIG }]),
  ];
  const files: NewFile[] = [
    ...(isHere ? [] : [{ path: document, text: `${stringifyJson(bundled, undefined, 2)}\n` }]),
    ...(hasHandlers
      ? typedFiles()
      : [
          { path: 'understudy.yaml', text: configData(document) },
          { path: `${name}.test.mjs`, text: documentTestText(title, document, tested) },
        ]),
    { path: '.gitignore', text: gitignoreText(await readTextIfExists(join(folder, '.gitignore'))), amends: true },
    { path: 'package.json', text: await packageIn(folder, name, hasHandlers ? document : undefined), amends: true },
  ];
  await writeFiles(folder, files);
  const [first = 'ID'] = operations.keys();
  const steps = [
    [folder === '.' ? 'npm install' : `cd ${folder} && npm install`, 'install'],
    ['npm run understudy', 'start the mock server'],
    ['node --test', 'run the tests'],
    [`npx understudy handler ${first}`, 'write a handler for an operation'],
  ] as const;
  const written = `Written to ${shownPath(resolve(folder)) || 'this folder'}: ${files.map(({ path }) => path).join(', ')}`;
  const result = { folder: resolve(folder), files: files.map(({ path }) => path), next: steps.map(([step]) => step) };
  printResult(io, values.json, result, [written, '', ...table(steps)]);
  return 0;
}

/** An operation that needs no input and no credentials; undefined if there is none. */
function findSimplest(operations: readonly Operation[]): Operation | undefined {
  return operations.find(
    ({ method, path, parameters, secured, body }) =>
      method === 'GET' && !/[{}#?]/.test(path) && !secured && !body && !parameters.some(({ required }) => required),
  );
}

/** @param typed - the document of a project in TypeScript. @throws UsageError if an existing one cannot be extended */
async function packageIn(folder: string, name: string, typed: string | undefined): Promise<string> {
  const path = join(folder, 'package.json');
  const before = await readTextIfExists(path);
  try {
    const text = packageText(before, name, ownVersion(), typed);
    if (typed === undefined || JSON.parse(text).type === 'module') return text;
  } catch (error) {
    throw new UsageError(`Nothing was written: ${path} cannot be extended: ${(error as Error).message}`);
  }
  throw new UsageError(`Nothing was written: ${path} needs "type": "module". Add it, or choose another folder:`, [
    'understudy init FILE mock --handlers',
  ]);
}
