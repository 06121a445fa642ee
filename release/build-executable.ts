// `npm run build:executable [-- FILE]`: Node and the package in one file. See docs/decisions/0059.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { arch, argv, execPath, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { FileIndex } from './executable/unpack.ts';
import { installedPackages } from './packages.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** A mark in the binaries of Node, which tells them whether they have a program: https://nodejs.org/api/single-executable-applications.html */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
/** Files that are for people and for compilers. Licences stay. */
const NOT_RUN = /(?:\.d\.[cm]?ts|\.map|(?<!licen[cs]e|notice)\.md)$/i;

/** What people call a platform, where Node has another word. */
const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };

const ending = platform === 'win32' ? '.exe' : '';
const ownFolder = `executables/understudy-${SYSTEMS[platform] ?? platform}-${arch}`;
const target = resolve(argv[2] ?? join(ROOT, ownFolder, `understudy${ending}`));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };

const temporary = mkdtempSync(join(tmpdir(), 'understudy-executable-'));
try {
  const folder = join(temporary, 'files');
  copyLibraries(folder);
  buildPackage(join(folder, 'node_modules/understudy-api'));
  copyFileSync(join(ROOT, 'release/executable/start.cjs'), join(folder, 'start.cjs'));
  writeExecutable(await makeBlob(folder));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(`${target} has ${(statSync(target).size / 2 ** 20).toFixed(0)} MiB.`);

/** Copies the libraries that npm installs with the package, in the versions of the lock file. */
function copyLibraries(folder: string): void {
  for (const path of installedPackages())
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      // Nested libraries are packages of their own: some belong to the development only.
      filter: (file) => basename(file) !== 'node_modules',
    });
}

/** Fills a folder with the files that npm publishes. */
function buildPackage(folder: string): void {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: platform === 'win32',
  });
  const [{ files }] = Object.values(JSON.parse(listed)) as [{ readonly files: readonly { readonly path: string }[] }];
  for (const { path } of files) {
    if (path.startsWith('dist/')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(folder, path));
  }
  execFileSync(execPath, [join(ROOT, 'build.ts'), join(folder, 'dist')], { cwd: ROOT, stdio: 'inherit' });
}

/** Packs the program with the files of a folder, in the form that Node reads. @returns its path */
async function makeBlob(folder: string): Promise<string> {
  const [main, index, archive] = [
    join(temporary, 'main.cjs'),
    join(temporary, 'index.json'),
    join(temporary, 'files.gz'),
  ];
  const program = await rolldown({ input: join(ROOT, 'release/executable/main.ts'), platform: 'node' });
  await program.write({ file: main, format: 'cjs' });
  const files = globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_RUN.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const bytes = Buffer.concat(files.map((path) => readFileSync(path)));
  const sizes = files.map((path) => [relative(folder, path).replaceAll(sep, '/'), statSync(path).size] as const);
  const digest = createHash('sha256').update(JSON.stringify(sizes)).update(bytes).digest('hex');
  const listed: FileIndex = { folder: `${version}-${digest.slice(0, 16)}`, files: sizes };
  writeFileSync(index, JSON.stringify(listed));
  writeFileSync(archive, gzipSync(bytes, { level: 9 }));
  const blob = join(temporary, 'blob');
  const config = join(temporary, 'config.json');
  const assets = { 'index.json': index, 'files.gz': archive };
  writeFileSync(config, JSON.stringify({ main, output: blob, assets, disableExperimentalSEAWarning: true }));
  execFileSync(execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  return blob;
}

/** Puts the blob into a copy of this Node. macOS runs signed programs only, and a change ends the signature. */
function writeExecutable(blob: string): void {
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  copyFileSync(execPath, target);
  chmodSync(target, 0o755);
  if (platform === 'darwin') execFileSync('codesign', ['--remove-signature', target]);
  const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  const flags = ['--sentinel-fuse', FUSE, '--macho-segment-name', 'NODE_SEA'];
  // It warns of sections that it does not know. An error is in what execFileSync throws.
  execFileSync(execPath, [postject, target, 'NODE_SEA_BLOB', blob, ...flags], { stdio: 'pipe' });
  if (platform === 'darwin') execFileSync('codesign', ['--sign', '-', target]);
}
