// An api made ready to be served: its document read, its fixtures read, its handlers held against both.

import { createDocument, type Document } from '../openapi/document.ts';
import { documentProblems } from '../openapi/document-problems.ts';
import { openDocument } from '../openapi/open-document.ts';
import { filePath } from '../schema/file-path.ts';
import { Problems } from '../schema/problems.ts';
import { emptyFixture, type Fixture, readFixture } from '../store/fixture.ts';
import type { AnyApi } from './api.ts';
import type { Codec } from './codec.ts';

export interface LoadedApi<A extends AnyApi = AnyApi> {
  readonly api: A;
  readonly document: Document;
  readonly fixture: Fixture;
}

/** A loaded api with its codecs chosen. */
export interface ServedApi extends LoadedApi {
  /** At the paths of the document. The first one also writes answers to requests that were not read. */
  readonly codecs: readonly [Codec, ...Codec[]];
  /** At the addresses of its remote procedures. */
  readonly rpcCodecs: readonly Codec[];
  /** What happens to an answer that the document does not allow: it is refused, or only noted in the journal. */
  readonly outputCheck: 'enforce' | 'report';
}

/**
 * Reads what an api names.
 *
 * @param found - what else is wrong with it, a sentence each
 * @throws Problems if the document cannot be used, if handlers and operations do not match, or the fixtures are not what their schema asks for
 */
export async function loadApi<A extends AnyApi>(api: A, found: readonly string[] = []): Promise<LoadedApi<A>> {
  const { fixtures } = api;
  const document = createDocument(await openDocument(api.document));
  const unenforceable = documentProblems(document.source.bundled);
  const problems = [...nameProblems(api), ...handlerProblems(api, document), ...found, ...unenforceable];
  if (problems.length > 0) throw new Problems(`The api ${api.name} cannot be served:`, problems);
  const folders = [fixtures ?? []].flat().map(filePath);
  const fixture = folders.length > 0 ? await readFixture(...folders) : emptyFixture;
  return { api, document, fixture };
}

/** The name becomes a file name, so it is a plain one. */
function nameProblems({ name }: AnyApi): string[] {
  return /^[a-z][a-z0-9-]{0,63}$/.test(name) ? [] : [`its name "${name}" must be lower-case letters, digits and -`];
}

function handlerProblems({ handlers, authenticate }: AnyApi, document: Document): string[] {
  const missing = [...document.operations.keys()].filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !document.operations.has(id));
  const secured = authenticate ? undefined : [...document.operations.values()].find((operation) => operation.secured);
  return [
    ...(secured ? [`the document asks for a login at ${secured.id}, but the api has no authenticate`] : []),
    ...missing.map((id) => `the operation ${id} has no handler`),
    ...unknown.map((id) => `there is a handler ${id}, but no operation of this name in ${document.source.path}`),
  ];
}
