// A document opened in a process of its own.

import { dirname } from 'node:path';
import { program } from './command-process.ts';

/**
 * Opens a document in a process of its own, so that one that takes its process down does not take this one. It says the seconds of processor
 * time that this took on its standard error where they are more than `seconds`.
 */
export async function openElsewhere(path: string, { memory = 512, seconds = 60 } = {}) {
  const script = `
    import { openDocument } from ${JSON.stringify(new URL('../../src/openapi/read/open-document.ts', import.meta.url).href)};
    import { createDocument } from ${JSON.stringify(new URL('../../src/openapi/document.ts', import.meta.url).href)};
    await openDocument(${JSON.stringify(path)}).then(
      (source) => console.log('opened', createDocument(source).operations.size, source.findings.length),
      (error) => console.log('refused', error.message.slice(0, 300)),
    );
    const { user, system } = process.cpuUsage();
    if (user + system > ${seconds} * 1e6) console.error('took', (user + system) / 1e6, 's');`;
  return program([`--max-old-space-size=${memory}`, '--input-type=module', '-e', script], { cwd: dirname(path) }).ended;
}
