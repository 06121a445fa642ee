// Opening an OpenAPI document: one object, with what is wrong with it, read now or remembered. Nothing is fetched unasked, no folder is left.

import { isAbsolute } from 'node:path';
import { cached } from '../../schema/build-cache.ts';
import { parseData } from '../../schema/data-file.ts';
import { UnreadableText } from '../../schema/yaml.ts';
import { UnusableDocument } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { LARGE, type Run } from '../steps.ts';
import { documentFiles, type Reading } from './document-files.ts';
import type { DocumentSource } from './document-source.ts';

/** What reads documents. Loaded when there is one that is not remembered, or something to say of one that is: a start that knows its documents does not wait. */
const reader = () => import('./read-document.ts');

/**
 * Reads an OpenAPI document, JSON or YAML, of version 3.0, 3.1 or 3.2; one of Swagger 2.0 is converted to 3.0.
 *
 * References may lead to files in the document's own folder and below, and to hosts that were named. What is wrong with a document are
 * its findings; only one that cannot be served at all is refused. What was read is remembered until one of its files changes
 * (see `cached`).
 *
 * @throws UnusableDocument naming the file, the place and what is wrong there
 */
export async function openDocument(location: string | URL, reading: Reading = {}): Promise<DocumentSource> {
  const given = documentFiles(location, reading);
  const seen = new Set<string>();
  const files = {
    ...given,
    read: (address: string) => {
      seen.add(address);
      return given.read(address);
    },
  };
  const path = files.nameOf(files.root);
  try {
    const known = await cached({
      name: ['document', files.root, ...files.overlays].join(' '),
      builders: async () => (await import('../builders.ts')).documentBuilders(),
      given: [...(reading.hosts ?? []), ...(reading.given ? [path] : [])],
      read: files.read,
      make: async (read) => (await reader()).readDocument({ ...files, read }),
    });
    const { json = (await files.read(files.root)).toString(), outlines } = known;
    const bundled = parseData(json, 'last') as DocumentObject;
    const locate: DocumentSource['locate'] = async (remarks) => (await reader()).placed(known, remarks, files);
    const excerpts: DocumentSource['excerpts'] = async (pointers) =>
      (await reader()).excerptsOf(known, pointers, files);
    const read = [...seen].map(files.nameOf).filter(isAbsolute);
    const source = {
      path,
      bundled,
      outlines,
      files: reading.given ? [] : read,
      findings: known.findings,
      isLarge: false,
      compileAll: undefined,
      locate,
      excerpts,
    };
    if (json.length <= LARGE) return source;

    const { compiledBefore } = await import('./compiled-before.ts');
    const compiled = await compiledBefore(files.root, bundled, json);
    const findings = [...known.findings, ...(compiled.known?.length ? await locate(compiled.known) : [])];
    const compileAll = async (run: Run) => {
      const found = await locate(await compiled.compile(run));
      findings.push(...found);
      return found;
    };
    return { ...source, findings, isLarge: true, compileAll: compiled.known ? undefined : compileAll };
  } catch (thrown) {
    const { line, column, file = path } = thrown instanceof UnreadableText ? thrown : { line: 1, column: 1 };
    const rule = files.overlays.some((address) => files.nameOf(address) === file) ? 'overlay' : 'document';
    const finding = { file, line, column, pointer: '', severity: 'error' as const, rule };
    throw new UnusableDocument({ ...finding, message: (thrown as Error).message }, { cause: thrown });
  }
}
