// Reads an Arazzo document with its sources, and checks its form.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDocumentFiles } from '../../openapi/read/document-files.ts';
import { parseDocumentText } from '../../openapi/read/parse-document-text.ts';
import { findPositions } from '../../openapi/read/source-positions.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { compileSchema, type SchemaError } from '../../schema/compile-schema.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { once } from '../../schema/once.ts';
import { describeWithPosition, UsageError } from '../../schema/usage-error.ts';
import type { ArazzoDocument, ArazzoSource } from './arazzo-document.ts';
import type { ArazzoObject, SourceObject } from './arazzo-objects.ts';
import { ARAZZO_SCHEMA } from './arazzo-schema.ts';

/** Maximum Arazzo documents of a run, and maximum bytes of one. */
const MAX_DOCUMENTS = 50;
const MAX_BYTES = 8 * 1024 * 1024;
/** Maximum problems of an error. */
const MAX_PROBLEMS = 20;

const checkForm = once(() => compileSchema(ARAZZO_SCHEMA, { isKnown: true }));

/**
 * Reads a document and its Arazzo sources.
 *
 * @param location - a path or URL
 * @param hosts - hosts from which sources may be fetched
 * @throws UsageError with the file and lines of what cannot be used
 */
export async function readArazzo(location: string, hosts: readonly string[]): Promise<ArazzoDocument> {
  const documents = new Map<string, ArazzoDocument & { readonly sources: Map<string, ArazzoSource> }>();
  const read = async (one: string, origin: string): Promise<ArazzoDocument> => {
    const { root, read: readFile, displayName } = openFiles(one, hosts, origin);
    const known = documents.get(root);
    if (known) return known;
    const name = shownPath(displayName(root));
    if (documents.size === MAX_DOCUMENTS)
      throw new UsageError(`More than ${MAX_DOCUMENTS} Arazzo documents, at ${name}.`);
    const bytes = await readFile(root).catch((error: Error) => {
      throw new UsageError(`${name} cannot be read${origin}: ${error.message}`);
    });
    if (bytes.length > MAX_BYTES) throw new UsageError(`${name} is larger than ${MAX_BYTES} bytes.`);
    const text = bytes.toString();
    const document = {
      name,
      address: root,
      text,
      value: parseArazzo(text, name),
      sources: new Map<string, ArazzoSource>(),
    };
    documents.set(root, document);
    for (const [index, source] of document.value.sourceDescriptions.entries()) {
      const { name: key, url } = source;
      const target = locateSource(source, document, childPointer('/sourceDescriptions', index));
      const type = source.type ?? (await typeOf(target, ` (source ${key} of ${name})`));
      if (type === 'arazzo')
        document.sources.set(key, {
          name: key,
          url,
          kind: 'arazzo',
          document: await read(target, ` (source ${key} of ${name})`),
        });
      else if (type !== 'asyncapi') {
        openFiles(target, hosts, ` (source ${key} of ${name})`);
        document.sources.set(key, { name: key, url, kind: 'openapi', location: target });
      }
    }
    return document;
  };
  /** The type of a source that names none, by the root field of its file. */
  const typeOf = async (target: string, origin: string): Promise<SourceObject['type']> => {
    const { root, read: readFile } = openFiles(target, hosts, origin);
    try {
      const { value } = parseDocumentText((await readFile(root)).toString());
      return isRecord(value) && value.arazzo !== undefined ? 'arazzo' : 'openapi';
    } catch {
      // The reader of OpenAPI documents reports it.
      return 'openapi';
    }
  };
  return read(location, '');
}

/** @throws UsageError for a host that is not allowed, unless the user named the URL */
function openFiles(location: string, hosts: readonly string[], origin: string): ReturnType<typeof createDocumentFiles> {
  const url = /^https?:/i.test(location) ? new URL(location) : undefined;
  if (url && origin !== '' && !hosts.includes(url.host) && !hosts.includes(url.hostname))
    throw new UsageError(`${url.href} is not fetched${origin}. Allow it with --allow-fetch ${url.host}`);
  return createDocumentFiles(location, { hosts });
}

/**
 * The location of a source. A relative URL is that of a file beside the document, else relative to its `$self`.
 *
 * @throws UsageError for a file that a fetched document names
 */
function locateSource(
  { url, name }: SourceObject,
  document: Pick<ArazzoDocument, 'address' | 'name' | 'text' | 'value'>,
  pointer: string,
): string {
  const { address, value } = document;
  const fail = (reason: string) => problemsError(document, [{ pointer, message: `${name}: ${url} ${reason}` }]);
  const self = value.$self === undefined ? address : (URL.parse(value.$self, address)?.href ?? address);
  const beside = address.startsWith('file:') ? URL.parse(url, address) : undefined;
  const target = beside?.protocol === 'file:' && existsSync(beside) ? beside : URL.parse(url, self);
  if (!target) throw fail('is no URL');
  if (target.protocol !== 'file:') return target.href;
  if (!address.startsWith('file:')) throw fail('is a file, which a fetched document must not name');
  try {
    return fileURLToPath(target);
  } catch (error) {
    throw fail(`is no path of a file: ${(error as Error).message}`);
  }
}

/** @throws UsageError with the lines of what is wrong */
function parseArazzo(text: string, name: string): ArazzoObject {
  try {
    const { value, duplicateKeys } = parseDocumentText(text);
    const [duplicate] = duplicateKeys;
    if (duplicate) throw new UsageError('duplicate key', [], { position: duplicate });
    if (!isRecord(value) || value.arazzo === undefined)
      throw new UsageError('it is no Arazzo document: it has no field arazzo, such as arazzo: 1.0.1');
    const problems = withoutConsequences(checkForm()(value));
    if (problems.length > 0) throw problemsError({ name, text }, problems);
    return value as unknown as ArazzoObject;
  } catch (error) {
    if (!(error instanceof UsageError) || error.problems.length > 0) throw error;
    throw new UsageError(`${name} cannot be read: ${describeWithPosition(error)}`);
  }
}

/** Requirements of an `if`, and members of a choice, have findings of their own. */
function withoutConsequences(problems: readonly SchemaError[]): readonly SchemaError[] {
  const choices = problems.flatMap(({ pointer, message }) => {
    const [, names] = /^must have exactly one of (.+)$/.exec(message) ?? [];
    return names === undefined ? [] : names.split(', ').map((one) => `${pointer}/${one}`);
  });
  return problems.filter(
    ({ pointer, message }) =>
      !/^must match the schema in "(?:then|else)"/.test(message) &&
      !(message === 'is required' && choices.includes(pointer)),
  );
}

/** An error with the line of each problem: `flows.arazzo.yaml:12: /workflows/0/steps/1: …`. */
export function problemsError(
  { name, text }: Pick<ArazzoDocument, 'name'> & { readonly text?: string },
  problems: readonly SchemaError[],
): UsageError {
  const positions = findPositions(
    text ?? '',
    problems.map(({ pointer }) => pointer),
  );
  const sentences = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ pointer, message }) =>
        `${name}:${positions.get(pointer)?.line ?? 1}: ${pointer === '' ? '' : `${pointer}: `}${message}`,
    );
  const left = problems.length - MAX_PROBLEMS;
  return new UsageError(`${name} is no Arazzo document that can be run:`, [
    ...sentences,
    ...(left > 0 ? [`and ${left} more`] : []),
  ]);
}
