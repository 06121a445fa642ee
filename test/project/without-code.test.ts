// What docs/without-code.md shows is what a stand-in answers that has nothing but the document beside it. With `vitest -u` the page is written anew.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createStandIn, defineApi } from '../../src/index.ts';
import { commandsOf, likeCurl, listingsOf, wordsOf } from '../support/listing.ts';

const SHOWN_URL = 'http://127.0.0.1:8080';
const PAGE = fileURLToPath(new URL('../../docs/without-code.md', import.meta.url));
const document = new URL('../../docs/without-code.yaml', import.meta.url);

test('what docs/without-code.md shows is answered, one request after the other', async () => {
  const text = await readFile(PAGE, 'utf8');
  const api = defineApi({ name: 'shop', document, infer: true });
  const standIn = await createStandIn({ apis: [api], now: () => new Date('2026-11-21T09:00:00Z') });
  onTestFinished(() => standIn.close());
  const { url } = await standIn.listen();
  let answered = text;
  let count = 0;
  for (const listing of listingsOf(text).filter(({ language }) => language === 'console')) {
    const printed: string[] = [];
    for (const { command } of commandsOf(listing)) {
      const output = await likeCurl(wordsOf(command), SHOWN_URL, url);
      printed.push(`$ ${command}\n${output === '' ? '' : `${output}\n`}`);
    }
    answered = answered.replace(listing.text, () => printed.join(''));
    count += printed.length;
  }
  expect(count).toBeGreaterThan(25);
  await expect(answered).toMatchFileSnapshot(PAGE);
});
