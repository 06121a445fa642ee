// Tries documents in sequence, and reports the result of each. Started by `corpus.ts`.

import { appendFileSync } from 'node:fs';
import { refusedTry } from './tried.ts';
import { tryDocument } from './try-document.ts';

const [log = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  const report = (line: string) => appendFileSync(log, `${path} ${line}\n`);
  const tried = await tryDocument(path, report).catch((error) => {
    report(`REFUSED ${(error as Error).stack}`);
    return refusedTry(path, (error as Error).message, process.resourceUsage().maxRSS / 1024);
  });
  if (process.send) process.send(tried);
  else process.stdout.write(`${JSON.stringify(tried, undefined, 2)}\n`);
}
process.disconnect?.();
