// Paths of files: the content of an item, or another file of it.

import { jsonMediaType } from '../../../openapi/content.ts';
import { isSameName } from '../../../openapi/singular.ts';
import { fileNameIn, isUploadWord, listFileTypes, takesFile } from './file-content.ts';
import type { PathGroup } from './path-group.ts';
import type { PathNode } from './path-tree.ts';

/** Whether a path below an item is that of a file: `/files/{id}/content`, `/users/{id}/avatar`. */
export function isFilePath(node: PathNode): boolean {
  const { segment, parent } = node;
  if (segment === undefined || !parent || !mayBeItem(parent)) return false;
  const isContent = fileNameIn(segment) === '';
  const read = node.operations.get('GET')?.operation;
  if (read) return listFileTypes(read, isContent).length > 0;
  return (
    parent.parameter !== undefined &&
    isUploadWord(segment) &&
    [...node.operations.values()].some(({ operation }) => takesFile(operation, isContent))
  );
}

function mayBeItem({ parameter, parent, operations }: PathNode): boolean {
  return operations.size > 0 || (parameter !== undefined && parent !== undefined && parent.operations.size > 0);
}

/** Whether a path is that of the content of an item by its id: `/files/download/{id}`. */
export function isContentById({ parameter, parent, operations }: PathNode): boolean {
  if (parameter === undefined || !parent?.segment || !parent.parent?.segment) return false;
  const read = operations.size === 1 ? operations.get('GET')?.operation : undefined;
  return fileNameIn(parent.segment) === '' && read !== undefined && listFileTypes(read, true).length > 0;
}

/** The group whose items have their content at `/files/download/{id}`. */
export function findGroupOfContent({ parent }: PathNode, groups: readonly PathGroup[]): PathGroup | undefined {
  const above = parent?.parent;
  const segment = above?.segment ?? '';
  return groups.find(({ collection }) => collection === above) ?? groups.find(({ name }) => isSameName(name, segment));
}

/** The only group whose items are created with a file, for paths that only read files: `/assets/{id}`. */
export function findUploadGroup(group: PathGroup, groups: readonly PathGroup[]): PathGroup | undefined {
  const { item, collection } = group;
  if (!item || (collection && collection.operations.size > 0)) return undefined;
  const operations = [...item.operations.values()].map((one) => one.operation);
  const isRead = operations.every(
    (one) =>
      one.method === 'GET' &&
      listFileTypes(one).length > 0 &&
      !jsonMediaType(one.responses.forStatus(one.successStatus)?.mediaTypes),
  );
  if (!isRead) return undefined;
  const uploads = groups.filter((other) => {
    const create = other.collection?.operations.get('POST')?.operation;
    return create !== undefined && takesFile(create);
  });
  return uploads.length === 1 ? uploads[0] : undefined;
}
