// Secrets that docs/guides/proxy.md lists are in no recording and no report.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proxying } from '../../support/proxying.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const letters = (length: number) => 'aB3dE5gH7jK9'.repeat(10).slice(0, length);
const JWT = `eyJ${btoa('{"alg":"HS256","typ":"JWT"}').slice(3)}.${letters(40)}.${letters(43)}`;
const GITHUB = `gh${'p_'}${letters(36)}`;
const WEBHOOK = `https://hooks.slack.com/services/T0HUSH123/B0HUSH123/hush${letters(20)}`;
const KEY = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEhush\n-----END ${'PRIVATE'} KEY-----\n`;

/** The response of a server with secrets in every possible location. */
const ANSWER = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  title: 'Pride & Prejudice = good',
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  image: `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAUA'.repeat(20)}`,
  clone: 'https://ada:hush-clone@git.example/x.git',
  database: 'Server=db;User Id=sa;Password=hush-db;',
  pool: 'postgres://ada:hush-pool@db:5432/pets',
  download: 'https://s3.example/x?X-Amz-Expires=60&X-Amz-Signature=hush-amz',
  share: 'https://blob.example/x?sv=2020&sig=hush-sas',
  notes: `call ${WEBHOOK} with ${JWT}, ${GITHUB}`,
  pem: KEY,
  nested: { clientSecret: 'hush-client', tokens: ['hush-list'] },
};

test('records no secrets recognised by name, by format or from the same exchange, but ordinary values', async () => {
  const file = join(await temporaryFolder(), 'passed.har');
  const { url, verdict } = await proxying(
    (request, response) => {
      const fields = {
        location: 'https://ada:hush-user@app.example/cb?code=hush-code&state=s1#access_token=hush-fragment',
        link: '<https://a.example/x?page=2&sig=hush-link>; rel="next"',
        'x-session-id': 'hush-session',
        'x-my-auth-key': 'hush-key',
        'set-cookie': 'sid=hush-cookie-1234; Path=/',
        etag: '"6d82cbb050ddc7fa9cbb659014546e59"',
      };
      const echo = {
        ...ANSWER,
        echo: request.headers.authorization,
        sid: 'hush-cookie-1234',
        again: 'it was hush-form-1',
        event: JSON.stringify({ password: 'hush-event' }),
      };
      response.writeHead(201, { 'content-type': 'application/json', ...fields }).end(JSON.stringify(echo));
    },
    { record: { file } },
  );
  const [user, password] = ['ada', 'hush-pass+1'];
  const headers = {
    authorization: `Basic ${btoa(`${user}:${password}`)}`,
    referer: 'https://app.example/?token=hush-referer',
    'x-secret-thing': 'hush-thing',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const target = `/books/${encodeURIComponent(password)}/${GITHUB};jsessionid=hush-path?sig=hush-query&limit=5&note=${btoa(`x${password}`)}`;
  const body = `grant_type=authorization_code&code=hush-grant&client_secret=hush-form-1&name=Ada&again=${encodeURIComponent(password)}`;
  await (await fetch(url + target, { method: 'POST', headers, body })).text();
  await verdict();
  const text = await readFile(file, 'utf8');
  expect(text).not.toMatch(/hush|aB3dE5|aHVza/i);
  const [{ request, response }] = JSON.parse(text).log.entries;
  expect(response.redirectURL).toBe(
    'https://ada:[redacted]@app.example/cb?code=[redacted]&state=s1#access_token=[redacted]',
  );
  expect(request.queryString).toContainEqual({ name: 'limit', value: '5' });
  expect(request.postData.text).toContain('name=Ada');
  const shown = JSON.parse(response.content.text);
  expect(shown).toMatchObject({ id: ANSWER.id, title: ANSWER.title, digest: ANSWER.digest, image: ANSWER.image });
  expect(shown.notes).toBe('call https://hooks.slack.com/[redacted] with [redacted], [redacted]');
  expect(response.headers).toContainEqual({ name: 'etag', value: '"6d82cbb050ddc7fa9cbb659014546e59"' });
});

test('records no secrets in XML, form parts and binary bodies', async () => {
  const file = join(await temporaryFolder(), 'passed.har');
  const { url, verdict } = await proxying(
    (_, response) => {
      const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0x0a]), Buffer.from(GITHUB), Buffer.from([0x00, 0xfe])]);
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    },
    { record: { file } },
  );
  const form = new FormData();
  form.append('password', 'hush-part');
  form.append('note', `see ${WEBHOOK}`);
  await (await fetch(`${url}/books`, { method: 'POST', body: form })).arrayBuffer();
  const xml = `<user secret="hush-1"><clientSecret>hush-2</clientSecret><db>redis://:hush-3@h</db></user>`;
  const type = { 'content-type': 'application/xml' };
  await (await fetch(`${url}/books`, { method: 'POST', headers: type, body: xml })).arrayBuffer();
  await verdict();
  const text = await readFile(file, 'utf8');
  expect(text).not.toMatch(/hush|aB3dE5/);
  const [first, second] = JSON.parse(text).log.entries;
  expect(first.response.content).toMatchObject({ text: '', comment: 'omitted: contains a secret' });
  expect(second.request.postData.text).toBe(
    '<user secret="[redacted]"><clientSecret>[redacted]</clientSecret><db>redis://:[redacted]@h</db></user>',
  );
});

test('reports of the proxy contain no secrets', async () => {
  const { url, verdict } = await proxying((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-session-id': 'hush-session' });
    response.end(JSON.stringify([{ ...ANSWER, id: 1, id2: `${JWT}` }]));
  });
  await (await fetch(`${url}/books?limit=no-number&sig=hush-query`)).text();
  const reported = JSON.stringify(await verdict(), (key, value) =>
    key === 'operation' ? undefined : value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
  );
  expect(reported).toContain('[redacted]');
  expect(reported).not.toMatch(/hush|aB3dE5/);
});
