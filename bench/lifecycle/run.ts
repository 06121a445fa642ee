// Tests documents in sequence, and reports the result of each. Started by `corpus.ts`.

import { appendFileSync } from 'node:fs';
import { testDocument } from './test-document.ts';
import { untestedDocument } from './tested-document.ts';

const [log = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  const report = (line: string) => appendFileSync(log, `${path} ${line}\n`);
  const tested = await testDocument(path, report).catch((error) => {
    report(`REFUSED ${(error as Error).stack}`);
    return untestedDocument(path, (error as Error).message, process.resourceUsage().maxRSS / 1024);
  });
  if (process.send) process.send(tested);
  else process.stdout.write(`${JSON.stringify(tested, undefined, 2)}\n`);
}
process.disconnect?.();
