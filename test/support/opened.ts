// Documents written to a temporary folder, and opened.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { temporaryFolder } from './temporary.ts';

/** A document with one response of this schema, written as YAML on one line. */
export function documentWith(schema: string, components = '{}', version = '3.0.3'): string {
  return `openapi: ${version}
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } }
components: { schemas: ${components} }
`;
}

/** Writes files to a temporary folder. @returns the path of the first one */
export async function written(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return join(folder, Object.keys(files)[0] ?? '');
}

/** The findings of a document, one line each: position, rule, pointer and message. */
export async function findingsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const path = await written(files);
  const { findings } = await openDocument(path);
  return findings.map(
    ({ file, line, column, rule, pointer, message }) =>
      `${file.slice(dirname(path).length + 1)}:${line}:${column} ${rule} ${pointer} ${message}`,
  );
}
