// A second start uses the cache of the first: it is faster, with the same results.

import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { program, serveProcess, understudyProcess } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PETS = fileURLToPath(new URL('../support/pets/', import.meta.url));
const SOURCE = new URL('../../src/', import.meta.url).href;

/** A project with a document and fixtures for all tests. Each test has its own cache. */
const cwd = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
afterAll(() => rm(cwd, { recursive: true, force: true }));
for (const name of ['pets.yaml', 'fixtures']) await cp(join(PETS, name), join(cwd, name), { recursive: true });
await writeFile(
  join(cwd, 'understudy.config.mjs'),
  `import { pets } from ${JSON.stringify(join(PETS, 'api.ts'))};
const here = (name) => new URL(name, import.meta.url);
export default { apis: [{ ...pets, document: here('pets.yaml'), fixtures: here('fixtures/') }], memory: true };
`,
);
const FIRST_CACHE = join(cwd, '.cache');
let firstAnswers: Promise<string[]> | undefined;

/** The responses of the first start, and a copy of its cache. */
async function started() {
  firstAnswers ??= responses({ NODE_COMPILE_CACHE: FIRST_CACHE });
  const first = await firstAnswers;
  const cache = join(await temporaryFolder(), 'cache');
  await cp(FIRST_CACHE, cache, { recursive: true });
  return { first, cache, env: { NODE_COMPILE_CACHE: cache } };
}

/** The files of the cache. */
async function entriesIn(cache: string): Promise<string[]> {
  const [version = ''] = await readdir(cache);
  const folder = join(cache, version, 'understudy');
  return (await readdir(folder)).map((name) => join(folder, name));
}

/** The responses of a mock server, which has stopped. */
async function responses(env: Readonly<Record<string, string>>): Promise<string[]> {
  const { url, child, ended } = await serveProcess([], { cwd, env });
  // Each server has its own port, which is in the document.
  const send = async (path: string) => (await (await fetch(url + path)).text()).replaceAll(url, 'http://here');
  const message = [
    await send('/pets'),
    await send('/openapi.yaml'),
    await send('/_understudy/state'),
    await send('/pets/7/8'),
  ];
  child.kill('SIGTERM');
  await ended;
  return message;
}

describe('a second start', () => {
  test('parses neither YAML nor OpenAPI again, and responds like the first one', async () => {
    const { first, cache, env } = await started();
    const stored = await Promise.all((await entriesIn(cache)).map((file) => readFile(file)));
    // The document, its fixtures and the document of the control API.
    expect(stored).toHaveLength(3);
    expect(await responses(env)).toEqual(first);
    expect(await Promise.all((await entriesIn(cache)).map((file) => readFile(file)))).toEqual(stored);

    const script = `
      import module, { createRequire } from 'node:module';
      module.enableCompileCache();
      const { createMockServer } = await import('${SOURCE}index.ts');
      const { default: { apis } } = await import(${JSON.stringify(join(cwd, 'understudy.config.mjs'))});
      await createMockServer({ apis });
      const loaded = Object.keys(createRequire('${SOURCE}').cache);
      const libraries = ['ajv', 'js-yaml', '@apidevtools/swagger-parser', '@seriousme/openapi-schema-validator'];
      console.log(libraries.filter((name) => loaded.some((file) => file.includes(\`/node_modules/\${name}/\`))).join());`;
    const { stdout, stderr } = await program(['--input-type=module', '-e', script], { cwd, env }).ended;
    expect({ stdout, stderr }).toEqual({ stdout: 'ajv\n', stderr: '' });
  });

  test.each([
    ['pets.yaml', 'openapi:', 'openapy:'],
    ['fixtures/schema.yaml', 'type: object', 'type: objekt'],
    ['fixtures/pets.json', '"id"', '"identifier"'],
  ])('rejects an invalid %s like the first one', async (name, right, wrong) => {
    const { first, cache, env } = await started();
    const text = await readFile(join(cwd, name), 'utf8');
    try {
      await writeFile(join(cwd, name), text.replace(right, wrong));
      const warm = await understudyProcess(['serve', '--port', '0'], { cwd, env }).ended;
      const cold = await understudyProcess(['serve', '--port', '0'], { cwd, env: { NODE_COMPILE_CACHE: `${cache}-2` } })
        .ended;
      expect(warm).toEqual(cold);
      expect(warm).toMatchObject({ code: 2, stdout: '' });
      expect(warm.stderr).toContain(join(cwd, name.split('/')[0] ?? ''));
    } finally {
      await writeFile(join(cwd, name), text);
    }
    expect(await responses(env)).toEqual(first);
  });

  test('ignores invalid files in the cache', async () => {
    const { first, cache, env } = await started();
    const [one = '', ...others] = await entriesIn(cache);
    const bytes = await readFile(one);
    await writeFile(one, bytes.subarray(0, bytes.length / 2));
    for (const other of others) await writeFile(other, bytes);
    expect(await responses(env)).toEqual(first);
  });

  test('works without a writable cache', async () => {
    const { first, cache, env } = await started();
    await writeFile(`${cache}-file`, '');
    expect(await responses({ NODE_COMPILE_CACHE: `${cache}-file` })).toEqual(first);
    expect(await responses({ ...env, NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(first);
    await mkdir(`${cache}-empty`);
    await Promise.all((await readdir(cache)).map((version) => mkdir(join(`${cache}-empty`, version))));
    await Promise.all(
      (await readdir(cache)).map((version) => writeFile(join(`${cache}-empty`, version, 'understudy'), '')),
    );
    expect(await responses({ NODE_COMPILE_CACHE: `${cache}-empty` })).toEqual(first);
  });

  test('may run concurrently with others, including first starts', async () => {
    const cache = join(await temporaryFolder(), 'cache');
    const env = { NODE_COMPILE_CACHE: cache };
    const first = await Promise.all([responses(env), responses(env)]);
    const second = await Promise.all([responses(env), responses(env)]);
    expect([...first, ...second]).toEqual(Array.from({ length: 4 }, () => first[0]));
    expect(await entriesIn(cache)).toHaveLength(3);
  });
});
