// What docs/verify.md shows is what the command says, of the stand-in and of the server that the page has. With `--update` behind it, the page is written anew.

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { program } from '../support/command-process.ts';
import { commandsOf, listingsOf, wordsOf } from '../support/listing.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SHOWN_URL = 'http://127.0.0.1:3000';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = `${ROOT}docs/verify.md`;
/** The first line that a server prints which `listen` has been told to say where it is. */
const TELLS =
  'http.Server.prototype.listen = ((listen) => function () { return listen.call(this, 0, () => console.log(this.address().port)); })(http.Server.prototype.listen);';

/** Starts the server of the page, on a free port; its address. */
async function started(folder: string): Promise<string> {
  await writeFile(join(folder, 'free-port.mjs'), `import http from 'node:http';\n${TELLS}\n`);
  const { prints } = program(['--import', './free-port.mjs', 'server.mjs'], { cwd: folder });
  const [, port] = await prints(/^(\d+)$/m);
  return `http://127.0.0.1:${port}`;
}

/** What differs from run to run, as the page shows it: how long it took, and where the stand-in was. */
const timeless = (text: string, url: string | undefined) =>
  text
    .replaceAll(url ?? '\n\n\n', SHOWN_URL)
    .replaceAll(/ in [\d.]+ s,/g, ' in 1.0 s,')
    .replaceAll(/at http:\/\/127\.0\.0\.1:\d{5}:/g, 'at http://127.0.0.1:40000:');

/** How much was tried, which every check and every phase that comes makes more, is not held against the page. */
const countless = (text: string) => text.replaceAll(/\d+ (requests|times)|[\d.]+%|\d+ of \d+/g, '…');

test('what docs/verify.md shows is said, one command after the other, and each mistake that it mends was one', async () => {
  const folder = await temporaryFolder();
  await copyFile(`${ROOT}docs/verify.yaml`, join(folder, 'notes.yaml'));
  const text = await readFile(PAGE, 'utf8');
  let url: string | undefined;
  let shown = text;
  const codes: number[] = [];
  for (const listing of listingsOf(text)) {
    const server = join(folder, 'server.mjs');
    if (listing.language === 'js') await writeFile(server, listing.text);
    else if (listing.language === 'diff') {
      const [before = '', after = ''] = ['-', '+'].map(
        (sign) => new RegExp(`^\\${sign}(.*)$`, 'm').exec(listing.text)?.[1],
      );
      const code = await readFile(server, 'utf8');
      expect(code).toContain(`${before}\n`);
      await writeFile(
        server,
        code.replace(before, () => after),
      );
    }
    if (listing.language === 'js' || listing.language === 'diff') url = await started(folder);
    if (listing.language !== 'console') continue;
    const printed: string[] = [];
    for (const { command } of commandsOf(listing)) {
      const words = wordsOf(command).map((word) => word.replace(SHOWN_URL, url ?? SHOWN_URL));
      expect(words.slice(0, 2)).toEqual(['npx', 'understudy']);
      const { code, stdout } = await understudy(words.slice(2), { cwd: folder }).ended;
      codes.push(Number(code));
      printed.push(`$ ${command}\n${timeless(stdout, url)}`);
    }
    if (countless(printed.join('')) !== countless(listing.text))
      shown = shown.replace(listing.text, () => printed.join(''));
  }
  expect(codes).toEqual([0, 1, 0, 0]);
  await expect(shown).toMatchFileSnapshot(PAGE);
});
