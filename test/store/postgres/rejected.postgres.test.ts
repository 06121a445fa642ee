// Unusable databases are rejected with reason, location and advice, and without the password.

import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UsageError } from '../../../src/schema/usage-error.ts';
import { openPostgresPlace } from '../../../src/store/postgres/postgres-storage.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';
import { put, whole } from '../../support/written-logs.ts';

/** The error message on opening it. */
async function rejection(url: string): Promise<string> {
  const error = await openPostgresPlace(url).then(
    async (place) => {
      await place.close();
      throw new Error('it was not rejected');
    },
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(UsageError);
  return error.message;
}

interface InFront {
  readonly port: number;
  /** Connections that clients have not ended. */
  readonly open: ReadonlySet<Socket>;
  /** Total number of connections. */
  readonly connections: number;
  /** Number of bytes received from the server. */
  readonly received: number;
  /** Whether it ends each connection at once. */
  isAway: boolean;
}

/**
 * A proxy in front of PostgreSQL that ends no connection before its server does.
 *
 * @param message - response to clients in place of that of the server. Default: that of the server
 */
async function inFront(path: string, message = (bytes: Buffer) => bytes): Promise<InFront> {
  const open = new Set<Socket>();
  const front = { port: 0, open, connections: 0, received: 0, isAway: false };
  const server = createServer((client) => {
    front.connections += 1;
    if (front.isAway) return void client.destroy();
    open.add(client);
    const behind = connect(path);
    client.on('error', () => behind.destroy()).on('close', () => behind.destroy());
    client.on('close', () => open.delete(client));
    behind.on('error', () => client.destroy()).on('close', () => client.destroy());
    behind.on('data', ({ length }: Buffer) => {
      front.received += length;
    });
    const heard = new Transform({ transform: (bytes, _, done) => done(null, message(bytes)) });
    client.pipe(behind).pipe(heard).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  front.port = (server.address() as AddressInfo).port;
  onTestFinished(() => void server.close());
  return front;
}

test.each([
  ['mysql://ada:s3cret@localhost/shop', 'is not a PostgreSQL URL'],
  ['ada:s3cret@localhost', 'is not a PostgreSQL URL'],
  ['postgres://ada:s3cret@local host:port/x', 'is not a PostgreSQL URL'],
  ['postgres://ada:s3cret@localhost:99999999/x', 'is not a PostgreSQL URL'],
])('rejects %s without the password in the message', async (url, reason) => {
  const reported = await rejection(url);
  expect(reported).toContain(reason);
  expect(reported).toContain('Write it as postgres://user:password@host:5432/database');
  expect(reported).not.toContain('s3cret');
});

test.each([
  'postgres://ada:s3cret@one.test:5432,two.test:5432/shop?target_session_attrs=read-write',
  'postgres://ada:s3cret@one.test,two.test/shop',
  'postgres://ada:s3cret@/shop?host=one.test,two.test',
])('reports for %s that only one host is supported, and which one to name', async (url) => {
  const reported = await rejection(url);
  expect(reported).toMatch(/^The URL of the store has several hosts, but only one is supported\. Use a host that /);
  expect(reported).not.toContain('s3cret');
});

test('takes no part of a password as the host', async () => {
  const reported = await rejection('postgres://ada:p@s3cret#word@127.0.0.1:1/shop');
  expect(reported).toMatch(/^The URL of the store contains a #\. .* %23 for .* # in a password\.$/);
  expect(reported).not.toContain('s3cret');
  expect(await rejection('postgres://ada:p%40,s3cret%23word@127.0.0.1:1/shop')).toContain(
    'ada@127.0.0.1:1/shop: connect',
  );
});

test('reports an unreachable server with its address', async () => {
  const reported = await rejection('postgres://ada:s3cret@127.0.0.1:1/shop');
  expect(reported).toMatch(
    /^The state cannot be stored: the database does not respond, postgres:\/\/ada@127\.0\.0\.1:1\/shop: connect ECONNREFUSED 127\.0\.0\.1:1\. Start PostgreSQL there, or choose another one with --store\.$/,
  );
});

test('reports the reason of a connection pooler', async () => {
  const fields = ['SFATAL', 'VFATAL', 'C08P01', 'Mpassword authentication failed', '']
    .map((one) => `${one}\0`)
    .join('');
  const rejected = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)]);
  rejected.writeUInt32BE(rejected.length - 1, 1);
  const pooler = createServer(
    (client) => void client.on('error', () => undefined).on('data', () => client.end(rejected)),
  );
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void pooler.close());
  const { port } = pooler.address() as AddressInfo;
  expect(await rejection(`postgres://ada:wr0ng@127.0.0.1:${port}/shop`)).toBe(
    `The state cannot be stored: the database, or a connection pooler, rejected the connection, postgres://ada@127.0.0.1:${port}/shop: password authentication failed. Correct the user, password and database in the URL of --store.`,
  );
});

describeWithPostgres('a PostgreSQL that cannot be used', () => {
  const postgres = sharedPostgres();
  /** The log of a stream that has one record. */
  const logIn = async (url: string) => {
    const log = (await openPlace(url)).log('main/cats');
    if ((await log.open()).version === -1) await log.replace(whole({ id: 'minka' }), -1);
    return log;
  };

  test('reports a missing database and a missing user', async () => {
    const url = await postgres().database();
    expect(await rejection(url.replace(/test_\w+/, 'nowhere'))).toMatch(
      /^The state cannot be stored: the database does not exist, postgres:\/\/understudy@.*\/nowhere: .* Create it with createdb, or choose another one with --store\.$/,
    );
    expect(await rejection(url.replace('understudy@', 'mallory:s3cret@'))).toMatch(
      /the database rejected the user, postgres:\/\/mallory@[^ ]*: .*"mallory".* Correct the user in the URL of --store; add sslmode=verify-full if the database requires TLS; check its pg_hba\.conf\.$/,
    );
  });

  test('reports a version that is too old', async () => {
    const url = await postgres().database();
    const [version] = await inDatabase<{ number: string; release: string }>(
      url,
      `select current_setting('server_version_num') as number, current_setting('server_version') as release`,
    );
    const { number = '', release = '' } = version ?? {};
    const older = (text: string) =>
      text.replaceAll(number, `12${number.slice(2)}`).replaceAll(release, '12.22'.padEnd(release.length));
    const front = await inFront(postgres().socket, (bytes) => Buffer.from(older(bytes.toString('latin1')), 'latin1'));
    expect(await rejection(url.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${front.port}/$1`))).toMatch(
      /^The state cannot be stored in .*: it is PostgreSQL 12\.22 *\. Use PostgreSQL 13 or newer\.$/,
    );
    expect(await inDatabase(url, `select from pg_namespace where nspname = 'understudy'`)).toEqual([]);
  });

  test('reports a wrong or missing password, without any password in the message', async () => {
    const url = await postgres().database();
    const name = new URL(url.replace('@/', '@x/')).pathname.slice(1);
    const rules = join(postgres().folder, 'data', 'pg_hba.conf');
    await inDatabase(
      url,
      'drop role if exists ada',
      `create role ada login password 'r1ght'`,
      `grant create on database ${name} to ada`,
    );
    await writeFile(rules, `local all ada scram-sha-256\n${await readFile(rules, 'utf8')}`);
    await inDatabase(url, 'select pg_reload_conf()');
    const reported =
      /^The state cannot be stored: the database rejected the user or password, postgres:\/\/ada@[^ ]*: (.*)\. Correct the user and password in the URL of --store\.$/;
    await expect.poll(() => rejection(url.replace('understudy@', 'ada:wr0ng@'))).toMatch(reported);
    const [wrong, missing] = [
      await rejection(url.replace('understudy@', 'ada:wr0ng@')),
      await rejection(url.replace('understudy@', 'ada@')),
    ];
    expect(reported.exec(wrong)?.[1]).toBe('password authentication failed for user "ada"');
    expect(missing).toMatch(
      /^The state cannot be stored: the database requires a password, postgres:\/\/ada@[^ ]*: .*\. Set it in the URL of --store, in PGPASSWORD, or /,
    );
    expect(wrong + missing).not.toMatch(/wr0ng|r1ght/);
    // A server waits for a minute for a client that does not continue.
    const front = await inFront(postgres().socket);
    await rejection(`postgres://ada@127.0.0.1:${front.port}/${name}`);
    await expect.poll(() => front.open.size).toBe(0);
    await openPlace(url.replace('understudy@', 'ada:r1ght@'));
  });

  test('reports that the user may not create a schema', async () => {
    const url = await postgres().database();
    await inDatabase(url, 'drop role if exists reader', 'create role reader login');
    expect(await rejection(url.replace('understudy@', 'reader@'))).toMatch(
      /the user lacks permission in the database, .*: permission denied for database .* Allow the user to create a schema/,
    );
  });

  test('reports a possible reason for a read-only database, and the number of connections required', async () => {
    const url = await postgres().database();
    const name = new URL(url.replace('@/', '@x/')).pathname.slice(1);
    await inDatabase(
      url,
      'drop role if exists looker',
      'drop role if exists crowd',
      'create role looker login',
      `grant create on database ${name} to looker`,
      'alter role looker set default_transaction_read_only = on',
      'create role crowd login connection limit 0',
    );
    expect(await rejection(url.replace('understudy@', 'looker@'))).toMatch(
      /the database is read-only, .*; otherwise check default_transaction_read_only of the server, the database and the user\.$/,
    );
    expect(await rejection(url.replace('understudy@', 'crowd@'))).toMatch(
      /the database has no free connections, .*"crowd"\. Raise max_connections, or the limit of the user or the database, .*: each takes up to 5\.$/,
    );
  });

  test('rejects the schema of a newer version, and does not change it', async () => {
    const url = await postgres().database();
    await logIn(url);
    await inDatabase(url, 'update understudy.layout set version = 99');
    expect(await rejection(url)).toMatch(
      /^The state cannot be stored in postgres:\/\/understudy@.*: its schema understudy has layout 99, and this version of understudy supports layouts up to \d+\. Use the newer version/,
    );
    expect(await inDatabase(url, 'select version from understudy.layout')).toEqual([{ version: 99 }]);
  });

  test('reports the required encoding', async () => {
    const url = await postgres().database();
    const name = new URL(url.replace('@/', '@x/')).pathname.slice(1);
    await inDatabase(
      url.replace(name, 'postgres'),
      'drop database if exists latin',
      `create database latin encoding LATIN1 template template0`,
    );
    expect(await rejection(url.replace(name, 'latin'))).toContain(
      'its encoding is LATIN1. Create it with the encoding UTF8.',
    );
  });

  test('creates its tables once with concurrent starts', async () => {
    const url = await postgres().database();
    await Promise.all(Array.from({ length: 8 }, () => openPlace(url)));
    const alone = await postgres().database();
    await openPlace(alone);
    const rows = 'select version from understudy.layout';
    expect(await inDatabase(url, rows)).toHaveLength(1);
    expect(await inDatabase(url, rows)).toEqual(await inDatabase(alone, rows));
  });

  test.each([
    [
      'a body that is not a record',
      `update understudy.record set body = '[1]'`,
      'the record minka of cats has a different id in its body',
    ],
    [
      'the id of another record',
      `update understudy.record set id = 'tiger'`,
      'the record tiger of cats has a different id in its body',
    ],
    [
      'a collection that does not exist',
      `update understudy.record set collection = 'dogs'`,
      'the record minka of dogs is in a collection that does not exist',
    ],
    [
      'collections that are not names',
      `update understudy.stream set collections = '{"cats":1}'`,
      'its collections are not a list of names',
    ],
    [
      'a change that is not a list of edits',
      `update understudy.change set entry = '{"change":[{}]}' where version = 1`,
      'the entry of version 1 is not a list of edits',
    ],
    [
      'a version before its changes',
      'update understudy.stream set version = 0',
      'there are changes after its version 0',
    ],
    [
      'an invalid version',
      'update understudy.stream set version = 9223372036854775807',
      'its version 9223372036854775807 is not a valid number',
    ],
    ['a negative version', 'update understudy.stream set version = -7', 'its version -7 is not a valid number'],
  ])('reports which row was edited into %s', async (_, edit, reason) => {
    const url = await postgres().database();
    await (await logIn(url)).append([put(1, { id: 'b' })], 0);
    await inDatabase(url, `delete from understudy.record where id = 'b'`, edit);
    const log = (await openPlace(url)).log('main/cats');
    const error = await log.open().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(/^the stream main\/cats has invalid data, postgres:/);
    expect(error.message).toContain(reason);
    expect(error.message).toContain('Fix the row, or reset to the fixtures with --fresh.');
    const { version } = await log.open(true);
    expect(await log.replace(whole({ id: 'minka' }), version)).toEqual({ version: version + 1 });
    expect(await log.append([put(1, { id: 'b' })], version + 1)).toEqual({ version: version + 2 });
    expect(await (await openPlace(url)).log('main/cats').open()).toMatchObject({
      whole: { records: { cats: [{ id: 'minka' }, { id: 'b' }] } },
    });
  });

  test('reports a locked table, and stores nothing', async () => {
    const url = await postgres().database();
    const log = await logIn(url);
    const other = new pg.Client(url);
    await other.connect();
    try {
      await other.query('begin');
      await other.query('lock table understudy.record');
      const error = await log.append([put(1, { id: 'b' })], 0).catch((thrown) => thrown);
      expect(error).toMatchObject({ kind: 'unavailable' });
      expect(error.message).toBe(
        'the change could not be stored, so nothing was changed: a table of the database is locked by another transaction',
      );
      expect(error.cause.message).toMatch(
        /canceling statement due to lock timeout\. End that transaction \(see pg_stat_activity\)\.$/,
      );
    } finally {
      await other.end();
    }
    expect(await log.append([put(1, { id: 'b' })], 0)).toEqual({ version: 1 });
  });

  test('reports a locked table on reads as well, and continues with its connections', async () => {
    const url = await postgres().database();
    const front = await inFront(postgres().socket);
    const log = await logIn(url.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${front.port}/$1`));
    await log.newest();
    const before = front.connections;
    const other = new pg.Client(url);
    await other.connect();
    try {
      await other.query('begin');
      await other.query('lock table understudy.stream');
      const error = await log.newest().catch((thrown) => thrown);
      expect(error).toMatchObject({ kind: 'unavailable' });
      expect(error.message).toBe(
        'cannot guarantee a consistent read: a table of the database is locked by another transaction',
      );
    } finally {
      await other.end();
    }
    await log.newest();
    expect(front.connections).toBe(before);
  });

  test('reads invalid data only at intervals, with any number of requests, until it is repaired', async () => {
    const url = await postgres().database();
    const front = await inFront(postgres().socket);
    const log = await logIn(url.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${front.port}/$1`));
    const large = { id: 'b', text: 'x'.repeat(1_000_000) };
    await log.append([put(1, large)], 0);
    await inDatabase(
      url,
      `insert into understudy.change select stream, 2, gen_random_uuid(), '[1]' from understudy.change where version = 0`,
      'update understudy.stream set version = 2',
    );
    const before = front.received;
    for (let requested = 0; requested < 100; requested += 1)
      await expect(log.newest()).rejects.toThrow('has invalid data');
    expect(front.received - before).toBeLessThan(50_000_000);
    await inDatabase(url, `update understudy.change set entry = '{"change":[]}' where version = 2`);
    await vi.waitFor(() => log.newest(), { timeout: 60_000 });
  });

  test('is closed also when the database does not respond any more', async () => {
    const url = await postgres().database();
    const front = await inFront(postgres().socket);
    const place = await openPostgresPlace(url.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${front.port}/$1`));
    await place.log('main/cats').open();
    await place.living([]);
    expect(front.open.size).toBeGreaterThan(1);
    for (const client of front.open) client.unpipe().pause();
    await place.close();
    for (const client of front.open) client.destroy();
  });

  test('reports missing tables; a change that exceeds a limit fails alone', async () => {
    const url = await postgres().database();
    const name = new URL(url.replace('@/', '@x/')).pathname.slice(1);
    await inDatabase(url, `alter database ${name} set max_stack_depth = '100kB'`);
    const place = await openPlace(url);
    const [log, other] = [place.log('one'), place.log('other')];
    for (const each of [log, other]) {
      await each.open();
      await each.replace(whole(), -1);
    }
    const deep = JSON.parse(`{"id":"deep","value":${'['.repeat(2000)}${']'.repeat(2000)}}`);
    const [rejected, stored] = await Promise.allSettled([
      log.append([put(1, deep)], 0),
      other.append([put(1, { id: 'a' })], 0),
    ]);
    expect(stored).toMatchObject({ status: 'fulfilled', value: { version: 1 } });
    expect(rejected).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('the data exceeds a limit of the database') },
    });
    await inDatabase(url, 'drop schema understudy cascade');
    await expect(other.append([put(2, { id: 'b' })], 1)).rejects.toThrow(
      'the change could not be stored, so nothing was changed: the tables in the database were changed by another program',
    );
  });

  test.each([
    ['53100', 'the disk of the database is full', 'Free some space.'],
    ['53200', 'the database is out of memory', 'Give it more memory, or reduce the load.'],
    ['42501', 'the user lacks permission in the database', 'Allow the user to create a schema'],
    ['XX001', 'the database is damaged', 'Restore it from a backup.'],
    ['P0001', 'the database reported an error', 'See the log of the database.'],
  ])('reports the meaning of %s, stores nothing, and continues', async (code, what, advice) => {
    const url = await postgres().database();
    const log = await logIn(url);
    await inDatabase(
      url,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$`,
      'create trigger refuse before insert on understudy.change for each row execute function refuse()',
    );
    const error = await log.append([put(1, { id: 'b' })], 0).catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: 'unavailable' });
    expect(error).toMatchObject({
      message: `the change could not be stored, so nothing was changed: ${what}`,
      retryAfter: 1,
    });
    expect(error.cause.message).toContain(advice);
    await inDatabase(url, 'drop trigger refuse on understudy.change');
    expect(await log.append([put(1, { id: 'b' })], 0)).toEqual({ version: 1 });
  });

  test('checks an unavailable database at intervals, with any number of requests', async () => {
    const url = await postgres().database();
    const front = await inFront(postgres().socket);
    const name = new URL(url.replace('@/', '@x/')).pathname;
    const log = await logIn(`postgres://understudy@127.0.0.1:${front.port}${name}`);
    front.isAway = true;
    for (const socket of front.open) socket.destroy();
    // A connection that is known to have ended is not tried again.
    await log.newest().catch(() => undefined);
    const before = front.connections;
    for (let count = 0; count < 2000; count += 1)
      await expect(log.newest()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(front.connections - before).toBeLessThan(50);
    front.isAway = false;
    await expect
      .poll(
        () =>
          log.newest().then(
            () => 'newest',
            () => 'away',
          ),
        { timeout: 20_000 },
      )
      .toBe('newest');
  });
});
