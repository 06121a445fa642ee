// The plugin for Vite: real dev and preview servers of a small project.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, createLogger, createServer, preview } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type UnderstudyPluginSettings, understudy } from '../../../src/integrations/vite/plugin.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PETSTORE = new URL('../../../examples/petstore/petstore.yaml', import.meta.url);

/** A project with a page and the document. */
async function project(): Promise<string> {
  const root = await temporaryFolder();
  await writeFile(join(root, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(root, 'petstore.yaml'), await readFile(PETSTORE));
  return root;
}

async function started(start: 'dev' | 'preview', settings?: UnderstudyPluginSettings, root?: string) {
  const lines: string[] = [];
  const folder = root ?? (await project());
  const customLogger = { ...createLogger('info'), info: (text: string) => void lines.push(text) };
  const shared = { root: folder, configFile: false as const, customLogger, plugins: [understudy(settings)] };
  const at = { port: 0, host: '127.0.0.1' };
  const server =
    start === 'dev'
      ? await (await createServer({ ...shared, server: at })).listen()
      : await preview({ ...shared, preview: at });
  onTestFinished(() => server.close());
  const url = new URL(server.resolvedUrls?.local[0] ?? '').origin;
  const text = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text();
  return { server, url, lines, text, root: folder };
}

const HTML = { headers: { accept: 'text/html' } };

describe('the plugin for Vite', () => {
  test('mocks the API below its path, and leaves all other paths to Vite', async () => {
    const { text, url } = await started('dev', { document: 'petstore.yaml', at: '/api' });
    const created = await fetch(`${url}/api/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Rex","kind":"dog"}',
    });
    expect([created.status, created.headers.get('location')]).toEqual([201, '/api/pets/4']);
    expect(JSON.parse(await text('/api/pets/4'))).toMatchObject({ name: 'Rex' });
    expect(await text('/', HTML)).toContain('<title>page</title>');
    expect(await text('/pets', HTML)).toContain('<title>page</title>');
  });

  test('finds the only document of the project, and responds to its paths at the root', async () => {
    const { text } = await started('dev');
    expect(JSON.parse(await text('/pets'))).toHaveLength(3);
    expect(await text('/', HTML)).toContain('<title>page</title>');
    expect(await text('/_understudy', HTML)).toContain('Running at');
  });

  test('shows the inspector at /_understudy, where programs find the control API', async () => {
    const { text, url } = await started('dev', { document: 'petstore.yaml', at: 'api/' });
    const inspector = await fetch(`${url}/_understudy`, HTML);
    expect(inspector.url).toBe(`${url}/api/_understudy/inspector`);
    expect(await inspector.text()).toContain('<title>Understudy: inspector</title>');
    expect(JSON.parse(await text('/_understudy/requests'))).toMatchObject({ sandbox: 'main', exchanges: [] });
  });

  test('prints the URLs of the mock and the inspector below those of Vite', async () => {
    const { server, lines, url } = await started('dev', { document: 'petstore.yaml', at: '/api' });
    server.printUrls();
    expect(lines.slice(-2)).toEqual([
      `  \u279c  Mock:    ${url}/api (Petstore, 8 operations)`,
      `  \u279c  Inspect: ${url}/_understudy`,
    ]);
  });

  test('serves the saved document, handlers and fixtures', async () => {
    const root = await project();
    await mkdir(join(root, 'handlers'));
    const { text, lines } = await started('dev', { document: 'petstore.yaml', at: '/api', handlers: 'handlers' }, root);
    await writeFile(join(root, 'handlers/listPets.js'), 'export default async (call, next) => [];');
    await expect.poll(() => text('/api/pets')).toBe('[]');
    expect(lines.join('\n')).toContain('Reloaded in ');
    await writeFile(join(root, 'petstore.yaml'), 'openapi: 3.1.0\npaths: {');
    await expect.poll(() => lines.join('\n')).toContain('Reload failed, still serving the previous version');
    expect(await text('/api/pets')).toBe('[]');
  });

  test('mocks the API in vite preview, too', async () => {
    const root = await project();
    await build({ root, configFile: false, logLevel: 'silent' });
    const { text } = await started('preview', { document: 'petstore.yaml', at: '/api' }, root);
    expect(JSON.parse(await text('/api/pets'))).toHaveLength(3);
    expect(await text('/', HTML)).toContain('<title>page</title>');
  });

  test('rejects a document that does not exist, by name', async () => {
    await expect(started('dev', { document: 'none.yaml' })).rejects.toThrow('none.yaml');
  });
});
