// Verifies documents in sequence, and reports the result of each. Started by `corpus.ts`.

import { appendFileSync } from 'node:fs';
import { refusedDocument, verifyDocument } from './verify-document.ts';

/** Time limit for one document, in milliseconds. */
const TIMEOUT = 60_000;

const [log = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  const verified = await verifyDocument(path, TIMEOUT).catch((error: Error) => refusedDocument(path, error.message));
  for (const finding of verified.findings) appendFileSync(log, `${path} ${finding}\n`);
  if (process.send) process.send(verified);
  else process.stdout.write(`${JSON.stringify(verified, undefined, 2)}\n`);
}
process.disconnect?.();
