// Whether the validators of a large document compile: looked at once, while it is served, and remembered.

import { createHash } from 'node:crypto';
import { cached, recalled } from '../../schema/build-cache.ts';
import type { Remark } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import type { Run } from '../steps.ts';

/** What is known of the validators of a document. */
export interface CompiledBefore {
  /** What cannot be compiled; undefined when nobody has looked yet. */
  readonly known: readonly Remark[] | undefined;
  /** Compiles them all and remembers what came of it. */
  compile(run: Run): Promise<readonly Remark[]>;
}

/**
 * @param root - the address of the document
 * @param json - the document in one piece
 */
export async function compiledBefore(root: string, document: DocumentObject, json: string): Promise<CompiledBefore> {
  const recipe = {
    name: `validators of ${root}`,
    builders: async () => (await import('../builders.ts')).documentBuilders(),
    given: [createHash('sha256').update(json).digest('hex')],
  };
  return {
    known: await recalled<readonly Remark[]>(recipe),
    async compile(run) {
      const { compileAll, notCompiled } = await import('../schema/compile-all.ts');
      return cached({ ...recipe, make: async () => notCompiled(await run(compileAll(document))) });
    },
  };
}
