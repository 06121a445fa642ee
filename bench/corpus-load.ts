// Loads documents in sequence and reports the cost of each. Started by `corpus.ts`.

import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { createDocument } from '../src/openapi/document.ts';
import { openDocument } from '../src/openapi/read/open-document.ts';
import { compileAll } from '../src/openapi/schema/compile-all.ts';
import { type Loaded, rejectedDocument } from './loaded.ts';

const [scratch = '', ...paths] = process.argv.slice(2);
const cache = join(scratch, `${process.pid}`);
mkdirSync(cache);
module.enableCompileCache(cache);
for (const path of paths) process.send?.(await load(path));
process.disconnect?.();

async function load(path: string): Promise<Loaded> {
  try {
    const [first, firstTime] = await timed(async () => createDocument(await openDocument(path)));
    const [document, again] = await timed(async () => createDocument(await openDocument(path)));
    let schemas = -first.operations.size;
    const [remarks, compile] = await timed(async () => {
      const steps = compileAll(document.source.bundled);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        schemas += 1;
      }
    });
    const failed: string[] = [];
    const notEnforced: Record<string, number> = {};
    for (const { rule, pointer, message } of remarks) {
      if (rule === 'not-compiled') failed.push(`${pointer} ${message}`);
      const reason = kindOf(message);
      notEnforced[reason] = (notEnforced[reason] ?? 0) + 1;
    }
    const { openapi: version } = document.source.bundled;
    const operations = document.operations.size;
    return {
      path,
      version,
      operations,
      schemas,
      failed,
      notEnforced,
      load: firstTime,
      again,
      compile,
      memory: memory(),
    };
  } catch (error) {
    return rejectedDocument(path, (error as Error).message, memory());
  }
}

/** A message without its values. */
function kindOf(message: string): string {
  if (message.startsWith('the format')) return message;
  return message.replace(/^"[^"]*"/, '…').replaceAll(/\d+/g, 'N');
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, milliseconds: number]> {
  const before = process.cpuUsage();
  const made = await work();
  const { user, system } = process.cpuUsage(before);
  return [made, (user + system) / 1000];
}

function memory(): number {
  return process.resourceUsage().maxRSS / 1024;
}
