// Invalid rows in the database: a start fails with location and advice, and requests get 503 until they are repaired.

import { expect, test } from 'vitest';
import { createMockServer } from '../../src/index.ts';
import { UsageError } from '../../src/schema/usage-error.ts';
import { pets } from '../support/pets/api.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';

const BLUE = { headers: { 'x-understudy-sandbox': 'blue' } };

describeWithPostgres('on one PostgreSQL', () => {
  const postgres = sharedPostgres();

  /** The error of a start on it. */
  async function reported(store: string): Promise<string> {
    const error = await createMockServer({ apis: [pets], store }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    return error.message;
  }

  const id = (name: string) => `(select id from understudy.stream where name = '${name}')`;

  test('an invalid record of a sandbox is reported where the sandbox is entered, and the rest continues', async () => {
    const store = await postgres().database();
    const one = await petsMockServer({ store });
    await requestPets(one, 'POST', '/pets', { ...BLUE, body: { name: 'Mia', kind: 'hen' } });
    const where = `where stream = ${id('blue/pets')} and collection = 'pets'`;
    await inDatabase(
      store,
      `create table kept as select * from understudy.record ${where}`,
      `update understudy.record set body = '[]' ${where}`,
    );
    const other = await petsMockServer({ store });
    const { status, headers, body } = await requestPets(other, 'GET', '/pets', BLUE);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.stringify(body)).toContain('the stream blue/pets has invalid data');
    expect((await requestPets(other, 'GET', '/pets')).status).toBe(200);
    await inDatabase(
      store,
      `delete from understudy.record ${where}`,
      'insert into understudy.record select * from kept',
    );
    await expect.poll(async () => (await requestPets(other, 'GET', '/pets', BLUE)).status).toBe(200);
  });

  test.each([
    ['states', 'main', { seed: 's', faults: 7 }, 'faults'],
    ['states', 'main', { seed: 's', faults: { next: 1, plans: [] }, clock: 'noon' }, 'clock'],
    ['states', 'main', { seed: 's', faults: { next: 1, plans: [] }, recounted: 'often' }, 'recounted'],
    ['digests', 'pets', {}, 'document'],
    ['sandboxes', 'blue', { expires: 'never' }, 'expires'],
    ['snapshots', 'main@a', { sandbox: 'main', name: 'a', seed: 's' }, 'tag'],
    ['keys', 'issuer', { signing: { kty: 'RSA', kid: 'k' }, cookies: [] }, 'signing'],
  ])('an invalid record of %s fails starts and requests, until it is repaired', async (name, of, record, member) => {
    const store = await postgres().database();
    const notices: string[] = [];
    const one = await petsMockServer({ store, onNotice: (notice) => void notices.push(notice) });
    const body = JSON.stringify({ id: of, ...record });
    const edit = `{"change":[{"collection":"${name}","id":"${of}","is":{"place":99,"record":${body}}}]}`;
    await inDatabase(
      store,
      'create table kept as select * from understudy.record',
      `insert into understudy.change select id, version + 1, gen_random_uuid(), '${edit}' from understudy.stream where name = 'shared'`,
      `update understudy.stream set version = version + 1 where name = 'shared'`,
      `delete from understudy.record where collection = '${name}'`,
      `insert into understudy.record values (${id('shared')}, '${name}', '${of}', 99, '${body}')`,
    );
    for (let requested = 0; requested < 2; requested += 1) {
      const { status, headers, body: response } = await requestPets(one, 'GET', '/pets');
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(JSON.stringify(response)).toContain('the stream shared has invalid data');
    }
    const sentence = `the stream shared has invalid data, postgres:.*: the record ${of} of ${name} has invalid data in ${member}\\. Fix the row, or reset to the fixtures with --fresh\\.$`;
    expect(await reported(store)).toMatch(new RegExp(`^${sentence}`));
    expect(notices).toEqual([expect.stringMatching(new RegExp(`^Requests get 503: ${sentence}`))]);
    await inDatabase(
      store,
      'delete from understudy.record',
      'insert into understudy.record select * from kept',
      `update understudy.change set entry = '{"change":[]}' where stream = ${id('shared')} and entry::text like '%"place":99%'`,
    );
    await expect.poll(async () => (await requestPets(one, 'GET', '/pets')).status).toBe(200);
    expect((await requestPets(await petsMockServer({ store }), 'GET', '/pets')).status).toBe(200);
  });

  test('the shared state is reset with --fresh', async () => {
    const store = await postgres().database();
    const first = await createMockServer({ apis: [pets], store });
    await first.close();
    await inDatabase(store, `update understudy.record set body = '{"id":"pets"}' where collection = 'digests'`);
    expect(await reported(store)).toContain('the record pets of digests');
    const fresh = await petsMockServer({ store, fresh: true });
    expect((await requestPets(fresh, 'GET', '/pets')).status).toBe(200);
    expect((await requestPets(await petsMockServer({ store }), 'GET', '/pets')).status).toBe(200);
  });
});
