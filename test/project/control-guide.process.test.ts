// What the guide to the control API shows of the client runs.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { program } from '../support/command-process.ts';
import { listening } from '../support/listening.ts';
import { listingsOf } from '../support/listing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const listings = listingsOf(await readFile(`${ROOT}docs/control.md`, 'utf8'));

test('a test of the guide runs as it is shown', async () => {
  const { url } = await listening();
  const { text = '' } = listings.find((one) => one.text.includes("from 'understudy-api/client'")) ?? {};
  const run = program(
    ['--conditions=source', '--input-type=module-typescript', '-e', text.replace('http://127.0.0.1:8080', url)],
    { cwd: ROOT },
  );
  expect(await run.ended).toMatchObject({ code: 0, stderr: '', stdout: '' });
  expect(text).toContain('waitFor');
});
