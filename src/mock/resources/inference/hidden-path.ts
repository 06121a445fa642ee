// Paths of deleted and archived items: `/users/deleted`, `/files/{id}/trash`.

import { SAFE_METHODS } from '../../../openapi/methods.ts';
import { findHiddenState } from './deleted-words.ts';
import type { PathNode } from './path-tree.ts';

/** Whether operations of a path lead to a state, such as `POST /files/{id}/archive`. */
export function canEnter(operations: PathNode['operations']): boolean {
  return [...operations.keys()].some((method) => !SAFE_METHODS.has(method) && method !== 'DELETE');
}

/** Whether a path reads deleted or archived items, or removes one of them for good. */
export function isHiddenPath({ segment = '', operations, isAction }: PathNode): boolean {
  return !isAction && findHiddenState(segment) !== undefined && operations.has('GET') && !canEnter(operations);
}
