// Hostile documents: none reads or fetches anything that is not allowed, or runs code.

import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { documentWith, findingsOf, written } from '../../support/opened.ts';
import { closeElsewhere, openElsewhere } from '../../support/opened-elsewhere.ts';
import { runs } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const JSON_HEAD = '{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"A":';
const YAML_HEAD = 'openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n schemas:\n  A:\n';

afterAll(closeElsewhere);

describe('a reference', () => {
  test('to a host is reported and not followed', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('{"type":"string"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const components = `{ A: { $ref: "http://127.0.0.1:${port}/a.json" }, B: { $ref: "//127.0.0.1:${port}/a.json" }, C: { $ref: a%2Fb.json } }`;
    const findings = await findingsOf({ 'api.yaml': documentWith('{ type: string }', components) });
    expect(requests).toBe(0);
    expect(findings).toEqual([
      expect.stringContaining(`was not fetched; to allow it, use --allow-fetch 127.0.0.1:${port}`),
      expect.stringContaining('is not a local file'),
      expect.stringContaining('is not a local file'),
    ]);
  });

  test.each([
    ['out of its folder', '../../secret.yaml#/A'],
    ['out of its folder, percent-encoded', '%2e%2e/secret.yaml#/A'],
    ['out of its folder, percent-encoded with its slash', '..%2fsecret.yaml#/A'],
    ['out of its folder through one below', 'below/../../secret.yaml#/A'],
    ['into a folder whose name begins like its own', '../../docs-2/secret.yaml#/A'],
    ['out of its folder through a symbolic link', 'link.yaml#/A'],
    ['out of its folder through a linked folder', 'linked/secret.yaml#/A'],
    ['to an absolute path', 'ABSOLUTE/secret.yaml#/A'],
    ['to an absolute file address', 'file://ABSOLUTE/secret.yaml#/A'],
    ['to a device', '/dev/zero'],
    ['to its own folder', '.'],
    ['to another protocol', 'data:application/json,{"A":{"type":"string"}}'],
    ['to code', 'node:fs'],
  ])('%s is reported and not followed', async (_, reference) => {
    const outside = await temporaryFolder();
    const folder = join(outside, 'docs');
    for (const name of ['docs', 'docs-2', 'docs/below']) await mkdir(join(outside, name));
    for (const name of ['secret.yaml', 'docs-2/secret.yaml']) {
      await writeFile(join(outside, name), 'A: { type: string, description: hunter2 }\n');
    }
    await symlink(join(outside, 'secret.yaml'), join(folder, 'link.yaml'));
    await symlink(outside, join(folder, 'linked'));
    const path = join(folder, 'api.yaml');
    await writeFile(path, documentWith(`{ $ref: '${reference.replace('ABSOLUTE', outside)}' }`));
    const { bundled, findings } = await openDocument(path);
    expect(findings[0]).toMatchObject({
      rule: 'reference',
      line: 7,
      message: expect.stringContaining('cannot be resolved'),
    });
    expect(JSON.stringify([bundled, findings])).not.toContain('hunter2');
  });

  test('to an endless file is not followed', async () => {
    const path = await written({ 'api.yaml': documentWith('{ $ref: "endless.yaml" }') });
    await symlink('/dev/zero', join(dirname(path), 'endless.yaml'));
    const { code, stdout } = await openElsewhere(path);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'opened 1 1\n' });
  });

  test.each([
    ['to itself', '{ A: { $ref: "#/components/schemas/A" } }', 2],
    ['round', '{ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } }', 3],
    ['to the document', '{ A: { $ref: "#" } }', 0],
    ['through ten thousand others', `{ ${chain(10_000, (next) => `{ $ref: "${next}" }`)} }`, 0],
  ])('that leads %s is followed or reported', async (_, components, findings) => {
    const path = await written({ 'api.yaml': documentWith('{ $ref: "#/components/schemas/A" }', components) });
    const { code, stdout } = await openElsewhere(path);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `opened 1 ${findings}\n` });
  });

  test.each([
    ['in one file', (next: string) => `{ type: object, properties: { next: { $ref: "${next}" } } }`, 0],
    ['beside others', (next: string) => `{ description: one, allOf: [{ $ref: "${next}" }, { $ref: "${next}" }] }`, 1],
  ])('may have 10,000 steps, %s, and is reported if they are too many for one value', async (_, link, findings) => {
    const path = await written({
      'api.yaml': documentWith('{ $ref: "#/components/schemas/A" }', `{ ${chain(10_000, link)} }`),
    });
    const { code, stdout } = await openElsewhere(path);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `opened 1 ${findings}\n` });
  });

  test('may be circular across files', async () => {
    const files = {
      'api.yaml': documentWith('{ $ref: "a.yaml" }'),
      'a.yaml': 'properties: { b: { $ref: b.yaml } }\n',
      'b.yaml': 'properties: { a: { $ref: a.yaml }, own: { $ref: b.yaml }, root: { $ref: "api.yaml#/components" } }\n',
    };
    const { code, stdout } = await openElsewhere(await written(files));
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'opened 1 0\n' });
  });
});

/** Schemas `A`, `A1` … each with a reference to the next one. */
function chain(length: number, link: (next: string) => string): string {
  const named = (index: number) => (index === 0 ? 'A' : `A${index}`);
  const schemas = Array.from({ length }, (_, index) => {
    const next = `#/components/schemas/${named(index + 1)}`;
    return `${named(index)}: ${link(next)}`;
  });
  return `${schemas.join(', ')}, ${named(length)}: { type: string }`;
}

describe('a document', () => {
  test('may have keys with a meaning in JavaScript', async () => {
    const schema = '{ type: object, properties: { __proto__: { type: string }, constructor: { type: string } } }';
    const components =
      '{ __proto__: { polluted: true }, constructor: { prototype: { polluted: true } }, B: { $ref: "b.yaml#/__proto__" } }';
    const path = await written({
      'api.yaml': documentWith(schema, components),
      'b.yaml': '__proto__: { polluted: true }\n',
    });
    const { bundled } = await openDocument(path);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('polluted');
    const { schemas } = bundled.components as { schemas: object };
    expect(Object.getPrototypeOf(schemas)).toBe(Object.prototype);
    expect(Object.keys(schemas)).toEqual(['__proto__', 'constructor', 'B']);
    expect(JSON.stringify(bundled.paths)).toContain('"properties":{"__proto__":{"type":"string"}');
  });

  test('may have hundreds of aliases', async () => {
    const schemas = Array.from({ length: 500 }, (_, index) => `S${index}: *name`).join(', ');
    const path = await written({
      'api.yaml': documentWith('{ type: string }', `{ Name: &name { type: string }, ${schemas} }`),
    });
    const { bundled, findings } = await openDocument(path);
    expect(bundled.components?.schemas?.S499).toEqual({ type: 'string' });
    expect(bundled.components?.schemas?.S499).not.toBe(bundled.components?.schemas?.S0);
    expect(findings).toEqual([]);
  });

  test('may use merge keys', async () => {
    const components =
      '{ A: &a { type: object, description: A }, B: { <<: *a, description: B }, C: { <<: [*a, { title: C }] } }';
    const { bundled } = await openDocument(await written({ 'api.yaml': documentWith('{}', components) }));
    expect(bundled.components?.schemas).toEqual({
      A: { type: 'object', description: 'A' },
      B: { type: 'object', description: 'B' },
      C: { type: 'object', description: 'A', title: 'C' },
    });
  });

  test.each([
    ['lists', (level: number) => `[*x${level}, *x${level}]`],
    ['objects', (level: number) => `{ a: *x${level}, b: *x${level} }`],
    ['merged objects', (level: number) => `{ <<: *x${level}, a${level}: *x${level}, b${level}: *x${level} }`],
  ])('with exponential aliases, as %s, is rejected', async (_, double) => {
    const bombs = Array.from({ length: 28 }, (_, level) => `x${level + 1}: &x${level + 1} ${double(level)}`);
    const path = await written({
      'api.yaml': `x0: &x0 { a: a }\n${bombs.join('\n')}\n${documentWith('{ type: string }')}`,
    });
    const { code, stdout, stderr } = await openElsewhere(path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^refused The document .*aliases expand to more than \d+ characters/);
  });

  test('that is too deep after alias expansion is rejected', async () => {
    const nested = (inner: string) => `${'['.repeat(300)}${inner}${']'.repeat(300)}`;
    const text = `x-a: &a ${nested('1')}\nx-b: ${nested('*a')}\n${documentWith('{ type: string }')}`;
    const { stdout } = await openElsewhere(await written({ 'api.yaml': text }));
    expect(stdout).toMatch(/^refused The document .*aliases nest more than 500 levels deep/);
  });

  test('with a circular alias is rejected', async () => {
    const path = await written({ 'api.yaml': documentWith('&a { items: *a }') });
    expect((await openElsewhere(path)).stdout).toMatch(
      /^refused The document .*aliases nest more than 500 levels deep, or refer to themselves/,
    );
  });

  test.each([
    ['JSON', `${JSON_HEAD}${'{"type":"array","items":'.repeat(10_000)}{}${'}'.repeat(10_000)}}}}`],
    ['lists of JSON', `${JSON_HEAD}${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}}}`],
    ['YAML', `${YAML_HEAD}${Array.from({ length: 5000 }, (_, level) => `${' '.repeat(level + 3)}items:\n`).join('')}`],
  ])('of %s with thousands of levels is rejected', async (_, text) => {
    const { code, stdout } = await openElsewhere(await written({ 'api.json': text }));
    expect(stdout).toMatch(/^refused The document .* (nested more than 500 levels deep|nesting exceeded maxDepth)/);
    expect(code).toBe(0);
  });

  const MEGABYTES = runs(100, 30);
  const TEXTS = Array.from({ length: MEGABYTES }, (_, index) => `"${'x'.repeat(1024 * 1024 - 10)}${index}"`);
  test.each([
    ['JSON', `{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{},"x-texts":[${TEXTS.join()}]}`],
    [
      'YAML',
      `openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\nx-texts:\n${TEXTS.map((text) => `- ${text}\n`).join('')}`,
    ],
  ])(`of ${MEGABYTES} MB of %s is served`, async (_, text) => {
    const path = await written({ 'api.yaml': text });
    const result = await openElsewhere(path, { memory: 2048, seconds: 30 });
    expect(result).toMatchObject({ code: 0, stdout: 'opened 0 0\n', stderr: '' });
  });

  const paths = (reference: string) =>
    Array.from({ length: 60_000 }, (_, index) => `  /${index}: { $ref: ${reference} }\n`).join('');
  test.each([
    [
      'values that take far more memory than text',
      `{"openapi":"3.0.3","x":[${'{},'.repeat(13_000_000)}{}]}`,
      'the maximum is',
    ],
    [
      '60,000 references to another file',
      `openapi: 3.0.3\npaths:\n${paths('b.yaml')}`,
      'it is in several files and has more than 50000',
    ],
    [
      '60,000 references, and one to another file',
      `openapi: 3.0.3\npaths:\n  /a: { $ref: b.yaml }\n${paths("'#/paths/~1a'")}`,
      'it is in several files and has more than 50000',
    ],
  ])('with %s is rejected', async (_, text, reason) => {
    const path = await written({
      'api.yaml': text,
      'b.yaml': 'get: { responses: { default: { description: ok } } }\n',
    });
    const { code, stdout, stderr } = await openElsewhere(path, { seconds: 30 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^refused The document .* cannot be used: /);
    expect(stdout).toContain(reason);
  });

  test('of more than 128 MB is rejected before it is read', async () => {
    const path = await written({ 'api.yaml': 'openapi: 3.0.3\n' });
    await truncate(path, 200 * 1024 * 1024);
    const result = await openElsewhere(path, { seconds: 5 });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toMatch(/^refused The document .* it has at least 209715200 bytes; the maximum is 134217728/);
  });
});
