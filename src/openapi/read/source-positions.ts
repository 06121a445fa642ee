// Line and column of the parts of JSON or YAML text, computed on demand.

import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import { type TextPosition, UsageError } from '../../schema/usage-error.ts';
import { visitYamlValues } from '../../schema/yaml.ts';

/** The second occurrence of a key in an object. */
export interface DuplicateKey extends TextPosition {
  /** JSON Pointer (RFC 6901) of its value. */
  readonly pointer: string;
}

/** A tree of the requested parts. */
interface RequestedPart {
  readonly below: Map<string, RequestedPart>;
  /** The start of the part, once it was found. */
  offset?: number;
}

/**
 * Positions of parts: of their keys, or of list items. For a missing part, that of the nearest parent.
 *
 * @param pointers - JSON Pointers (RFC 6901)
 */
export function findPositions(text: string, pointers: readonly string[]): ReadonlyMap<string, TextPosition> {
  const root: RequestedPart = { below: new Map(), offset: 0 };
  for (const pointer of pointers) {
    let part = root;
    for (const step of pointerSegments(pointer)) {
      const next: RequestedPart = part.below.get(step) ?? { below: new Map() };
      part.below.set(step, next);
      part = next;
    }
  }
  findOffsets(text, root);
  const positionAt = createPositionLookup(text);
  return new Map(
    pointers.map((pointer) => {
      let [part, offset]: [RequestedPart | undefined, number] = [root, 0];
      for (const step of pointerSegments(pointer)) {
        part = part?.below.get(step);
        offset = part?.offset ?? offset;
      }
      return [pointer, positionAt(offset)];
    }),
  );
}

/** All duplicate keys, in the order of the text. */
export function findDuplicateKeys(text: string): readonly DuplicateKey[] {
  const positionAt = createPositionLookup(text);
  const duplicates: DuplicateKey[] = [];
  /** The stack of open objects and lists: pointer, and keys so far. */
  const stack: { readonly pointer: string; readonly keys: Set<string> }[] = [];
  visitYamlValues(text, {
    enter(step, offset) {
      const parent = stack.at(-1);
      const pointer = parent && step !== undefined ? childPointer(parent.pointer, step) : '';
      if (parent && typeof step === 'string') {
        if (parent.keys.has(step)) duplicates.push({ pointer, ...positionAt(offset) });
        parent.keys.add(step);
      }
      stack.push({ pointer, keys: new Set() });
    },
    leave: () => stack.pop(),
  });
  return duplicates;
}

/** Stores the offsets of the requested parts. Invalid text has none. */
function findOffsets(text: string, root: RequestedPart): void {
  const stack: (RequestedPart | undefined)[] = [];
  try {
    visitYamlValues(text, {
      enter(step, offset) {
        const part = stack.length === 0 ? root : stack.at(-1)?.below.get(`${step}`);
        // The last of several duplicate keys counts.
        if (part) part.offset = offset;
        stack.push(part);
      },
      leave: () => stack.pop(),
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}

/** Converts offsets to positions. */
function createPositionLookup(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (offset) => {
    let [first, last] = [0, starts.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((starts[middle] ?? 0) <= offset) first = middle;
      else last = middle - 1;
    }
    return { line: first + 1, column: offset - (starts[first] ?? 0) + 1 };
  };
}
