// Matches the paths of files: content of items, other files of them, uploads.

import type { OperationKind } from '../resource.ts';
import { fileNameIn, isUploadWord, takesFile } from './file-content.ts';
import { findGroupOfContent, findUploadGroup, isContentById, isFilePath } from './file-paths.ts';
import type { PathGroup } from './path-group.ts';
import type { PathGroups } from './path-groups.ts';
import type { PathNode, PathOperation } from './path-tree.ts';

/** The operation kind of each method on a file of an item. */
const KINDS: ReadonlyMap<string, readonly [kind: OperationKind, does: string]> = new Map([
  ['GET', ['readFile', 'reads']],
  ['PUT', ['storeFile', 'stores']],
  ['POST', ['storeFile', 'stores']],
  ['PATCH', ['storeFile', 'stores']],
  ['DELETE', ['deleteFile', 'deletes']],
]);

/** An operation on a file. */
interface FileMatch {
  readonly group: PathGroup;
  readonly kind: OperationKind;
  /** The item of the file; undefined for an operation that creates it. */
  readonly item?: PathNode;
  /** Which file of the item; empty for its content, undefined for an operation that creates the item. */
  readonly name?: string;
  readonly reason: string;
}

/** Matches `/files/{id}/content`, `/files/download/{id}`, `/assets/{id}` and `POST /files/upload`. */
export function matchFile(
  { node, operation }: PathOperation,
  method: string,
  groups: PathGroups,
): FileMatch | undefined {
  const { segment = '', parent } = node;
  const [kind, does] = KINDS.get(method) ?? [];
  if (!kind || !parent) return undefined;
  const match = (group: PathGroup, item: PathNode, name: string): FileMatch => {
    const reason = `${does} ${name === '' ? 'the content' : `the file ${name}`} of ${group.item?.path ?? item.path}`;
    return { group, kind, item, name, reason };
  };
  if (isFilePath(node)) {
    const name = fileNameIn(segment);
    const group = groups.ofItem(parent);
    const isTaken = kind !== 'storeFile' || takesFile(operation, name === '');
    return group && isTaken ? match(group, parent, name) : undefined;
  }
  const own = groups.ofItem(node);
  const group = isContentById(node) ? findGroupOfContent(node, groups.all) : own && findUploadGroup(own, groups.all);
  if (group) return match(group, node, '');
  const collection = groups.ofCollection(parent);
  if (method !== 'POST' || !collection || !isUploadWord(segment) || !takesFile(operation)) return undefined;
  return { group: collection, kind: 'create', reason: `creates an item in ${parent.path}` };
}
