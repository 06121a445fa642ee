// `understudy state`: transfers state from a folder to PostgreSQL and back, atomically.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catsCalled, writeCats } from '../support/cats.ts';
import { serve, understudy } from '../support/command.ts';
import { serveProcess } from '../support/command-process.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary.ts';

describeWithPostgres('understudy state', () => {
  const postgres = sharedPostgres();
  const state = async (cwd: string, ...args: readonly string[]) => understudy(['state', ...args], { cwd }).ended;
  const streamsIn = (store: string) =>
    inDatabase(store, "select coalesce(string_agg(name, ' ' order by name), '') as names from understudy.stream");
  const stop = async ({ stop: end, ended }: Awaited<ReturnType<typeof serve>>) => {
    end();
    await ended;
  };

  test('transfers the state of a mock server on disk to a database, including its log, and back', async () => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    const first = await serveProcess(['--data', 'data'], { cwd });
    const renamed = await fetch(`${first.url}/management/v1/projects/263861622399830884/apps/264062497181404004`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
      body: '{"name":"Carried"}',
    });
    expect(renamed.status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await state(cwd, 'import', 'data', '--store', store)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^main\/identity: \d+ records\n[\s\S]*Saved in the database\.\n$/),
    });
    const shared = await serve(['--store', store], { cwd: await temporaryFolder() });
    expect(await (await fetch(`${shared.url}/_understudy/records/apps`)).text()).toContain('"Carried"');
    await stop(shared);
    expect(await state(cwd, 'export', 'back', '--store', store)).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(join(cwd, 'back/identity.json'), 'utf8')).toBe(
      await readFile(join(cwd, 'data/identity.json'), 'utf8'),
    );
    expect(await readdir(cwd)).toEqual(['back', 'data']);
    const again = await serve(['--data', 'back'], { cwd });
    expect(await (await fetch(`${again.url}/_understudy/records/apps`)).text()).toContain('"Carried"');
    const used = await state(cwd, 'import', 'back', '--store', store, '--replace');
    expect(used).toMatchObject({ code: 2, stderr: expect.stringContaining('is in use by process') });
  });

  test('imports all or nothing, and replaces nothing without --replace', async () => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    await mkdir(join(cwd, 'data/sandboxes/blue'), { recursive: true });
    await writeCats(cwd);
    await writeFile(join(cwd, 'data/cats.json'), catsCalled('minka', '__proto__'));
    await writeFile(join(cwd, 'data/sandboxes/blue/cats.json'), catsCalled('a', 'a'));
    const twice = await state(cwd, 'import', 'data', '--store', store, '--sandboxes');
    expect(twice).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cats /1/id must be a non-empty string'),
    });
    expect((await state(cwd, 'import', 'data', '--store', store)).code).toBe(0);
    expect(await streamsIn(store)).toEqual([{ names: 'main/cats shared' }]);
    await writeFile(join(cwd, 'data/sandboxes/blue/cats.json'), '{"cats":[]}');
    await writeFile(join(cwd, 'data/cats.json'), catsCalled('tiger'));
    const there = await state(cwd, 'import', 'data', '--store', store, '--sandboxes');
    expect(there).toMatchObject({ code: 2, stderr: expect.stringMatching(/add --replace:\n {2}main\/cats\n/) });
    expect(await streamsIn(store)).toEqual([{ names: 'main/cats shared' }]);
    expect(await state(cwd, 'import', 'data', '--store', store, '--sandboxes', '--replace')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^main\/cats: 1 record\nblue: 0 records\n/),
    });
    expect(await streamsIn(store)).toEqual([{ names: 'blue/cats main/cats shared' }]);
    expect(await inDatabase(store, "select id from understudy.records where stream = 'main/cats'")).toEqual([
      { id: 'tiger' },
    ]);
    expect(await state(cwd, 'export', 'data', '--store', store)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('data exists; name a new folder'),
    });
    expect((await state(cwd, 'export', 'main', '--store', store)).code).toBe(0);
    expect(await readdir(join(cwd, 'main'))).toEqual(['cats.json']);
    expect((await state(cwd, 'export', 'all', '--store', store, '--sandboxes')).code).toBe(0);
    expect(await readFile(join(cwd, 'all/sandboxes/blue/cats.json'), 'utf8')).toBe('{\n  "cats": []\n}\n');
    const strange = [
      '../../passwd',
      '.hidden',
      'issuer-keys',
      'ü'.repeat(150),
      String.raw`a\u001b[2J`,
      'x'.repeat(300),
    ];
    for (const name of strange) {
      await inDatabase(store, `update understudy.stream set name = 'main/${name}' where name like 'main/%'`);
      const none = await state(cwd, 'export', 'none', '--store', store);
      expect(none).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/Nothing was written: these names cannot be file names:|is too long\./),
      });
      expect(none.stderr).not.toContain('\u001b');
    }
    await inDatabase(
      store,
      `update understudy.stream set name = 'main/${String.raw`Große \\ Kätzchen`}' where name like 'main/%'`,
    );
    expect((await state(cwd, 'export', 'named', '--store', store)).code).toBe(0);
    expect(await readdir(join(cwd, 'named'))).toEqual([String.raw`Große \ Kätzchen.json`]);
    expect(await readdir(cwd)).toEqual(['all', 'cats.yaml', 'data', 'main', 'named']);
  });

  test('validates records against the served APIs, or against a given document', async () => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    await mkdir(join(cwd, 'data'));
    await writeFile(join(cwd, 'data/identity.json'), '{"projects":[{"id":"p","sequence":1}]}');
    const wrong = await state(cwd, 'import', 'data', '--store', store);
    expect(wrong).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /data\/identity\.json cannot be used; repair it.*\n {2}projects \/0\/resourceOwner is required/,
      ),
    });
    await mkdir(join(cwd, 'kept'));
    await writeFile(join(cwd, 'kept/cats.json'), catsCalled('minka'));
    const strange = await state(cwd, 'import', 'kept', '--store', store);
    expect(strange).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('These files contain the state of other APIs than identity or issuer.'),
    });
    expect(await inDatabase(store, "select to_regclass('understudy.stream') as made")).toEqual([{ made: null }]);
    await mkdir(join(cwd, 'documents'));
    await writeCats(join(cwd, 'documents'));
    expect(await state(cwd, 'import', 'kept', 'documents/cats.yaml', '--store', store)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await streamsIn(store)).toEqual([{ names: 'main/cats shared' }]);
    const nothing = await state(cwd, 'import', 'documents', '--store', store);
    expect(nothing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no state in documents: no identity.json or issuer.json'),
    });
  });

  test('reports missing and wrong arguments', async () => {
    const cwd = await temporaryFolder();
    const url = 'postgres://ada:s3cret@127.0.0.1:1/shop';
    expect(await state(cwd, 'export', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('See understudy state --help.'),
    });
    expect(await state(cwd, 'import', 'x', '--store', url)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('State cannot be read from x'),
    });
    const away = await state(cwd, 'export', 'x', '--store', url);
    expect(away).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the database does not respond, postgres://ada@127.0.0.1:1/shop'),
    });
    expect(away.stderr).not.toContain('s3cret');
    expect(await readdir(cwd)).toEqual([]);
  });
});
