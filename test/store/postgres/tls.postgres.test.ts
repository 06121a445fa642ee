// PostgreSQL over TLS: the URL parameters apply, and untrusted servers receive nothing.

import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';
import { tlsInFront } from '../../support/tls/in-front.ts';
import { TLS, TLS_FILES } from '../../support/tls/pair.ts';
import { put, whole } from '../../support/written-logs.ts';

const file = (name: string) => fileURLToPath(new URL(`../../support/tls/for-tests-only.${name}.pem`, import.meta.url));
const otherCert = (name: string) => ({ cert: readFileSync(file(name), 'utf8'), key: TLS.key });

describeWithPostgres('a PostgreSQL over TLS', () => {
  const postgres = sharedPostgres();
  /** A database, and its URL at a proxy. */
  async function behind(pair?: { readonly cert: string; readonly key: string }) {
    const direct = await postgres().database();
    const { port, reported } = await tlsInFront(postgres().socket, pair);
    const name = new URL(direct.replace('@/', '@x/')).pathname;
    return { direct, url: `postgres://understudy:s3cret@localhost:${port}${name}`, reported };
  }

  test.each([
    ['verify-full', `&sslrootcert=${encodeURIComponent(TLS_FILES.cert)}`],
    ['require', `&sslrootcert=${encodeURIComponent(TLS_FILES.cert)}`],
    ['no-verify', ''],
  ])('stores data with sslmode=%s, and shows no warnings of pg', async (mode, more) => {
    const warnings: string[] = [];
    const warned = ({ message }: Error) => void warnings.push(message);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { direct, url, reported } = await behind(TLS);
    const log = (await openPlace(`${url}?sslmode=${mode}${more}`)).log('main/cats');
    await log.open();
    await log.replace(whole({ id: 'minka' }), -1);
    expect(await log.append([put(1, { id: 'tiger' })], 0)).toEqual({ version: 1 });
    expect(await inDatabase(direct, 'select id from understudy.records order by id')).toEqual([
      { id: 'minka' },
      { id: 'tiger' },
    ]);
    expect(reported).toEqual({ clear: 0, safe: expect.any(Number) });
    expect(reported.safe).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['?sslmode=require', /^The state cannot be stored: the TLS connection to the database failed, postgres:/],
    ['', /^The state cannot be stored: the database does not respond, postgres:/],
  ])('rejects another protocol, with %j', async (query, reason) => {
    const server = createServer((client) => void client.on('error', () => undefined).write('SSH-2.0-Server\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(openPlace(`postgres://understudy@127.0.0.1:${port}/x${query}`)).rejects.toThrow(reason);
  });

  const root = (path: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(path)}`;
  test.each<[what: string, pair: { cert: string; key: string } | undefined, query: string, reason: RegExp]>([
    ['with an untrusted certificate', TLS, 'sslmode=verify-full', /self-signed certificate/],
    ['with an expired certificate', otherCert('expired-cert'), root(file('expired-cert')), /certificate has expired/],
    ['with a certificate for another host', otherCert('other-host-cert'), root(file('other-host-cert')), /altnames/],
    ['without TLS', undefined, 'sslmode=verify-full', /does not support SSL/],
  ])('rejects a server %s, and sends it nothing', async (_, pair, query, reason) => {
    const { url, reported } = await behind(pair);
    const error = await openPlace(`${url}?${query}`).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(reason) });
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^The state cannot be stored: the TLS connection to the database failed, postgres:\/\/understudy@localhost:\d+\/.* Check sslmode in the URL of --store\.$/,
      ),
    });
    expect(String(error)).not.toContain('s3cret');
    expect(reported).toEqual({ clear: 0, safe: 0 });
  });

  test('reports a certificate file of the URL that does not exist', async () => {
    const { url } = await behind(TLS);
    await expect(openPlace(`${url}?${root('/nowhere/ca.pem')}`)).rejects.toThrow(
      "The URL of the store names a file (sslrootcert, sslcert or sslkey) that cannot be read: ENOENT: no such file or directory, open '/nowhere/ca.pem'.",
    );
  });
});
