// Cached check that all validators of a large document compile.

import { createHash } from 'node:crypto';
import { cached, recalled } from '../../schema/build-cache.ts';
import type { Remark } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import type { Run } from '../steps.ts';

/** The result of compiling all validators. */
export interface CompiledBefore {
  /** Schemas that cannot be compiled; undefined before the first run. */
  readonly known: readonly Remark[] | undefined;
  /** Compiles all validators and caches the result. */
  compile(run: Run): Promise<readonly Remark[]>;
}

/**
 * @param root - the address of the document
 * @param json - the bundled document
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
