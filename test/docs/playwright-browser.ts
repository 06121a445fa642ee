// Installs the browser of the machine where Playwright expects its own download.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, INSTALL } from '../support/browser.ts';

const BROWSERS = new URL('../../node_modules/playwright-core/browsers.json', import.meta.url);
const NAME = 'chromium-headless-shell';

/** Fills a folder for PLAYWRIGHT_BROWSERS_PATH. @throws Error with instructions if there is no browser */
export async function placeBrowser(folder: string): Promise<void> {
  const browser = await findBrowser();
  if (browser === undefined) throw new Error(INSTALL);
  const { browsers }: { readonly browsers: readonly { readonly name: string; readonly revision: string }[] } =
    JSON.parse(await readFile(fileURLToPath(BROWSERS), 'utf8'));
  const revision = browsers.find(({ name }) => name === NAME)?.revision;
  const platform = process.arch === 'arm64' ? 'linux-arm64' : 'linux64';
  const path = join(
    folder,
    `chromium_headless_shell-${revision}`,
    `chrome-headless-shell-${platform}`,
    'chrome-headless-shell',
  );
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\nexec "${browser}" --headless --no-sandbox "$@"\n`, { mode: 0o755 });
}
