// Runs the listings of the reference on inference with its book shop. `--update` writes them.

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

/** Starts the book shop with overlays. @returns its URL */
async function serveShop(overlay: readonly string[]): Promise<string> {
  const api = defineApi({ name: 'shop', document: `${ROOT}docs/reference/bookshop.yaml`, overlay, infer: true });
  const server = await createMockServer({ apis: [api], now: () => new Date('2026-11-21T09:00:00Z') });
  onTestFinished(() => server.close());
  return (await server.listen()).url;
}

async function printedBy(command: string, url: string): Promise<string> {
  const words = wordsOf(command);
  if (words[0] === 'curl') return likeCurl(words, SHOWN_URL, url);
  return (await understudy(words.slice(2), { cwd: ROOT }).ended).stdout.trimEnd();
}

test.each(['inference.md', 'annotations.md'])('docs/reference/%s shows what the server responds', async (name) => {
  const page = `${ROOT}docs/reference/${name}`;
  const text = await readFile(page, 'utf8');
  let url = await serveShop([]);
  let updated = text;
  let count = 0;
  for (const listing of listingsOf(text)) {
    if (listing.language === 'yaml') {
      const overlay = join(await temporaryFolder(), 'overlay.yaml');
      await writeFile(overlay, listing.text);
      url = await serveShop([overlay]);
      continue;
    }
    expect(listing.language).toBe('console');
    const printed: string[] = [];
    for (const { command } of commandsOf(listing)) {
      const output = await printedBy(command, url);
      printed.push(`$ ${command}\n${output === '' ? '' : `${output}\n`}`);
    }
    updated = updated.replace(listing.text, () => printed.join(''));
    count += printed.length;
  }
  expect(count).toBeGreaterThan(2);
  await expect(updated).toMatchFileSnapshot(page);
});
