// Reading a document: nothing is fetched, no folder is left, and nothing hostile in it takes the process down.

import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDocument } from '../../src/openapi/open-document.ts';
import { program } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A document whose only answer has this schema, written as YAML on one line. */
function documentWith(schema: string, components = '{}'): string {
  return `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } }
components: { schemas: ${components} }
`;
}

async function fileWith(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'api.yaml');
  await writeFile(path, text);
  return path;
}

/** Opens a document in a process of its own, so that one that takes its process down does not take this one. */
async function openElsewhere(path: string) {
  const script = `
    import { openDocument } from ${JSON.stringify(new URL('../../src/openapi/open-document.ts', import.meta.url).href)};
    import { createDocument } from ${JSON.stringify(new URL('../../src/openapi/document.ts', import.meta.url).href)};
    await openDocument(${JSON.stringify(path)}).then(
      (source) => console.log('opened', createDocument(source).operations.size),
      (error) => console.log('refused', error.message.slice(0, 200)),
    );`;
  return program(['--max-old-space-size=512', '--input-type=module', '-e', script], { cwd: join(path, '..') }).ended;
}

describe('openDocument', () => {
  test('reads references to files in its folder and below', async () => {
    const path = await fileWith(documentWith('{ $ref: "schemas/a.yaml#/A" }'));
    await mkdir(join(path, '..', 'schemas'));
    await writeFile(join(path, '..', 'schemas', 'a.yaml'), 'A: { type: string }\n');
    const { dereferenced } = await openDocument(path);
    expect(JSON.stringify(dereferenced)).toContain('"schema":{"type":"string"}');
  });

  test.each([
    ['swagger: "2.0"', 'it is Swagger 2.0, and OpenAPI 3.0 and 3.1 are read'],
    ['openapi: 2.9.9', 'Unsupported OpenAPI version: 2.9.9'],
    ['title: nothing', 'Unsupported OpenAPI version: undefined'],
  ])('refuses %s and says why', async (first, reason) => {
    const path = await fileWith(`${first}\ninfo: { title: T, version: '1' }\npaths: {}\n`);
    await expect(openDocument(path)).rejects.toThrow(`The document ${path} cannot be used: ${reason}`);
  });

  test('says that there is no such file', async () => {
    const path = join(await temporaryFolder(), 'nowhere.yaml');
    await expect(openDocument(path)).rejects.toThrow(`The document ${path} cannot be used: there is no such file`);
  });

  test('fetches nothing', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('{"type":"string"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const path = await fileWith(documentWith(`{ $ref: "http://127.0.0.1:${port}/a.json" }`));
    await expect(openDocument(path)).rejects.toThrow(path);
    expect(requests).toBe(0);
  });

  test.each([
    ['leads out of its folder', '../secret.yaml#/A'],
    ['leads out of its folder, percent-encoded', '%2e%2e/secret.yaml#/A'],
    ['leads out of its folder through one below', 'below/../../secret.yaml#/A'],
    ['leads into a folder whose name begins like its own', '../docs-2/secret.yaml#/A'],
    ['leads out of its folder through a symbolic link', 'link.yaml#/A'],
    ['leads out of its folder through a linked folder', 'linked/secret.yaml#/A'],
    ['leads to an absolute path', 'ABSOLUTE/secret.yaml#/A'],
    ['leads to an absolute file address', 'file://ABSOLUTE/secret.yaml#/A'],
    ['leads to a file that is not there', 'nowhere.yaml#/A'],
  ])('refuses a reference that %s', async (_, reference) => {
    const outside = await temporaryFolder();
    const folder = join(outside, 'docs');
    for (const name of ['docs', 'docs-2', 'docs/below']) await mkdir(join(outside, name));
    for (const name of ['secret.yaml', 'docs-2/secret.yaml']) {
      await writeFile(join(outside, name), 'A: { type: string, description: hunter2 }\n');
    }
    await symlink(join(outside, 'secret.yaml'), join(folder, 'link.yaml'));
    await symlink(outside, join(folder, 'linked'));
    const path = join(folder, 'api.yaml');
    await writeFile(path, documentWith(`{ $ref: "${reference.replace('ABSOLUTE', outside)}" }`));
    const thrown = await openDocument(path).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(thrown?.message).toMatch(/^The document .*api\.yaml cannot be used: /);
    expect(thrown?.message).not.toContain('hunter2');
  });

  test('reads schemas that contain themselves', async () => {
    const tree =
      '{ Tree: { type: object, properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } } }';
    const path = await fileWith(documentWith('{ $ref: "#/components/schemas/Tree" }', tree));
    expect((await openElsewhere(path)).stdout).toBe('opened 1\n');
  });

  test.each([
    ['leads to itself', '{ A: { $ref: "#/components/schemas/A" } }'],
    ['goes round', '{ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } }'],
  ])('ends with an answer when a reference %s', async (_, components) => {
    const path = await fileWith(documentWith('{ $ref: "#/components/schemas/A" }', components));
    const { code, stdout } = await openElsewhere(path);
    expect(stdout).toMatch(/^(opened|refused) /);
    expect(code).toBe(0);
  });

  test('is not taken in by keys that mean something to JavaScript', async () => {
    const path = await fileWith(
      documentWith(
        '{ type: object, properties: { __proto__: { type: string }, constructor: { type: string } } }',
        '{ __proto__: { polluted: true }, constructor: { prototype: { polluted: true } } }',
      ),
    );
    await openDocument(path).catch(() => undefined);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('refuses a document whose aliases multiply', async () => {
    const bombs = Array.from({ length: 30 }, (_, level) =>
      level === 0 ? 'x0: &x0 [a, a]' : `x${level}: &x${level} [*x${level - 1}, *x${level - 1}]`,
    );
    const path = await fileWith(`${bombs.join('\n')}\n${documentWith('{ type: string }')}`);
    const { code, stdout, stderr } = await openElsewhere(path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^refused The document .*alias/);
  });

  test('ends with an answer when a document is 10,000 levels deep', async () => {
    const depth = 10_000;
    const schema = `${'{"type":"array","items":'.repeat(depth)}{}${'}'.repeat(depth)}`;
    const path = await fileWith(documentWith(schema));
    const { code, stdout } = await openElsewhere(path);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^refused The document /);
  });

  test.each([
    ['is empty', ''],
    ['is not YAML', 'a: ['],
    ['is a list', '[]'],
    ['is no OpenAPI document', 'title: nothing'],
    [
      'has an operation without responses',
      'openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: { /a: { get: {} } }',
    ],
    ['has a reference that leads nowhere', documentWith('{ $ref: "#/components/schemas/None" }')],
  ])('refuses a document that %s, naming the file', async (_, text) => {
    const path = await fileWith(text);
    await expect(openDocument(path)).rejects.toThrow(`The document ${path} cannot be used: `);
  });

  test('gives a document that it knows as it gave it the first time, and what was made of it before stays as it is', async () => {
    const tree =
      '{ Tree: { type: object, properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } } }';
    const path = await fileWith(documentWith('{ $ref: "#/components/schemas/Tree" }', tree));
    const [first, second] = [await openDocument(path), await openDocument(path)];
    expect(second).toEqual(first);
    expect(second.dereferenced).not.toBe(first.dereferenced);
  });

  test('refuses a document that it knows when it, or a file it refers to, is no longer right, as if it had never seen it', async () => {
    const right = documentWith('{ $ref: "schemas/a.yaml#/A" }');
    const path = await fileWith(right);
    const schemas = join(path, '..', 'schemas');
    const secret = join(await temporaryFolder(), 'a.yaml');
    await mkdir(schemas);
    const schema = (text: string) => writeFile(join(schemas, 'a.yaml'), text);
    const link = async () => {
      await rm(join(schemas, 'a.yaml'));
      await symlink(secret, join(schemas, 'a.yaml'));
    };
    await writeFile(secret, 'A: { type: string }\n');
    for (const breakIt of [
      () => writeFile(path, right.replace('responses', 'answers')),
      () => schema('A: [\n'),
      () => schema('B: { type: string }\n'),
      () => rm(join(schemas, 'a.yaml')),
      link,
    ]) {
      await rm(schemas, { recursive: true });
      await mkdir(schemas);
      await writeFile(path, right);
      await schema('A: { type: string }\n');
      await openDocument(path);
      await openDocument(path);
      await breakIt();
      const refused = await openDocument(path).then(
        () => 'it was not refused',
        (error: Error) => error.message,
      );
      const stranger = join(path, '..', 'stranger.yaml');
      await writeFile(stranger, await readFile(path, 'utf8'));
      await expect(openDocument(stranger)).rejects.toThrow(refused.replaceAll(path, stranger));
    }
  });

  test('refuses a file that is not there, naming it', async () => {
    const path = join(await temporaryFolder(), 'nowhere.yaml');
    await expect(openDocument(path)).rejects.toThrow(`The document ${path} cannot be used: `);
  });
});
