// What docs/without-code.md shows is what a stand-in answers that has nothing but the document beside it. With `--update` behind it, the page is written anew.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../src/index.ts';
import { understudy } from '../support/command.ts';
import { commandsOf, likeCurl, listingsOf, wordsOf } from '../support/listing.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SHOWN_URL = 'http://127.0.0.1:8080';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = `${ROOT}docs/without-code.md`;

/** The shop, with overlays; its address. */
async function served(overlay: readonly string[]): Promise<string> {
  const api = defineApi({ name: 'shop', document: `${ROOT}docs/without-code.yaml`, overlay, infer: true });
  const standIn = await createMockServer({ apis: [api], now: () => new Date('2026-11-21T09:00:00Z') });
  onTestFinished(() => standIn.close());
  return (await standIn.listen()).url;
}

async function printedBy(command: string, url: string): Promise<string> {
  const words = wordsOf(command);
  if (words[0] === 'curl') return likeCurl(words, SHOWN_URL, url);
  return (await understudy(words.slice(2), { cwd: ROOT }).ended).stdout.trimEnd();
}

test('what docs/without-code.md shows is answered, one request after the other', async () => {
  const text = await readFile(PAGE, 'utf8');
  let url = await served([]);
  let answered = text;
  let count = 0;
  for (const listing of listingsOf(text)) {
    if (listing.language === 'yaml') {
      const overlay = join(await temporaryFolder(), 'words.yaml');
      await writeFile(overlay, listing.text);
      url = await served([overlay]);
      continue;
    }
    expect(listing.language).toBe('console');
    const printed: string[] = [];
    for (const { command } of commandsOf(listing)) {
      const output = await printedBy(command, url);
      printed.push(`$ ${command}\n${output === '' ? '' : `${output}\n`}`);
    }
    answered = answered.replace(listing.text, () => printed.join(''));
    count += printed.length;
  }
  expect(count).toBeGreaterThan(30);
  await expect(answered).toMatchFileSnapshot(PAGE);
});
