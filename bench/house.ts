// `npm run measure:house`: sizes of the code, its words, and the files of a request.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PROBE = fileURLToPath(new URL('house-probe.ts', import.meta.url));

/** Words of the private dialect; the last column of the table says how many are wanted. */
const DIALECT = /(?<![a-z])(told|asked|said|kept)(?![a-z])/gi;
const SMALL = 40;

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly comments: readonly string[];
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = globSync('src/**/*.ts', { cwd: ROOT }).map((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { code, comments } = split(text);
  return { path, text, code, comments, imports: importsOf(path, code) };
});
const written = files.filter(({ path }) => !/\/generated\/|\/(operations|records)\.ts$/.test(path));

/** Separates code and comments. Texts and regular expressions that contain comment signs stay code. */
function split(text: string): { readonly code: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  const code = text.replace(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{};\n]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (token) => {
      if (!/^\/[/*]/.test(token)) return token;
      comments.push(token);
      return '';
    },
  );
  return { code, comments };
}

function importsOf(path: string, code: string): readonly string[] {
  const found = code.matchAll(
    /^(?:import|export)\s+(?:type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...found]
    .map(([, statement, expression]) => statement ?? expression ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(path), target)));
}

function count<T>(list: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Comments that start with a relative clause. */
function commentsWithWhat(): number {
  return files.flatMap(({ comments }) => comments).filter((text) => /^(\/\/|\/\*\*?)\s*(@\w+ )?What\b/.test(text))
    .length;
}

/** Exported names that several files declare. */
function sharedNames(): readonly string[] {
  const EXPORT = /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|let)\s+(\w+)/gm;
  const names = written.flatMap(({ code }) => [...new Set([...code.matchAll(EXPORT)].map(([, name = '']) => name))]);
  return [...count(names)].filter(([, files]) => files > 1).map(([name]) => name);
}

const folderOf = (path: string) => path.split('/')[1] ?? '';

/** Which folder of src imports which, each pair once. */
function arrows(): readonly (readonly [string, string])[] {
  const pairs = files.flatMap(({ path, imports }) => imports.map((target) => `${folderOf(path)} ${folderOf(target)}`));
  return [...new Set(pairs)]
    .map((pair) => pair.split(' ') as [string, string])
    .filter(([folder, other]) => folder !== other);
}

/** The longest way from a folder down to one that imports none. */
function floors(pairs: readonly (readonly [string, string])[]): number {
  const height = (folder: string): number =>
    1 + Math.max(0, ...pairs.filter(([from]) => from === folder).map(([, to]) => height(to)));
  return Math.max(...pairs.map(([folder]) => height(folder)));
}

/** Files of less than 40 lines that one file imports. */
function smallFiles(): readonly string[] {
  const importers = count(files.flatMap(({ imports }) => [...new Set(imports)]));
  return written
    .filter(({ path, text }) => text.trimEnd().split('\n').length < SMALL && importers.get(path) === 1)
    .map(({ path }) => path);
}

function codeLines(): number {
  return files.flatMap(({ code }) => code.split('\n')).filter((line) => line.trim() !== '').length;
}

function errorClasses(): readonly string[] {
  return written.flatMap(({ code }) =>
    [...code.matchAll(/\bclass (\w+) extends \w*Error\b/g)].map(([, name = '']) => name),
  );
}

/** Folders with more than 30 files of their own. */
function fullFolders(): number {
  return [...count(files.map(({ path }) => dirname(path))).values()].filter((number) => number > 30).length;
}

interface Run {
  readonly start: readonly string[];
  readonly request: readonly string[];
  readonly verify: readonly string[];
}
const run: Run = JSON.parse(
  execFileSync(execPath, [PROBE], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
);

const words = count([...files.flatMap(({ text }) => [...text.matchAll(DIALECT)])].map(([word]) => word.toLowerCase()));
const pairs = arrows();
const folders = new Set(files.map(({ path }) => folderOf(path)).filter((name) => !name.endsWith('.ts')));
const [small, shared] = [smallFiles(), sharedNames()];

const ROWS: readonly (readonly [name: string, value: number | string, limit: number | string])[] = [
  ['told, asked, said, kept', ['told', 'asked', 'said', 'kept'].map((word) => words.get(word) ?? 0).join(', '), ''],
  ['comments that begin with "What"', commentsWithWhat(), 0],
  ['exported names of several files', shared.length, ''],
  ['folders of src', folders.size, 18],
  ['floors', floors(pairs), 10],
  ['arrows between folders', pairs.length, 90],
  ['folders with more than 30 files', fullFolders(), 0],
  ['files that a warm GET /pets runs', run.request.length, 75],
  ['files that a start runs', run.start.length, 120],
  ['files that verify runs', run.verify.length, 220],
  [`files under ${SMALL} lines with one importer`, small.length, 30],
  ['error classes', errorClasses().length, 2],
  ['files of src', files.length, ''],
  ['lines of code', codeLines(), 70_000],
];
for (const [name, value, limit] of ROWS) {
  console.log(`${name.padEnd(36)} ${String(value).padStart(24)}${limit === '' ? '' : `  (at most ${limit})`}`);
}
if (process.argv.includes('--list')) {
  const lists = { small, shared, errors: errorClasses(), ...run };
  for (const [name, list] of Object.entries(lists)) console.log(`\n${name}:\n${[...list].sort().join('\n')}`);
}
