// A document that was not read from a file.

import type { DocumentObject } from '../../src/openapi/objects.ts';
import type { DocumentSource } from '../../src/openapi/read/document-source.ts';

/** A document without findings, as if it had been read from this path. */
export function documentSource(bundled: DocumentObject, path = 'api.yaml'): DocumentSource {
  return {
    path,
    bundled,
    findings: [],
    files: [],
    isLarge: false,
    compileAll: undefined,
    locate: async () => [],
    excerpts: async () => new Map(),
  };
}
