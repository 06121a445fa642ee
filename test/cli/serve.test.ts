// The output and files of `understudy serve`.

import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rejection, serve } from '../support/command.ts';
import { petsFolder } from '../support/pets/config.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { TLS_FILES } from '../support/tls/pair.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

/** The command in a greeting. */
function proposal(greeting: string): string {
  return /^ {2}(curl (?:.*\\\n)*.*)$/m.exec(greeting)?.[1] ?? '';
}

/** Sends the request of a curl command. */
async function sendProposed(line: string): Promise<string> {
  const unquoted = (text: string) => text.replaceAll("'\\''", "'");
  const [, method = '', url = ''] = /^curl -X (\S+) (\S+)\s/.exec(line) ?? [];
  const headers = [...line.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value]);
  const body = unquoted(/-d '(.*)'$/.exec(line)?.[1] ?? '');
  return (await fetch(url, { method, headers: Object.fromEntries(headers), body })).text();
}

async function addPet(url: string, name: string): Promise<number> {
  const body = JSON.stringify({ name, kind: 'hen' });
  const response = await fetch(`${url}/pets`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return response.status;
}

async function petNames(url: string): Promise<string[]> {
  const pets = (await (await fetch(`${url}/pets`)).json()) as { name: string }[];
  return pets.map(({ name }) => name);
}

describe('understudy serve', () => {
  test('serves the identity API without a config, and prints its URL, a token and an example', async () => {
    const { greeting, url } = await serve(['--memory'], { cwd: await temporaryFolder() });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(greeting).toMatch(/^Mocking Identity Management API 1\.0\.0 at /);
    expect(greeting).toContain(
      `\nTest token: token-owner (Marlene Zürcher of Murmeltal Outdoor, ORG_OWNER); 8 more at ${url}/\n`,
    );
  });

  test('prints the issuer, an application for this machine, and the address of gRPC', async () => {
    const { greeting, url } = await serve(['--memory'], { cwd: await temporaryFolder() });
    const issuer = url.replace('127.0.0.1', 'localhost');
    expect(greeting).toContain(
      `\nLogin (OpenID Connect): issuer ${issuer}, client 264062497181469540; 11 more at ${url}/\n`,
    );
    const discovery = `${issuer}/.well-known/openid-configuration`;
    expect(await (await fetch(discovery)).json()).toMatchObject({ issuer });
    expect(greeting).toContain(
      `\ngRPC, gRPC-Web and Connect: ${url.slice('http://'.length)}, with server reflection\n`,
    );
  });

  test('prints the configured issuer', async () => {
    const { greeting } = await serve(['--memory', '--issuer', 'https://login.test:8443'], {
      cwd: await temporaryFolder(),
    });
    expect(greeting).toContain('\nLogin (OpenID Connect): issuer https://login.test:8443, client ');
  });

  test('prints nothing about logins and gRPC of an API without them', async () => {
    const { greeting } = await serve(['--memory'], { cwd: await petsFolder() });
    expect(greeting).not.toMatch(/OpenID|gRPC|undefined/);
  });

  test.skipIf(!hasCurl)('prints an example command that works in a shell', async () => {
    const identity = await serve(['--memory'], { cwd: await temporaryFolder() });
    const found = await run('sh', ['-c', proposal(identity.greeting)]);
    expect(JSON.parse(found.stdout).result).toHaveLength(2);
    identity.stop();
    await identity.ended;
    const pets = await serve(['--memory'], { cwd: await petsFolder() });
    const added = await run('sh', ['-c', proposal(pets.greeting)]);
    expect(JSON.parse(added.stdout)).toMatchObject({ name: "D'Artagnan", kind: 'dog' });
  });

  test('prints an example request that succeeds', async () => {
    const { greeting } = await serve(['--memory'], { cwd: await petsFolder() });
    expect(JSON.parse(await sendProposed(proposal(greeting)))).toMatchObject({ name: "D'Artagnan", kind: 'dog' });
  });

  test('stores state in the folder data, and resets it with --fresh', async () => {
    const cwd = await petsFolder();
    const first = await serve([], { cwd });
    expect(first.greeting).toContain('Not watching files. Use --watch to reload');
    expect(first.greeting).toContain('State is saved in ./data. Use --fresh to start again with the initial data.');
    expect(await addPet(first.url, 'Berta')).toBe(201);
    first.stop();
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(join(cwd, 'data'))).toEqual(['pets.json']);

    const second = await serve([], { cwd });
    expect(await petNames(second.url)).toEqual(['Minka', 'Bello', 'Tiger', 'Berta']);
    second.stop();
    await second.ended;

    const third = await serve(['--fresh'], { cwd });
    expect(await petNames(third.url)).toEqual(['Minka', 'Bello', 'Tiger']);
  });

  test.each([
    ['', /State is saved in \.\/data\. /],
    ['relaxed', /State is saved in \.\/data \(relaxed: a power failure may lose the last second\)\. /],
    ['memory', /State is in memory and is lost when you stop the server\. /],
  ])('reports the durability "%s"', async (durability, message) => {
    const env = { UNDERSTUDY_DURABILITY: durability || 'group' };
    const { greeting } = await serve([], { cwd: await temporaryFolder(), env });
    expect(greeting).toMatch(message);
  });

  test('rejects contradictory settings of memory and durability', async () => {
    const { code, stderr } = await rejection(['serve', '--port', '0', '--memory', '--durability', 'relaxed'], {
      cwd: await temporaryFolder(),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('Choose either memory or durability relaxed: they exclude each other.');
  });

  test('writes no file with --memory, and reports it', async () => {
    const cwd = await petsFolder();
    const { url, greeting } = await serve(['--memory'], { cwd });
    expect(greeting).toContain('State is in memory and is lost when you stop the server.');
    expect(await addPet(url, 'Berta')).toBe(201);
    expect(await readdir(cwd)).toEqual(['understudy.config.mjs']);
  });

  test('rejects a second server on the same folder, with the process of the first', async () => {
    const cwd = await petsFolder();
    const first = await serve([], { cwd });
    const second = await rejection(['serve', '--port', '0'], { cwd });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(
      new RegExp(`^understudy: .*pets\\.json.* in use by process ${process.pid} on \\S+\\. .*--data.*\\n$`),
    );
    expect(await addPet(first.url, 'Berta')).toBe(201);
  });

  test('reports a port in use, exits with 1, and releases its state', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => holder.close(() => resolve())));
    const { port } = holder.address() as { port: number };
    const cwd = await petsFolder();
    const { code, stderr, stdout } = await rejection(['serve', '--port', String(port)], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^understudy: Port ${port} on 127\\.0\\.0\\.1 is in use\\..*--port\\.\\n$`));
    expect(await readdir(join(cwd, 'data'))).toEqual(['pets.json']);
  });

  test('rejects invalid credentials of the config without printing them', async () => {
    const cwd = await petsFolder("{ apis: [pets], credentials: [{ value: 'hunter2' }, { user: 'resi' }] }");
    const { code, stderr } = await rejection(['serve', '--port', '0'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('credentials[1] must be { value } or { user, password }');
    expect(stderr).not.toContain('hunter2');
  });

  test('reports all problems of fixtures with file and position, and exits with 2', async () => {
    const broken = new URL('../support/pets/broken-fixtures/', import.meta.url).href;
    const cwd = await petsFolder(`{ apis: [{ ...pets, fixtures: new URL(${JSON.stringify(broken)}) }] }`);
    const { code, stdout, stderr } = await rejection(['serve', '--port', '0'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^understudy: The fixtures in .* cannot be used:\n/);
    expect(stderr).toMatch(/^ {2}\S*\/pets\.json \/0\/kind must be one of cat, dog, hen$/m);
    expect(stderr).toMatch(/^ {2}\S*\/pets\.json \/1\/motherId must be the id of an item in pets/m);
    expect(stderr).toMatch(/^ {2}\S*\/keepers\.yaml \/0\/name is required$/m);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  test('reports all problems of an edited state file, and exits with 2', async () => {
    const cwd = await petsFolder('{ apis: [pets], data: "." }');
    await writeFile(join(cwd, 'pets.json'), '{ "pets": [{ "id": "1" }], "keepers": [{}] }');
    const { code, stderr } = await rejection(['serve', '--port', '0'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/pets\.json cannot be used; fix it, or reset to the fixtures with --fresh:\n/);
    expect(stderr).toContain('pets /0/kind is required');
    expect(stderr).toContain('keepers /0/name is required');
  });
});

describe('understudy serve with a certificate', () => {
  const tls = ['--tls-cert', TLS_FILES.cert, '--tls-key', TLS_FILES.key];

  test.skipIf(!hasCurl)('serves HTTPS, and prints a command for it', async () => {
    const { url, greeting } = await serve(['--memory', ...tls], { cwd: await petsFolder() });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const env = { ...process.env, CURL_CA_BUNDLE: TLS_FILES.cert };
    const added = await run('sh', ['-c', proposal(greeting)], { env });
    expect(JSON.parse(added.stdout)).toMatchObject({ name: "D'Artagnan", kind: 'dog' });
  });

  test('reads the files from the config and the environment', async () => {
    const cwd = await petsFolder(`{ apis: [pets], tlsCert: ${JSON.stringify(TLS_FILES.cert)} }`);
    const { url } = await serve(['--memory'], { cwd, env: { UNDERSTUDY_TLS_KEY: TLS_FILES.key } });
    expect(url).toMatch(/^https:/);
  });

  test.each([
    ['do not exist', 'no-cert.pem', 'no-key.pem', [/no-cert\.pem cannot be read: /, /no-key\.pem cannot be read: /]],
    [
      'are not PEM',
      'text.txt',
      'text.txt',
      [/text\.txt contains no PEM certificate/, /text\.txt contains no PEM private key/],
    ],
    [
      'are swapped',
      TLS_FILES.key,
      TLS_FILES.cert,
      [/key\.pem contains no PEM certificate/, /cert\.pem contains no PEM private key/],
    ],
    [
      'do not match',
      TLS_FILES.cert,
      TLS_FILES.otherKey,
      [/key in \S*other-key\.pem does not match .* in \S*cert\.pem/],
    ],
  ])('reports files that %s, and stores nothing', async (_, cert, key, messages) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'text.txt'), 'no PEM');
    const args = ['serve', '--port', '0', '--tls-cert', cert, '--tls-key', key];
    const { code, stdout, stderr } = await rejection(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const message of messages) expect(stderr).toMatch(message);
    expect(await readdir(cwd)).toEqual(['text.txt']);
  });
});
