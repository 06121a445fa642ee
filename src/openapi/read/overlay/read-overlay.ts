// Parsing of an overlay (OpenAPI Overlay Specification 1.0.0).

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { START, type TextPosition, UsageError } from '../../../schema/usage-error.ts';
import { parseDocumentText } from '../parse-document-text.ts';
import { findPositions } from '../source-positions.ts';

/** One change of a document. */
export interface OverlayAction {
  /** A JSONPath. */
  readonly target: string;
  readonly update: unknown;
  readonly remove: boolean;
  /** Its JSON Pointer in the overlay. */
  readonly pointer: string;
}

export interface Overlay {
  /** The document that it extends, as written; undefined if it names none. */
  readonly extends: string | undefined;
  readonly actions: readonly OverlayAction[];
  /** Unknown fields with their pointers. */
  readonly unknownFields: readonly { readonly pointer: string; readonly message: string }[];
}

const FIELDS = ['overlay', 'info', 'extends', 'actions'];
const ACTION_FIELDS = ['target', 'description', 'update', 'remove'];

/** @throws UsageError with a position */
export function readOverlay(text: string): Overlay {
  const { value, duplicateKeys: duplicates } = parseDocumentText(text);
  const failAt = (position: TextPosition, reason: string): never => {
    throw new UsageError(reason, [], { position });
  };
  const fail = (pointer: string, reason: string) =>
    failAt(findPositions(text, [pointer]).get(pointer) ?? START, reason);
  const [firstDuplicate] = duplicates;
  if (firstDuplicate) return failAt(firstDuplicate, 'duplicate key');
  if (!isRecord(value)) return fail('', 'it is not an overlay: it must be an object');
  const { overlay, extends: document, actions } = value;
  if (typeof overlay !== 'string' || !/^1\.\d+/.test(overlay))
    return fail(overlay === undefined ? '' : '/overlay', 'it must have overlay: 1.0.0');
  if (!Array.isArray(actions)) return fail(actions === undefined ? '' : '/actions', 'it must have a list of actions');
  return {
    extends: typeof document === 'string' ? document : undefined,
    actions: actions.map((action: unknown, index) => {
      const pointer = childPointer('/actions', index);
      if (!isRecord(action) || typeof action.target !== 'string')
        return fail(pointer, 'an action must be an object with a target');
      return { target: action.target, update: action.update, remove: action.remove === true, pointer };
    }),
    unknownFields: [
      ...findUnknownFields(value, '', FIELDS),
      ...actions.flatMap((action: unknown, index) =>
        findUnknownFields(action, childPointer('/actions', index), ACTION_FIELDS),
      ),
    ],
  };
}

function findUnknownFields(value: unknown, pointer: string, fields: readonly string[]): Overlay['unknownFields'] {
  const names = isRecord(value) ? Object.keys(value) : [];
  return names
    .filter((name) => !fields.includes(name) && !name.startsWith('x-'))
    .map((name) => {
      const suggestion = findNearestName(name, fields);
      const hint = didYouMean(suggestion);
      return { pointer: childPointer(pointer, name), message: `unknown overlay field "${name}"${hint}` };
    });
}
