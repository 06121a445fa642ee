// A document with names that try to break out of the files generated from it, and a folder for them.

import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = { content: { 'application/json': { schema: { type: 'string' } } }, description: 'ok' };
const key = { k: { type: 'apiKey', in: 'header', name: 'x-key' } };

/** Every name in it tries to break out of its context. */
export const DOCUMENT = JSON.stringify({
  openapi: '3.0.3',
  info: { title: "Pets\nthrow new Error('title'); // ' ` */ \u2028 throw 1", version: '1' },
  components: { securitySchemes: key },
  paths: {
    '/secret': { get: { operationId: 'getSecret', security: [{ k: [] }], responses: { 200: text } } },
    '/pets/{id}': {
      get: {
        operationId: 'pets/get',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: text },
      },
    },
    "/odd\nthrow new Error('path');": { post: { operationId: 'odd', responses: { 200: text } } },
    "/it's": { get: { operationId: '../it\'s" \n', responses: { 202: text } } },
  },
});

/** A folder with files, by default the document, and with the packages that `npm install` installs. */
export async function newFolder(
  files: Readonly<Record<string, string>> = { 'pets #1.json': DOCUMENT },
): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/understudy-api'));
  await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}
