// `understudy proto`, checked with buf: lint-clean, and equal to the served types.

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fromBinary, toJson } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { createMessages } from '../../src/server/protobuf/messages.ts';
import { EVERYTHING, IDENTITY, planOf } from '../server/protobuf/plans.ts';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const require = createRequire(import.meta.url);
const BUF = join(dirname(require.resolve('@bufbuild/buf/package.json')), 'bin', 'buf');

/** Runs buf with its cache below the folder. */
async function buf(cwd: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: cwd, BUF_CACHE_DIR: join(cwd, '.cache') };
  const { stdout } = await promisify(execFile)(process.execPath, [BUF, ...args], { cwd, env });
  return stdout;
}

/** The printed file at its path, in a folder that is a buf module. */
async function printed(document: URL) {
  const cwd = await temporaryFolder();
  const { code, stdout, stderr } = await understudy(['proto', fileURLToPath(document)], { cwd }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, path = ''] = /^\/\/ Path: (\S+)$/m.exec(stdout) ?? [];
  await mkdir(join(cwd, dirname(path)), { recursive: true });
  await writeFile(join(cwd, path), stdout);
  await writeFile(join(cwd, 'buf.yaml'), 'version: v2\n');
  return { cwd, path };
}

describe.each([
  { what: 'the identity API', document: IDENTITY },
  { what: 'a document with everything', document: EVERYTHING },
])('understudy proto of $what', ({ document }) => {
  test('is formatted, and has no finding of buf', async () => {
    const { cwd } = await printed(document);
    expect(await buf(cwd, 'lint')).toBe('');
    expect(await buf(cwd, 'format', '--diff')).toBe('');
  });

  test('describes the types that are served', async () => {
    const { cwd, path } = await printed(document);
    const only = ['--as-file-descriptor-set', '--exclude-imports', '--exclude-source-info'];
    await buf(cwd, 'build', ...only, '-o', 'built.binpb');
    const { file } = fromBinary(FileDescriptorSetSchema, await readFile(join(cwd, 'built.binpb')));
    const served = createMessages(await planOf(document)).files.find(({ proto }) => proto.name === path);
    const shown = [...file, ...(served ? [served.proto] : [])].map((one) => toJson(FileDescriptorProtoSchema, one));
    expect(shown).toHaveLength(2);
    expect(shown[1]).toEqual(shown[0]);
  });
});

describe('understudy proto', () => {
  test('has a help text, and requires one file', async () => {
    const cwd = await temporaryFolder();
    const help = await understudy(['proto', '--help'], { cwd }).ended;
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('understudy proto [--overlay OVERLAY] FILE'),
    });
    const nothing = await understudy(['proto'], { cwd }).ended;
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('FILE is missing') });
    const two = await understudy(['proto', 'a.yaml', 'b.yaml'], { cwd }).ended;
    expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining('Unexpected argument') });
  });

  const DOCUMENT = 'openapi: 3.0.3\ninfo: { title: Shop, version: 1.0.0 }\n';
  const PATHS = 'paths: { /: { get: { x-rpc: GetAll, responses: { "204": { description: Ok } } } } }\n';
  test.each([
    { what: 'does not exist', text: undefined, message: ['given.yaml cannot be used'] },
    { what: 'is not an OpenAPI document', text: 'title: nothing', message: ['given.yaml cannot be used'] },
    {
      what: 'has no service',
      text: `${DOCUMENT}paths: {}\n`,
      message: ['describes no protobuf service', 'x-protobuf: {'],
    },
    {
      what: 'has procedures without a service',
      text: `${DOCUMENT}${PATHS}`,
      message: ['/paths/~1/get/x-rpc: a procedure'],
    },
    {
      what: 'has no numbers',
      text: `${DOCUMENT}${PATHS.replace('204": {', '200": { content: { application/json: { schema: { type: object, properties: { a: {} } } } },')}x-protobuf: { package: shop.v1, service: ShopService }\n`,
      message: ['cannot be converted to protobuf', 'property "a" has no number in x-field-numbers'],
    },
  ])('names the problem of a file that $what', async ({ text, message }) => {
    const cwd = await temporaryFolder();
    if (text !== undefined) await writeFile(join(cwd, 'given.yaml'), text);
    const { code, stderr, stdout } = await understudy(['proto', 'given.yaml'], { cwd }).ended;
    for (const one of message) expect(stderr).toContain(one);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
