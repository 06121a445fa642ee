// `npm run build [-- FOLDER]`: what is published, from the sources. See docs/decisions/0043.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { argv, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { toPackagedBuild } from './src/schema/build-cache.ts';
import { SWAGGER_UI_FILES } from './src/server/pages/page-paths.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(argv[2] ?? join(ROOT, 'dist'));
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<
    Record<
      string,
      string | { readonly default: string; readonly types: string; readonly require?: { readonly default: string } }
    >
  >;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

/** Reads what a mock server of the identity API reads, also for its first remote procedure call. */
const START = `
  import { createMockServer } from './index.js';
  import { identity } from './identity/api.js';
  const mockServer = await createMockServer({ apis: [identity] });
  const init = { method: 'POST', headers: { 'content-type': 'application/grpc-web+proto' }, body: new Uint8Array(5) };
  await mockServer.fetch(new Request('http://localhost/identity.management.v1.ManagementService/ListProjects', init));
  await mockServer.close();`;

/** What browsers load too, file by file: it is left as it is, and what is bundled imports it from there. */
const PAGE_FOLDERS = ['client', 'inspector', 'integrations/msw', 'schema/json'];
/** Where bundled code is, one folder below `dist`, as deep as `schema/package-files.ts`, which locates the package. */
const CODE = 'code';
/**
 * What is loaded as one file: these files and all that they import, but for what is in an earlier part. Without them each command would load what others need.
 * Whoever imports something of a part runs all of it: none may do anything by itself, as `cli/main.js` does.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  main: [
    'cli/io.js',
    'cli/version.js',
    'schema/printable.js',
    'schema/usage-error.js',
    // A start needs it, too, and it is small.
    'server/pipeline/errors/api-error.js',
  ],
  help: ['cli/show-help.js'],
  command: ['mock/faults/plan-text.js'],
  given: [
    'cli/documents/given-document.js',
    'server/pipeline/api/document-report.js',
    'server/pages/shown-path.js',
    'schema/json-pointer.js',
    'openapi/read/open-document.js',
  ],
  documents: ['openapi/document.js'],
  start: ['cli/serve/serve.js', 'index.js'],
};

rmSync(dist, { recursive: true, force: true });
for (const config of ['tsconfig.build.json', 'tsconfig.page.json']) {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(execPath, [compiler, '-p', join(ROOT, config), '--outDir', dist], { stdio: 'inherit' });
}
await bundleCommonJs();
const bundled = await bundle();
for (const file of codeFiles()) if (!bundled.has(file) && !isOfPages(join(dist, file))) rmSync(join(dist, file));
removeUnusedDeclarations();
refuseMissing();
copySwaggerUi();
await makeBefore();

/** Bundles what was compiled. @returns the files that came of it */
async function bundle(): Promise<ReadonlySet<string>> {
  const build = await rolldown({
    cwd: dist,
    input: Object.fromEntries(entries().map((file) => [file, join(dist, file)])),
    platform: 'node',
    resolve: { modules: ['node_modules', join(ROOT, 'node_modules')] },
    external: (name, importer, isResolved) => (isResolved ? isOfPages(name) : isInstalled(name, importer)),
    makeAbsoluteExternalsRelative: true,
  });
  const { output } = await build.write({
    dir: dist,
    entryFileNames: '[name]',
    chunkFileNames: `${CODE}/[name].js`,
    codeSplitting: {
      groups: Object.entries(PARTS).map(([name, files], index, { length }) => ({
        name,
        test: (module) => files.includes(relative(dist, module)),
        priority: length - index,
      })),
    },
  });
  writeLicences(output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : [])));
  return new Set(output.map(({ fileName }) => fileName.split('/').join(sep)));
}

/**
 * Bundles the entries that have a `require` condition once more, as CommonJS: Jest does not load ES modules in tests. Their types are those of the ES modules, with the names of their functions.
 */
async function bundleCommonJs(): Promise<void> {
  for (const given of Object.values(manifest.exports)) {
    if (typeof given === 'string' || !given.require) continue;
    const entry = join(ROOT, given.default).replace(join(ROOT, 'dist'), dist);
    const target = join(ROOT, given.require.default).replace(join(ROOT, 'dist'), dist);
    const build = await rolldown({ cwd: dist, input: entry, platform: 'node' });
    const { output } = await build.write({ file: target, format: 'cjs', codeSplitting: false });
    const module = `./${basename(entry)}`;
    const mode = `with { 'resolution-mode': 'import' }`;
    const type = `typeof import('${module}', { ${mode.replace('with ', 'with: ')} })`;
    const names = output[0].exports.map((name) => `export declare const ${name}: ${type}['${name}'];`);
    const text = [`export type * from '${module}' ${mode};`, ...names, ''].join('\n');
    writeFileSync(target.replace(/\.cjs$/, '.d.cts'), text);
  }
}

/** Lists the bundled libraries with their licences. See docs/decisions/0057. @param modules - paths of bundled files */
function writeLicences(modules: readonly string[]): void {
  const theirs = modules.filter((path) => !path.startsWith(dist + sep));
  const folders = theirs.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = globSync('{LICENSE,LICENCE,License,license,NOTICE}*', { cwd: folder });
    return [`${name}@${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim())];
  });
  writeFileSync(
    join(dist, 'bundled-libraries.txt'),
    `${texts
      .map((one) => one.join('\n\n'))
      .sort()
      .join('\n\n---\n\n')}\n`,
  );
}

/** Removes the declarations that no export of the package reaches. */
function removeUnusedDeclarations(): void {
  const types = Object.values(manifest.exports).flatMap((given) => (typeof given === 'string' ? [] : given.types));
  const open = types.map((path) => join(ROOT, path).replace(join(ROOT, 'dist'), dist));
  const used = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?["'](\.[^"']+)["']/g)) {
      const target = join(dirname(file), name).replace(/\.[jt]s$/, '.d.ts');
      if (!used.has(target)) open.push(target);
      used.add(target);
    }
  }
  for (const file of globSync('**/*.d.ts', { cwd: dist })) if (!used.has(join(dist, file))) rmSync(join(dist, file));
}

/** Copies the files of Swagger UI that are served, and its licences. Its manifest names the version, for pages and for scanners. See docs/decisions/0033. */
function copySwaggerUi(): void {
  const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const target = join(dist, 'swagger-ui');
  mkdirSync(target);
  const notices = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];
  for (const name of ['package.json', ...SWAGGER_UI_FILES, ...notices])
    copyFileSync(join(source, name), join(target, name));
}

/** Reads the package's own documents and fixtures once, so that no start has to: what came of them is left in `dist/made`. See docs/decisions/0043. */
async function makeBefore(): Promise<void> {
  const memory = mkdtempSync(join(tmpdir(), 'understudy-build-'));
  try {
    execFileSync(execPath, ['--input-type=module', '--eval', START], {
      cwd: dist,
      env: { ...process.env, NODE_COMPILE_CACHE: memory, NODE_DISABLE_COMPILE_CACHE: undefined },
      stdio: 'inherit',
    });
    mkdirSync(join(dist, 'made'));
    const made = globSync('*/understudy/*', { cwd: memory });
    if (made.length === 0) throw new Error('Nothing was remembered of what the package makes of its own files.');
    for (const file of made) {
      const built = toPackagedBuild(readFileSync(join(memory, file)), join(dist, '../'));
      if (!built) throw new Error('Something that the package makes of its own files depends on where it is.');
      writeFileSync(join(dist, 'made', built.digest), built.bytes);
    }
  } finally {
    rmSync(memory, { recursive: true });
  }
}

/** The files that others name: the exports of the package, the command, and what is loaded by its path. */
function entries(): readonly string[] {
  const exported = Object.values(manifest.exports).flatMap((given) => (typeof given === 'string' ? [] : given.default));
  const files = exported.map((path) => relative('dist', path));
  return [...files, 'cli/main.js', 'lint/thread.js', 'openapi/schema/ajv/openapi-backend.js'].filter(
    (file) => !isOfPages(join(dist, file)),
  );
}

function codeFiles(): readonly string[] {
  return globSync('**/*.js', { cwd: dist });
}

function isOfPages(path: string): boolean {
  const name = relative(dist, path).split(sep).join('/');
  return PAGE_FOLDERS.some((folder) => name.startsWith(`${folder}/`));
}

/** Whether npm installs a library with the package. Others are bundled, with all that they import. */
function isInstalled(name: string, importer: string | undefined): boolean {
  const isOurs = importer === undefined || importer.startsWith(dist + sep);
  return isOurs && installed.some((library) => name === library || name.startsWith(`${library}/`));
}

/** @throws Error if a file that browsers load imports one that is not there: one that was bundled */
function refuseMissing(): void {
  for (const file of codeFiles().filter((name) => isOfPages(join(dist, name)))) {
    for (const [, name = ''] of readFileSync(join(dist, file), 'utf8').matchAll(
      /\b(?:from|import) ?\(?["'](\.[^"']+)["']/g,
    )) {
      if (existsSync(join(dist, dirname(file), name))) continue;
      throw new Error(`Browsers load ${file}, which imports ${name}: that is not among ${PAGE_FOLDERS.join(', ')}.`);
    }
  }
}
