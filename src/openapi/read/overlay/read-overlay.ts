// Parsing of an overlay (OpenAPI Overlay Specification 1.0 to 1.2).

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer, pointerSegments } from '../../../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { START, type TextPosition, UsageError } from '../../../schema/usage-error.ts';
import { parseDocumentText } from '../parse-document-text.ts';
import { findPositions } from '../source-positions.ts';

/** One change of a document. */
export interface OverlayAction {
  /** A JSONPath. */
  readonly target: string;
  readonly update: unknown;
  /** The JSONPath of the value to merge instead of `update`; undefined if there is none. */
  readonly copy: string | undefined;
  readonly remove: boolean;
  /** Its JSON Pointer in the overlay. */
  readonly pointer: string;
  /** The JSON Pointer of `update`, `copy` and `remove`: that of the action, or of the fields of a reusable one. */
  readonly fieldsPointer: string;
}

export interface Overlay {
  /** The document that it extends, as written; undefined if it names none. */
  readonly extends: string | undefined;
  /** Whether an action may replace texts, numbers and other primitives: since version 1.1. */
  readonly updatesPrimitives: boolean;
  readonly actions: readonly OverlayAction[];
  /** Fields without effect with their pointers. */
  readonly ignoredFields: readonly { readonly pointer: string; readonly message: string }[];
}

/** A field, and the first minor version that has it. */
type Fields = Readonly<Record<string, number>>;

/** The highest minor version; 1.2 is a draft, and its `components` a proposal. */
const LATEST_MINOR = 2;
const FIELDS = { overlay: 0, info: 0, extends: 0, actions: 0, components: 2 } satisfies Fields;
const COMPONENTS_FIELDS = { actions: 2 } satisfies Fields;
const REUSABLE_FIELDS = { description: 2, fields: 2 } satisfies Fields;
const CHANGE_FIELDS = { description: 0, update: 0, copy: 1, remove: 0 } satisfies Fields;
const ACTION_FIELDS = { target: 0, ...CHANGE_FIELDS } satisfies Fields;
const REFERENCE_FIELDS = { $ref: 2, target: 0, description: 0 } satisfies Fields;

/** The prefix of references to reusable actions. */
const REUSABLE = '#/components/actions/';

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
  const { overlay, extends: document, actions, components } = value;
  const [, minorText] = /^1\.(\d+)(?:\.\d+)?$/.exec(typeof overlay === 'string' ? overlay : '') ?? [];
  const minor = Number(minorText);
  if (overlay === undefined) return fail('', 'it must have overlay: 1.1.0');
  if (!(minor <= LATEST_MINOR))
    return fail('/overlay', `version ${JSON.stringify(overlay)} is not supported; use 1.0.0, 1.1.0 or 1.2.0`);
  if (!Array.isArray(actions)) return fail(actions === undefined ? '' : '/actions', 'it must have a list of actions');
  const reusable =
    minor >= FIELDS.components && isRecord(components) && isRecord(components.actions) ? components.actions : {};
  const findIgnored = (part: unknown, pointer: string, fields: Fields) =>
    findIgnoredFields(part, pointer, fields, minor);
  return {
    extends: typeof document === 'string' ? document : undefined,
    updatesPrimitives: minor >= 1,
    actions: actions.map((action: unknown, index) => {
      const pointer = childPointer('/actions', index);
      if (!isRecord(action) || typeof action.target !== 'string')
        return fail(pointer, 'an action must be an object with a target');
      const { fields, fieldsPointer } = changeOf(action, pointer);
      const { update, copy, remove } = fields;
      if (copy !== undefined && typeof copy !== 'string')
        return fail(childPointer(fieldsPointer, 'copy'), 'copy must be a JSONPath');
      return {
        target: action.target,
        update,
        copy: minor >= CHANGE_FIELDS.copy ? copy : undefined,
        remove: remove === true,
        pointer,
        fieldsPointer,
      };
    }),
    ignoredFields: [
      ...findIgnored(value, '', FIELDS),
      ...actions.flatMap((action: unknown, index) =>
        findIgnored(action, childPointer('/actions', index), isReference(action) ? REFERENCE_FIELDS : ACTION_FIELDS),
      ),
      ...findIgnored(minor >= FIELDS.components ? components : undefined, '/components', COMPONENTS_FIELDS),
      ...Object.entries(reusable).flatMap(([name, action]) => {
        const pointer = childPointer('/components/actions', name);
        return [
          ...findIgnored(action, pointer, REUSABLE_FIELDS),
          ...findIgnored(isRecord(action) ? action.fields : undefined, childPointer(pointer, 'fields'), CHANGE_FIELDS),
        ];
      }),
    ],
  };

  /** The effective fields: its own, or those of the reusable action that it refers to. */
  function changeOf(action: Record<string, unknown>, pointer: string) {
    if (minor < REFERENCE_FIELDS.$ref || !isReference(action)) return { fields: action, fieldsPointer: pointer };
    const refersTo = `${action.$ref}`;
    const [name, ...rest] = refersTo.startsWith(REUSABLE) ? pointerSegments(refersTo.slice(REUSABLE.length - 1)) : [];
    const found = name !== undefined && rest.length === 0 && Object.hasOwn(reusable, name) ? reusable[name] : undefined;
    if (name === undefined || !isRecord(found))
      return fail(childPointer(pointer, '$ref'), `${refersTo} is not one of the components.actions of this overlay`);
    return {
      fields: isRecord(found.fields) ? found.fields : {},
      fieldsPointer: childPointer('/components/actions', name, 'fields'),
    };
  }
}

function isReference(action: unknown): boolean {
  return isRecord(action) && '$ref' in action;
}

function findIgnoredFields(value: unknown, pointer: string, fields: Fields, minor: number): Overlay['ignoredFields'] {
  const names = isRecord(value) ? Object.keys(value) : [];
  const known = Object.keys(fields).filter((name) => (fields[name] ?? 0) <= minor);
  return names
    .filter((name) => !known.includes(name) && !name.startsWith('x-'))
    .map((name) => {
      const since = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const message =
        since === undefined
          ? `unknown overlay field "${name}"${didYouMean(findNearestName(name, known))}`
          : `"${name}" has no effect before overlay: 1.${since}.0`;
      return { pointer: childPointer(pointer, name), message };
    });
}
