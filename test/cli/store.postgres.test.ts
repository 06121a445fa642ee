// `understudy serve --store`: state in PostgreSQL, from the command line.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { rejection } from '../support/command.ts';
import { serveProcess } from '../support/command-process.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary.ts';

const URL_WITH_PASSWORD = 'postgres://ada:s3cret@127.0.0.1:1/shop';

test.each([
  [
    'the database is unreachable',
    ['--store', URL_WITH_PASSWORD],
    /the database does not respond, postgres:\/\/ada@127\.0\.0\.1:1\/shop: .* Start PostgreSQL there/,
  ],
  [
    'the URL is invalid',
    ['--store', 'mysql://ada:s3cret@localhost/shop'],
    /is not a PostgreSQL URL\. Write it as postgres:/,
  ],
  [
    'it is combined with --memory',
    ['--store', URL_WITH_PASSWORD, '--memory'],
    /--store cannot be combined with --memory or --durability/,
  ],
  [
    'its consistency is invalid',
    ['--consistency', 'eventual'],
    /--consistency must be one of strong, local, not "eventual"/,
  ],
])('is rejected with one sentence when %s, without a password', async (_, args, reason) => {
  const { code, stdout, stderr } = await rejection(['demo', '--port', '0', ...args], { cwd: await temporaryFolder() });
  expect(code).toBe(2);
  expect(stderr).toMatch(reason);
  expect(stdout + stderr).not.toContain('s3cret');
});

describeWithPostgres('serve with a store', () => {
  const postgres = sharedPostgres();

  test('reads it from a flag, the environment or the config, prints it, and shares it', async () => {
    const cwd = await temporaryFolder();
    const store = await postgres().database();
    await writeFile(
      join(cwd, 'understudy.config.mjs'),
      `export default { store: ${JSON.stringify(store)}, consistency: 'local' };\n`,
    );
    const one = await serveProcess(['--store', store, '--consistency', 'strong'], { cwd: await temporaryFolder() });
    expect(one.greeting).toContain(`State is saved in postgres://understudy@${postgres().socket}/`);
    expect(one.greeting).toContain('Reads are strongly consistent.');
    const other = await serveProcess([], { cwd: await temporaryFolder(), env: { UNDERSTUDY_STORE: store } });
    const third = await serveProcess([], { cwd });
    expect(third.greeting).toContain('Reads may lag some milliseconds behind writes of other processes.');
    const rename = await fetch(`${one.url}/management/v1/projects/263861622399830884/apps/264062497181404004`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
      body: '{"name":"Shared"}',
    });
    expect(rename.status).toBe(200);
    const apps = async ({ url }: { readonly url: string }) => (await fetch(`${url}/_understudy/records/apps`)).text();
    expect(await apps(other)).toContain('"Shared"');
    await expect.poll(() => apps(third)).toContain('"Shared"');
    for (const { child, ended } of [one, other, third]) {
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
    }
    expect(
      await inDatabase(
        store,
        "select 1 from pg_stat_activity where application_name = 'understudy' and datname = current_database()",
      ),
    ).toEqual([]);
  });

  test.each(['stream', 'record', 'change'])(
    'is rejected while another session has locked the table %s',
    async (table) => {
      const store = await postgres().database();
      const first = await serveProcess(['--store', store], { cwd: await temporaryFolder() });
      first.child.kill('SIGTERM');
      await first.ended;
      const other = new pg.Client(store);
      await other.connect();
      try {
        await other.query('begin');
        await other.query(`lock table understudy.${table}`);
        const { code, stderr } = await rejection(['demo', '--port', '0', '--store', store], {
          cwd: await temporaryFolder(),
        });
        expect(code).toBe(2);
        expect(stderr).toMatch(
          /^understudy: The state cannot be stored: a table of the database is locked by another transaction, postgres:.*: canceling statement due to lock timeout\. End that transaction \(see pg_stat_activity\)\.\n$/,
        );
      } finally {
        await other.end();
      }
    },
  );

  test('is rejected when an item was edited and is invalid', async () => {
    const store = await postgres().database();
    const settings = [
      fileURLToPath(new URL('../../examples/petstore/petstore.yaml', import.meta.url)),
      '--store',
      store,
    ];
    const first = await serveProcess(settings, { cwd: await temporaryFolder() });
    first.child.kill('SIGTERM');
    await first.ended;
    await inDatabase(store, `update understudy.record set body = '{"id":"2"}' where collection = 'pets' and id = '2'`);
    const { code, stderr } = await rejection(['serve', '--port', '0', ...settings], { cwd: await temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^understudy: The state petstore in postgres:.* cannot be used; fix it, serve the document it belongs to, or reset it with --fresh:\n {2}pets \/1\/number must be a whole number\n$/,
    );
  });

  test('is rejected when the document no longer has the collection or id type of stored records', async () => {
    const store = await postgres().database();
    const cwd = await temporaryFolder();
    const write = (id: object, ...kinds: readonly string[]) => {
      const item = { type: 'object', required: ['id'], properties: { id: { ...id, readOnly: true } } };
      const content = { 'application/json': { schema: { type: 'array', items: item } } };
      const paths = kinds.map((kind) => [
        `/${kind}`,
        { get: { operationId: `list-${kind}`, responses: { 200: { description: 'All.', content } } } },
      ]);
      const document = { openapi: '3.1.0', info: { title: 'Own', version: '1' }, paths: Object.fromEntries(paths) };
      return writeFile(join(cwd, 'own.json'), JSON.stringify(document));
    };
    const settings = ['own.json', '--store', store, '--records', '2'];
    await write({ type: 'string', format: 'uuid' }, 'pets', 'owners');
    const first = await serveProcess(settings, { cwd });
    first.child.kill('SIGTERM');
    await first.ended;
    await write({ type: 'integer' }, 'pets');
    const { code, stderr } = await rejection(['serve', '--port', '0', ...settings], { cwd });
    expect(code).toBe(2);
    expect(stderr.split('\n').slice(1)).toEqual([
      '  2 records of owners do not match the document: the collection no longer exists',
      '  2 records of pets do not match the document: the type of its id changed',
      '',
    ]);
  });

  test('is rejected when a row was edited and is invalid, and starts with --fresh', async () => {
    const store = await postgres().database();
    const first = await serveProcess(['--store', store], { cwd: await temporaryFolder() });
    first.child.kill('SIGTERM');
    await first.ended;
    await inDatabase(store, `update understudy.record set body = '{"id":7}' where collection = 'projects'`);
    const { code, stderr } = await rejection(['demo', '--port', '0', '--store', store], {
      cwd: await temporaryFolder(),
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^understudy: the stream main\/identity has invalid data, postgres:.*: the record \S+ of projects has a different id in its body\. Fix the row, or reset to the fixtures with --fresh\./,
    );
    await inDatabase(
      store,
      `update understudy.record set body = ('{"id":"' || id || '"}')::json where collection = 'projects'`,
    );
    const again = await rejection(['demo', '--port', '0', '--store', store], { cwd: await temporaryFolder() });
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(
      /^understudy: The state identity in postgres:.* cannot be used; fix it, serve the document it belongs to, or reset it with --fresh:\n {2}projects \/0\/\w+ is required/,
    );
    const fresh = await serveProcess(['--store', store, '--fresh'], { cwd: await temporaryFolder() });
    fresh.child.kill('SIGTERM');
    expect(await fresh.ended).toMatchObject({ code: 0 });
  });
});
