// Verifies documents in sequence, and reports the result of each. Started by `corpus.ts`.

import { appendFileSync } from 'node:fs';
import { rejectedVerification, verifyDocument } from './verify-document.ts';

/** Time limit for one document, in milliseconds. */
const TIMEOUT = 60_000;

const [log = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  const verified = await verifyDocument(path, TIMEOUT).catch((error: Error) =>
    rejectedVerification(path, error.message),
  );
  const { operations, passed, notTested, requests, findings, rejected } = verified;
  const result =
    rejected ?? `${operations} operations, ${passed} passed, ${notTested} not tested, ${requests} requests`;
  appendFileSync(log, `${path}: ${result}\n${findings.map((finding) => `  FINDING ${finding}\n`).join('')}`);
  if (process.send) process.send(verified);
  else process.stdout.write(`${JSON.stringify(verified, undefined, 2)}\n`);
}
process.disconnect?.();
