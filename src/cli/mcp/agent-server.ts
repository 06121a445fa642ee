// The mock server that agents use, and the documents that it serves now.

import { existsSync } from 'node:fs';
import { understudy } from '../../client/client.ts';
import type { Fetch } from '../../client/send-request.ts';
import { createDocument, type Document, type Operation } from '../../openapi/document.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { didYouMean, findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { pathsOf } from '../../server/pages/page-paths.ts';
import type { DocumentReport } from '../../server/pipeline/api/document-report.ts';
import { isUrl } from '../documents/find-documents.ts';

/** A mock server. */
export interface AgentServer {
  /** Its URL, without a slash at its end. */
  readonly url: string;
  /** Sends requests to the APIs. */
  readonly fetch: Fetch;
  /** Sends requests to the control API, with the token if it needs one. */
  readonly controlFetch: Fetch;
  /** The document for commands such as `lint`, a path or a URL; undefined if there are several. */
  readonly location: string | undefined;
  /** Files that agents name are below it. */
  readonly folder: string;
  /** Whether the agent is on this machine: others neither name files nor verify servers. */
  readonly isLocal: boolean;
  /** Servers that may be verified, also with requests that change data, without asking the user. */
  readonly allowedServers: readonly string[];
  /** The documents, read again after a change. */
  documents(): Promise<readonly Document[]>;
}

/** @throws UnderstudyError if there is no mock server at the URL */
export async function createAgentServer(settings: Omit<AgentServer, 'documents'>): Promise<AgentServer> {
  const { url, fetch: send, controlFetch } = settings;
  const { documents: served } = await understudy(url, { fetch: controlFetch }).control('listDocuments');
  const known = new Map<string, { readonly text: string; readonly document: Document }>();
  const read = async (location: string): Promise<Document> => {
    const text = await (await send(new Request(location))).text();
    const before = known.get(location);
    if (before?.text === text) return before.document;
    const document = createDocument(await openDocument(location, { content: Buffer.from(text) }));
    known.set(location, { text, document });
    return document;
  };
  return {
    ...settings,
    // The file of a server elsewhere is not on this machine.
    location: settings.location ?? (served.length === 1 ? url + pathsOf(1).json : undefined),
    documents: () => Promise.all(served.map((_, index) => read(url + pathsOf(index + 1).json))),
  };
}

/** An operation with its document. @throws UsageError with the most similar id */
export async function findOperation(
  server: AgentServer,
  id: string,
): Promise<{ readonly operation: Operation; readonly document: Document }> {
  const documents = await server.documents();
  for (const document of documents) {
    const operation = document.operations.get(id);
    if (operation) return { operation, document };
  }
  const ids = documents.flatMap(({ operations }) => [...operations.keys()]);
  const hint = didYouMean(findNearestName(id, ids)) || '; list_operations shows all';
  throw new UsageError(`There is no operation ${stringifyJson(id)}${hint}`);
}

/**
 * The document for commands: its file, or its URL if it has none; undefined if there are several.
 *
 * @param url - of the mock server
 */
export function documentLocation([only, ...others]: readonly DocumentReport[], url: string): string | undefined {
  if (!only || others.length > 0) return undefined;
  return existsSync(only.file) || isUrl(only.file) ? only.file : url + pathsOf(1).json;
}
