// Generated types of published documents, and the errors of the compiler.

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentTypes } from '../src/codegen/document-types.ts';
import { openDocument } from '../src/openapi/read/open-document.ts';
import { inRepository } from './repository.ts';

/** Number of documents, evenly spread from the first to the last one. */
const SAMPLE = 100;

/** The strict settings of a careful user. */
const PROJECT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    moduleDetection: 'force',
    types: [],
  },
  include: ['*.ts'],
};

/** Writes the types of a sample of documents to a folder and compiles them all. @returns the report, in lines */
export async function compileTypes(paths: readonly string[], folder: string): Promise<readonly string[]> {
  const step = Math.max(1, paths.length / SAMPLE);
  const sample = paths.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const rejected: string[] = [];
  let characters = 0;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
  const start = performance.now();
  for (const [index, path] of sample.entries()) {
    process.stderr.write(`\r${index + 1} of ${sample.length} documents`);
    try {
      const { bundled } = await openDocument(path);
      const text = documentTypes(bundled);
      characters += text.length;
      await writeFile(join(folder, `${index}.ts`), `// ${path}\n${text}`);
    } catch (error) {
      rejected.push(`${path}: ${(error as Error).message}`);
    }
  }
  process.stderr.write('\n');
  const written = performance.now();
  const tsc = [inRepository('node_modules/typescript/bin/tsc'), '-p', folder];
  let errors: readonly string[] = [];
  try {
    await promisify(execFile)(process.execPath, tsc, { maxBuffer: 2 ** 26 });
  } catch (failed) {
    const { stdout } = failed as { readonly stdout: string };
    errors = stdout.split('\n').filter((line) => /^\S.*: error TS\d+/.test(line));
    if (errors.length === 0) throw failed;
  }
  if (rejected.length + errors.length > 0) process.exitCode = 1;
  const wrong = new Set(errors.map((line) => line.split('(', 1)[0]));
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  return [
    `${sample.length} documents, ${rejected.length} rejected, ${sample.length - rejected.length - wrong.size} with types that compile`,
    `${Math.round(characters / 1000)} kB of types: read and written in ${seconds(start, written)} s, compiled in ${seconds(written, performance.now())} s`,
    ...rejected,
    ...errors,
  ];
}
