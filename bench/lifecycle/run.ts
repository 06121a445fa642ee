// Tests documents in sequence, and reports the result of each. Started by `corpus.ts`.

import { appendFileSync } from 'node:fs';
import { testDocument } from './test-document.ts';
import { untestedDocument } from './tested-document.ts';

const [log = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  const report = (line: string) => appendFileSync(log, `${path} ${line}\n`);
  const result = await testDocument(path, report).catch((error) => {
    report(`REJECTED ${(error as Error).stack}`);
    return untestedDocument(path, (error as Error).message, process.resourceUsage().maxRSS / 1024);
  });
  const { operations, lifecycles } = result;
  report(
    `${operations.passed} of ${operations.tested} operations, ${lifecycles.passed} of ${lifecycles.tested} life cycles`,
  );
  if (process.send) process.send(result);
  else process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
}
process.disconnect?.();
