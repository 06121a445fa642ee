// Servers that return the examples of a document, including Understudy.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Contender, jsonOf, type Question } from './contender.ts';
import { peersFor } from './peers.ts';
import { inRepository } from './repository.ts';
import { understudy } from './servers.ts';

/** The peers, and Understudy with a config whose handlers return the examples. */
export async function examplesFor(document: string, questions: Contender['questions']): Promise<readonly Contender[]> {
  const folder = `${document}.understudy`;
  await mkdir(folder, { recursive: true });
  const server = JSON.stringify(inRepository('bench/servers/examples.ts'));
  const config = `import { serveExamples } from ${server};\nexport default serveExamples(${JSON.stringify(document)});\n`;
  await writeFile(join(folder, 'understudy.config.mjs'), config);
  return [...(await peersFor(document, questions)), { name: 'Understudy', folder, command: understudy(), questions }];
}

/** A request whose response is always the same example. */
export function askFor(request: Buffer, status: number, example: unknown): Question {
  return {
    request: () => request,
    check(response) {
      if (!isDeepStrictEqual(jsonOf(response, status), example)) throw new Error(`not the example: ${response.body}`);
    },
  };
}
