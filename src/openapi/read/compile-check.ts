// Cached check that all validators of a large document compile.

import { createHash } from 'node:crypto';
import { buildCached, readCached } from '../../schema/build-cache.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import type { RunSteps } from '../run-steps.ts';

/** The result of compiling all validators. */
export interface CompileCheck {
  /** Schemas that cannot be compiled; undefined before the first run. */
  readonly known: readonly UnlocatedFinding[] | undefined;
  /** Compiles all validators and caches the result. */
  compile(run: RunSteps): Promise<readonly UnlocatedFinding[]>;
}

/**
 * @param root - the address of the document
 * @param json - the bundled document
 */
export async function createCompileCheck(root: string, document: DocumentObject, json: string): Promise<CompileCheck> {
  const recipe = {
    name: `validators of ${root}`,
    codeFiles: async () => (await import('../document-code-files.ts')).documentCodeFiles(),
    inputs: [createHash('sha256').update(json).digest('hex')],
  };
  return {
    known: await readCached<readonly UnlocatedFinding[]>(recipe),
    async compile(run) {
      const { compileAll, notCompiled } = await import('../schema/compile-all.ts');
      return buildCached({ ...recipe, make: async () => notCompiled(await run(compileAll(document))) });
    },
  };
}
