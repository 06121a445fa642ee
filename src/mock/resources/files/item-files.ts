// Files of items: stores those of a request, and finds that of a response.

import { negotiateMediaTypes } from '../../../openapi/negotiate-media-types.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import type { HandlerResponse } from '../../../server/pipeline/handler-response.ts';
import type { Collection } from '../../../store/collection.ts';
import { isContentName, listFileTypes, takesFile } from '../inference/file-content.ts';
import { formatId } from '../item-errors.ts';
import { getParentIds } from '../items/item-key.ts';
import { getItemDraft, type ItemsDraft } from '../items/items-draft.ts';
import { getItemScope } from '../path-scope.ts';
import type { Resource, ResourceAction, StoredItem } from '../resource.ts';
import type { InferredModel, ResourceCall } from '../resource-call.ts';
import { respondWithFile } from './respond-with-file.ts';
import { findSentFiles } from './sent-files.ts';
import { FILES, findFile, putFile, type StoredFile } from './stored-files.ts';

/** Stores the files of a request, if the document has a path that reads files of the resource. */
export function storeSentFiles(call: ResourceCall, items: ItemsDraft, stored: StoredItem): void {
  const { action, resource, request, inferred } = call;
  const isFilePath = action.kind === 'storeFile';
  const sent = findSentFiles(request, isFilePath);
  if (sent.length === 0 || !listFileActions(inferred, resource).some(readsFile)) return;
  // A path is that of one file, also if a form field has another name.
  const files = isFilePath ? sent.slice(0, 1).map((one) => ({ ...one, name: action.file ?? '' })) : sent;
  for (const file of files) putFile(items, resource, stored, file);
}

/** The stored file of an item; undefined without one. @param items - the draft of a change. Default: the store */
export function findItemFile(
  call: ResourceCall,
  stored: StoredItem,
  name: string,
  items?: ItemsDraft,
): StoredFile | undefined {
  const files = items ? getItemDraft(items, { name: FILES }) : call.collection({ name: FILES });
  return findFile(files as unknown as Collection<StoredFile>, call.resource, stored, name);
}

/**
 * The response with a file of an item; undefined if a generated one is to be returned, as for seed data.
 *
 * @throws ApiError `not_found` for an item without the file
 */
export function getFileResponse(call: ResourceCall, stored: StoredItem, name: string): HandlerResponse | undefined {
  const file = findItemFile(call, stored, name);
  const types = listFileTypes(call.request.operation, name === '');
  if (file?.content !== undefined) return respondWithFile(call, file, types);
  if (!file && !storesFile(call, stored, name)) return undefined;
  const id = call.id === undefined ? '' : `/${formatId(call.id)}`;
  throw new ApiError('not_found', `${call.resource.name}${id} has no ${name === '' ? 'content' : name}`);
}

/** Whether the client prefers a file to the item as JSON, as far as the document has both. */
export function prefersFile({ request: { operation, headers } }: ResourceCall): boolean {
  const files = listFileTypes(operation).map(({ type }) => type);
  if (files.length === 0) return false;
  const all = operation.responses.forStatus(operation.successStatus)?.mediaTypes.map(({ type }) => type) ?? [];
  const [best = negotiateMediaTypes(all, undefined)[0]] = negotiateMediaTypes(all, headers.accept);
  return best !== undefined && files.includes(best.key);
}

/** Whether an item has only the file that a client sends. Seed data and virtual items have a generated one. */
export function storesFile({ inferred, resource }: ResourceCall, { id, number }: StoredItem, name: string): boolean {
  const isStored = listFileActions(inferred, resource).some(
    (action) => !readsFile(action) && (action.kind === 'storeFile' ? action.file === name : isContentName(name)),
  );
  if (!isStored || resource.isVirtual) return false;
  const seeds = inferred.seedData().of(resource, getItemScope(resource, getParentIds(id)));
  return !seeds.some((seed) => seed.id === id && seed.number === number);
}

const cache = new WeakMap<Resource, readonly ResourceAction[]>();

/** The actions that read or store files of a resource. */
function listFileActions({ document, resources }: InferredModel, resource: Resource): readonly ResourceAction[] {
  const known = cache.get(resource);
  if (known) return known;
  const found = [...document.operations.keys()].flatMap((id) => {
    const action = resources.action(id);
    return action?.resource === resource && (readsFile(action) || isUpload(action)) ? [action] : [];
  });
  cache.set(resource, found);
  return found;
}

const UPLOADING = new Set(['create', 'replace', 'change', 'act']);

function readsFile({ kind, operation }: ResourceAction): boolean {
  return kind === 'readFile' || (kind === 'read' && listFileTypes(operation).length > 0);
}

function isUpload({ kind, operation }: ResourceAction): boolean {
  return kind === 'storeFile' || (UPLOADING.has(kind) && takesFile(operation));
}
