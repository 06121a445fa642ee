// Joining the replicas of a database: all must serve the same; killed ones do not count.

import { cp, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openSharedRecords } from '../../src/cluster/replica.ts';
import { createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';
import { rejection } from '../support/command.ts';
import { serveProcess } from '../support/command-process.ts';
import { openPlace } from '../support/open-place.ts';
import { pets } from '../support/pets/api.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SERVED = fileURLToPath(new URL('../replicas/served', import.meta.url));
const OTHERS = { ...pets, fixtures: undefined };

describeWithPostgres('replicas on one PostgreSQL', () => {
  const postgres = sharedPostgres();

  async function mockServer(settings: MockServerSettings): Promise<MockServer> {
    const started = await createMockServer(settings);
    onTestFinished(() => started.close().catch(() => undefined));
    return started;
  }

  test('reject a different one as long as one of them runs, with the difference and the process', async () => {
    const store = await postgres().database();
    const one = await mockServer({ apis: [pets], store });
    const other = await mockServer({ apis: [pets], store });
    const me = `process ${process.pid} on ${hostname()}`;
    const sentence = (...all: string[]) => `the fixtures of pets differ from those of ${all.join(', ')}`;
    await expect(createMockServer({ apis: [OTHERS], store })).rejects.toThrow(sentence(me, me));
    await one.close();
    await expect(createMockServer({ apis: [OTHERS], store })).rejects.toThrow(sentence(me));
    await other.close();
    await mockServer({ apis: [OTHERS], store });
    await expect(createMockServer({ apis: [pets], store })).rejects.toThrow(sentence(me));
  });

  test('accept a different one when the others were killed', async () => {
    const store = await postgres().database();
    const cwd = await temporaryFolder();
    await cp(SERVED, cwd, { recursive: true });
    const document = await readFile(join(cwd, 'shared.yaml'), 'utf8');
    const settings = ['shared.yaml', '--store', store, '--handlers', 'handlers'];
    const { child, ended } = await serveProcess(settings, { cwd });
    await writeFile(join(cwd, 'shared.yaml'), document.replace('Shared things', 'Other things'));
    const { code, stderr } = await rejection(['serve', '--port', '0', ...settings], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`the document of shared differs from that of process ${child.pid} on ${hostname()}`),
    ]);
    child.kill('SIGKILL');
    await ended;
    expect((await serveProcess(settings, { cwd })).greeting).toContain('Other things');
  });

  const HOLDERS =
    "select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and database = (select oid from pg_database where datname = current_database())";
  const DIGESTS = `select value as digest from understudy.records where stream = 'shared' and collection = 'digests'`;

  /** A replica that lost the connection of its lock, and its registration after changes of others. */
  async function takenForGone(theirs: { readonly document?: string }, isThere: boolean) {
    const store = await postgres().database();
    const notices: string[] = [];
    await mockServer({ apis: [pets], store, onNotice: (notice) => void notices.push(notice) });
    const digests = async () =>
      (await inDatabase<{ digest: { by: string[] } }>(store, DIGESTS)).map((row) => row.digest);
    const before = await digests();
    expect(before).toMatchObject([{ by: [expect.any(String)] }]);
    const [holder] = await inDatabase<{ pid: number }>(store, HOLDERS);
    const place = await openPlace(store);
    const shared = await openSharedRecords(place);
    const by = isThere ? [place.processId] : [];
    await shared.change((draft) => {
      for (const digest of draft.digests.values()) draft.digests.replace({ ...digest, ...theirs, by });
    });
    await shared.close();
    await inDatabase(store, `select pg_terminate_backend(${holder?.pid})`);
    return { before, digests, notices };
  }

  test.each([
    ['the same', {}],
    ['another document, and ended', { document: 'another' }],
  ])('register again after others, who served %s, considered them ended', async (_, theirs) => {
    const { before, digests, notices } = await takenForGone(theirs, false);
    await expect.poll(digests).toEqual(before);
    expect(notices).toEqual([]);
  });

  test('report that others serve a different document since they considered them ended', async () => {
    const { digests, notices } = await takenForGone({ document: 'another' }, true);
    const sentence = 'the document of pets differs from that of process';
    await expect.poll(() => notices.join()).toContain(sentence);
    expect(await digests()).toMatchObject([{ document: 'another' }]);
  });

  test('register again after the connection of their lock was lost', async () => {
    const store = await postgres().database();
    await mockServer({ apis: [pets], store });
    const held = async () => (await inDatabase<{ pid: number }>(store, HOLDERS)).map(({ pid }) => pid);
    const before = await held();
    expect(before).toHaveLength(1);
    await inDatabase(store, `select pg_terminate_backend(${before[0]})`);
    await expect.poll(async () => (await held()).filter((pid) => !before.includes(pid))).toHaveLength(1);
    await expect(createMockServer({ apis: [OTHERS], store })).rejects.toThrow('the fixtures of pets differ');
  });
});
