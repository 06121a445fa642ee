// Opens an OpenAPI document: one bundled object with its findings, read or cached.

import { isAbsolute } from 'node:path';
import { buildCached } from '../../schema/build-cache.ts';
import { parseData } from '../../schema/data-file.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { START, UsageError } from '../../schema/usage-error.ts';
import type { DocumentFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { LARGE_DOCUMENT, type RunSteps } from '../run-steps.ts';
import { createDocumentFiles, type ReadOptions } from './document-files.ts';
import type { DocumentSource } from './document-source.ts';

/** Loaded only for uncached documents and for positions, so that a cached start is fast. */
const reader = () => import('./read-document.ts');

/**
 * Opens an OpenAPI 3.0, 3.1 or 3.2 document in JSON or YAML; Swagger 2.0 is converted to 3.0.
 *
 * References may lead to files in the document's folder and below, and to allowed hosts. Problems become findings; only
 * an unusable document is rejected. The result is cached until one of the files changes (see `buildCached`).
 *
 * @throws UsageError with file, position and reason
 */
export async function openDocument(location: string | URL, reading: ReadOptions = {}): Promise<DocumentSource> {
  const opened = await tryOpenDocument(location, reading);
  if (opened.ok) return opened.value;
  const { file, line, column, rule, message } = opened.reason;
  const position = line === 1 && column === 1 ? '' : `line ${line}, column ${column}: `;
  throw new UsageError(
    `The ${rule === 'overlay' ? 'overlay' : 'document'} ${file} cannot be used: ${position}${message}`,
  );
}

/** Like `openDocument`; the reason why a document or an overlay (rule `overlay`) cannot be used is a finding. */
export async function tryOpenDocument(
  location: string | URL,
  reading: ReadOptions,
): Promise<Result<DocumentSource, DocumentFinding>> {
  const given = createDocumentFiles(location, reading);
  const readAddresses = new Set<string>();
  const files = {
    ...given,
    read: (address: string) => {
      readAddresses.add(address);
      return given.read(address);
    },
  };
  const path = files.displayName(files.root);
  try {
    const cachedDocument = await buildCached({
      name: ['document', files.root, ...files.overlays].join(' '),
      codeFiles: async () => (await import('../document-code-files.ts')).documentCodeFiles(),
      inputs: [...(reading.hosts ?? []), ...(reading.content ? [path] : [])],
      read: files.read,
      make: async (read) => (await reader()).readDocument({ ...files, read }),
    });
    const { json = (await files.read(files.root)).toString(), backendSchemas: outlines } = cachedDocument;
    const bundled = parseData(json, 'last') as DocumentObject;
    const locate: DocumentSource['locate'] = async (remarks) =>
      (await reader()).locateDocumentFindings(cachedDocument, remarks, files);
    const excerpts: DocumentSource['excerpts'] = async (pointers) =>
      (await reader()).locateDocumentParts(cachedDocument, pointers, files);
    const read = [...readAddresses].map(files.displayName).filter(isAbsolute);
    const source = {
      path,
      bundled,
      backendSchemas: outlines,
      files: reading.content ? [] : read,
      findings: cachedDocument.findings,
      isLarge: false,
      compileAll: undefined,
      locate,
      excerpts,
    };
    if (json.length <= LARGE_DOCUMENT) return success(source);

    const { createCompileCheck: compiledBefore } = await import('./compile-check.ts');
    const compiled = await compiledBefore(files.root, bundled, json);
    const findings = [...cachedDocument.findings, ...(compiled.known?.length ? await locate(compiled.known) : [])];
    const compileAll = async (run: RunSteps) => {
      const found = await locate(await compiled.compile(run));
      findings.push(...found);
      return found;
    };
    return success({ ...source, findings, isLarge: true, compileAll: compiled.known ? undefined : compileAll });
  } catch (thrown) {
    const { line, column, file = path } = (thrown instanceof UsageError && thrown.position) || { ...START, file: path };
    const rule = files.overlays.some((address) => files.displayName(address) === file) ? 'overlay' : 'document';
    return failure({ file, line, column, pointer: '', severity: 'error', rule, message: (thrown as Error).message });
  }
}
