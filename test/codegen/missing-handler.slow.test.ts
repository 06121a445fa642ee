// Compiler errors for missing, misspelt or wrong handlers: they name the operation.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { program } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OPERATIONS = `
interface Operations {
  listCats: { readonly input: object; readonly output: readonly string[]; readonly secured: false };
  getCat: { readonly input: { readonly id: string }; readonly output: string; readonly secured: false };
  addCat: { readonly input: object; readonly output: undefined; readonly secured: false };
}
type Records = Record<never, never>;
const listCats = () => ['Minka'];
const getCat = () => 'Minka';
const addCat = () => {};
`;
/** The APIs of the program, one on each line, with the message about it. */
const CASES: readonly (readonly [title: string, api: string, message: RegExp])[] = [
  ['one is missing', 'handlers: { listCats, addCat }', /Property 'getCat' is missing in type /],
  [
    'several are missing',
    'handlers: { addCat }',
    /is missing the following properties from type .*: listCats, getCat$/,
  ],
  [
    'one is misspelt',
    'handlers: { listCats, addCat, getCats: getCat }',
    /'getCats' does not exist in type .*'getCat'\?/,
  ],
  [
    'one has another type',
    'handlers: { listCats: () => [1], getCat, addCat }',
    /'number' is not assignable to type 'string'/,
  ],
  ['all are there', 'handlers: { listCats, getCat, addCat }', /^$/],
  [
    'one of an inferred API is misspelt',
    'infer: true, handlers: { getCats: getCat }',
    /'getCats' does not exist in type .*'getCat'\?/,
  ],
  ['an inferred API has some', 'infer: true, handlers: { getCat }', /^$/],
];

test('the compiler names the operation of a missing, misspelt or wrong handler', async () => {
  const folder = await temporaryFolder();
  const lines = CASES.map(
    ([, api]) => `defineApi<Operations, Records, undefined>({ name: 'cats', document: 'cats.yaml', ${api} });`,
  );
  const head = `import { defineApi } from '${join(ROOT, 'src/index.ts')}';${OPERATIONS}`;
  await writeFile(join(folder, 'api.ts'), `${head}${lines.join('\n')}\n`);
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')] };
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files: ['api.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = program([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder });
  const { stdout } = await tsc.ended;
  const first = head.split('\n').length;
  const found = new Map<number, string>();
  for (const [, line, text = ''] of stdout.matchAll(/^api\.ts\((\d+),\d+\): error (.*(?:\n .*)*)/gm))
    found.set(Number(line) - first, text.split('\n').at(-1) ?? '');
  const messages = CASES.map(([title], index) => [title, found.get(index) ?? '']);
  expect(messages).toEqual(CASES.map(([title, , message]) => [title, expect.stringMatching(message)]));
});
