// Uploaded files in the store, beside the items they belong to.

import type { Collection, DraftCollection } from '../../../store/collection.ts';
import type { Index } from '../../../store/groups.ts';
import type { Identified } from '../../../store/record.ts';
import { isContentName } from '../inference/file-content.ts';
import type { ItemsDraft } from '../items/items-draft.ts';
import type { Resource, StoredItem } from '../resource.ts';
import type { SentFile } from './sent-files.ts';

/** The collection of the files. No resource has this name. */
export const FILES = '_files';

/** A file of an item. Its id is that of `fileKey`. */
export interface StoredFile extends Identified {
  /** The file name that the client sent; may be empty. */
  readonly name: string;
  /** The media type that the client sent. */
  readonly type: string;
  /** Base64 (RFC 4648, section 4); undefined if the file was deleted. */
  readonly content?: string;
}

type Files = Collection<StoredFile>;

/** Stores a file of an item, in place of the previous one. */
export function putFile(items: ItemsDraft, resource: Resource, { id }: StoredItem, { name, file }: SentFile): void {
  const content = Buffer.from(file.bytes).toString('base64');
  replaceFile(items, { id: fileKey(resource, id, name), name: file.name, type: file.type, content });
}

/** Marks a file as deleted: seed items have a generated one otherwise. */
export function deleteFile(items: ItemsDraft, resource: Resource, { id }: StoredItem, name: string): void {
  replaceFile(items, { id: fileKey(resource, id, name), name: '', type: '' });
}

/** The file of an item with this name. Without it, the first file of the item, if the name may be that of the content. */
export function findFile(files: Files, resource: Resource, { id }: StoredItem, name: string): StoredFile | undefined {
  const found = files.get(fileKey(resource, id, name));
  if (found || !isContentName(name)) return found;
  return files.get(fileKey(resource, id, '')) ?? files.group(BY_ITEM, itemKey(resource, id)).values().next().value;
}

/** Removes all files of an item. */
export function removeFiles(items: ItemsDraft, resource: Resource, id: string): void {
  const files = draftOf(items);
  for (const file of [...files.group(BY_ITEM, itemKey(resource, id)).values()]) files.remove(file.id);
}

function replaceFile(items: ItemsDraft, file: StoredFile): void {
  const files = draftOf(items);
  if (files.get(file.id)) files.replace(file);
  else files.add(file);
}

function draftOf(items: ItemsDraft): DraftCollection<StoredFile> {
  return items[FILES] as DraftCollection<StoredFile>;
}

/** Resource, name and item: neither of the first two has a slash. */
function fileKey({ name: resource }: Resource, item: string, name: string): string {
  return `${resource}/${name}/${item}`;
}

function itemKey({ name }: Resource, id: string): string {
  return `${name}/${id}`;
}

const BY_ITEM: Index<StoredFile> = {
  group: ({ id }) => {
    const [resource = '', , ...item] = id.split('/');
    return [`${resource}/${item.join('/')}`];
  },
};
