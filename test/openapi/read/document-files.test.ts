// Documents on hosts: only allowed hosts are contacted.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { documentHost } from '../../support/document-host.ts';
import { documentWith, findingsOf, written } from '../../support/opened.ts';

describe('a document on a host', () => {
  test('is fetched from an allowed host with its references and without credentials', async () => {
    const { url, host, requested } = await documentHost(() => ({
      '/v1/api.yaml?key=1': documentWith('{ $ref: "schemas/a.yaml#/A" }'),
      '/v1/schemas/a.yaml': 'A: { type: string }\n',
    }));
    const { path, bundled, findings } = await openDocument(`${url}/v1/api.yaml?key=1`, { hosts: [host] });
    expect(path).toBe(`${url}/v1/api.yaml?key=1`);
    expect(findings).toEqual([]);
    expect(JSON.stringify(bundled.paths)).toContain('"schema":{"type":"string"}');
    expect(new Set(requested.map(({ path: one }) => one))).toEqual(
      new Set(['/v1/api.yaml?key=1', '/v1/schemas/a.yaml']),
    );
    for (const { headers } of requested) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
    }
  });

  test('is allowed by its URL; references to other hosts are not', async () => {
    const other = await documentHost(() => ({ '/a.yaml': 'type: string' }));
    const { url } = await documentHost(() => ({
      '/api.yaml': documentWith(`{ $ref: "${other.url}/a.yaml" }`),
      '/b.yaml': documentWith('{ $ref: "/api.yaml#/paths" }'),
    }));
    for (const hosts of [undefined, [], ['localhost'], ['example.com']]) {
      const { findings } = await openDocument(new URL(`${url}/api.yaml`), { hosts });
      expect(findings.map(({ message }) => message)).toEqual([
        expect.stringContaining(`was not fetched; to allow it, use --allow-fetch ${other.host}`),
      ]);
    }
    expect(other.requested).toEqual([]);
    expect((await openDocument(`${url}/api.yaml`, { hosts: [other.host] })).findings).toEqual([]);
  });

  test.each<[string, (self: string, other: string) => object, string]>([
    ['does not exist', () => ({}), 'returned status 404'],
    [
      'redirects to another host',
      (_, other) => ({ '/api.yaml': { status: 302, location: `${other}/api.yaml` } }),
      'was not fetched; to allow it, use --allow-fetch',
    ],
    [
      'redirects to a file',
      () => ({ '/api.yaml': { status: 302, location: 'file:///etc/passwd' } }),
      'was not fetched; to allow it, use --allow-fetch',
    ],
    [
      'redirects in circles',
      () => ({ '/api.yaml': { status: 301, location: '/api.yaml' } }),
      'has more than 5 redirects',
    ],
    ['cannot be resolved', () => ({ '/api.yaml': { status: 302 } }), 'returned status 302'],
    ['is a page', () => ({ '/api.yaml': '<!doctype html><p>Log in: first' }), 'it is an HTML page'],
  ])('is rejected when it %s', async (_, files, reason) => {
    const other = await documentHost(() => ({ '/api.yaml': documentWith('{}') }));
    const { url, host } = await documentHost((self) => files(self, other.url) as never);
    await expect(openDocument(`${url}/api.yaml`, { hosts: [host] })).rejects.toThrow(reason);
    expect(other.requested).toEqual([]);
  });

  test('is fetched through redirects to allowed hosts', async () => {
    const other = await documentHost(() => ({ '/api.yaml': documentWith('{}') }));
    const { url, host } = await documentHost(() => ({ '/': { status: 307, location: `${other.url}/api.yaml` } }));
    expect((await openDocument(url, { hosts: [host, other.host] })).findings).toEqual([]);
  });

  test('is fetched after five redirects', async () => {
    const redirects = [1, 2, 3, 4, 5].map((step) => [`/${step}`, { status: 302, location: `/${step + 1}` }]);
    const { url, host } = await documentHost(() => ({ ...Object.fromEntries(redirects), '/6': documentWith('{}') }));
    expect((await openDocument(`${url}/1`, { hosts: [host] })).findings).toEqual([]);
  });

  test('resolves references relative to the final address', async () => {
    const other = await documentHost(() => ({
      '/v3/b.yaml': 'B: { type: array, items: { $ref: "c.yaml" } }\n',
      '/v3/c.yaml': 'type: integer\n',
    }));
    const { url, host } = await documentHost((self) => ({
      '/latest': { status: 302, location: '/v2/api.yaml' },
      '/v2/api.yaml': documentWith(
        '{ $ref: "a.yaml#/A" }',
        '{ Old: { $ref: "#/components/schemas/A" }, A: { type: string } }',
      ),
      '/v2/a.yaml': `A: { allOf: [{ $ref: "moved/b.yaml#/B" }, { $ref: "${self}/v2/a.yaml#/C" }] }\nC: { maxItems: 3 }\n`,
      '/v2/moved/b.yaml': { status: 308, location: `${other.url}/v3/b.yaml` },
    }));
    const hosts = [host, other.host];
    const { bundled, findings } = await openDocument(`${url}/latest`, { hosts });
    expect(findings).toEqual([]);
    const schemas = JSON.stringify(bundled.paths);
    expect(schemas).toContain('"items":{"type":"integer"}');
    expect(schemas).toContain('"maxItems":3');
    expect(bundled.components?.schemas?.Old).toEqual({ $ref: '#/components/schemas/A' });
    expect((await openDocument(`${url}/latest`, { hosts: [host] })).findings).toMatchObject([
      { rule: 'reference', message: expect.stringContaining(`--allow-fetch ${other.host}`) },
    ]);
  });

  test('reports a timeout', async () => {
    const { url, host } = await documentHost(() => ({ '/api.yaml': { status: 302, location: '/never' } }));
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(openDocument(`${url}/api.yaml`, { hosts: [host] })).rejects.toThrow(
      `${url}/api.yaml cannot be fetched: no response within 30 s`,
    );
  });

  test('is rejected with credentials in its URL', async () => {
    const { host, requested } = await documentHost(() => ({ '/api.yaml': documentWith('{}') }));
    await expect(openDocument(`http://user:hunter2@${host}/api.yaml`, { hosts: [host] })).rejects.toThrow(
      `credentials in URLs are not supported; remove them from the URL of ${host}`,
    );
    expect(requested).toEqual([]);
  });

  test('cannot reference local files or other hosts', async () => {
    const other = await documentHost(() => ({ '/a.yaml': '{}' }));
    const secret = await written({ 'secret.yaml': 'A: { description: hunter2 }\n' });
    const components = `{ A: { $ref: "file://${secret}#/A" }, B: { $ref: "${other.url}/a.yaml" }, C: { $ref: "${secret}#/A" } }`;
    const { url, host } = await documentHost(() => ({ '/api.yaml': documentWith('{}', components) }));
    const { bundled, findings } = await openDocument(`${url}/api.yaml`, { hosts: [host] });
    expect(findings.map(({ rule, file }) => [rule, file])).toEqual(Array(3).fill(['reference', `${url}/api.yaml`]));
    expect(JSON.stringify([bundled, findings])).not.toContain('hunter2');
    expect(other.requested).toEqual([]);
  });
});

describe('a local document', () => {
  test('may reference an allowed host', async () => {
    const { url, host } = await documentHost(() => ({ '/a.yaml': 'type: string\n' }));
    const path = await written({ 'api.yaml': documentWith(`{ $ref: "${url}/a.yaml" }`) });
    expect((await openDocument(path, { hosts: [host] })).findings).toEqual([]);
    expect((await openDocument(path)).findings).toHaveLength(1);
  });

  test('reports why a reference of a file in another folder is rejected', async () => {
    const path = await written({
      'api.yaml': documentWith('{ $ref: "sub/a.yaml#/A" }'),
      'sub/a.yaml': 'A: { type: array, items: { $ref: "b.yaml#/B" } }\n',
      'b.yaml': 'B: { type: string }\n',
    });
    expect((await openDocument(path)).findings).toMatchObject([
      { rule: 'reference', message: 'b.yaml#/B cannot be resolved: file not found' },
    ]);
  });

  test('may be given as bytes, with references relative to its folder', async () => {
    const given = Buffer.from(documentWith('{ $ref: "b.yaml" }'));
    const path = (await written({ 'b.yaml': 'type: string\n' })).replace('b.yaml', 'standard input');
    const { bundled, findings } = await openDocument(path, { content: given });
    expect(JSON.stringify(bundled.paths)).toContain('"schema":{"type":"string"}');
    expect(findings).toEqual([]);
    expect(await findingsOf({ 'b.yaml': documentWith('{}') })).toEqual([]);
  });
});
