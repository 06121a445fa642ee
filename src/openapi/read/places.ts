// Where the parts of a text of JSON or YAML are written. Asked for only when there is something to tell about them.

import { UnreadableText, visitValues } from '../../schema/yaml.ts';
import { child, stepsOf } from '../pointer.ts';

/** Counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A key that stands twice in one object, the second time here. */
export interface RepeatedKey extends Place {
  /** JSON pointer (RFC 6901) to its value. */
  readonly pointer: string;
}

/** What is looked for: parts below parts. */
interface Wanted {
  readonly below: Map<string, Wanted>;
  /** Where it begins, once it was found. */
  offset?: number;
}

/**
 * Where parts of a text stand: their key, or in a list themselves. Of a part that is not there, the nearest one around it.
 *
 * @param pointers - JSON pointers (RFC 6901)
 */
export function placesIn(text: string, pointers: readonly string[]): ReadonlyMap<string, Place> {
  const root: Wanted = { below: new Map(), offset: 0 };
  for (const pointer of pointers) {
    let part = root;
    for (const step of stepsOf(pointer)) {
      const next: Wanted = part.below.get(step) ?? { below: new Map() };
      part.below.set(step, next);
      part = next;
    }
  }
  locate(text, root);
  const placeAt = placer(text);
  return new Map(
    pointers.map((pointer) => {
      let [part, offset]: [Wanted | undefined, number] = [root, 0];
      for (const step of stepsOf(pointer)) {
        part = part?.below.get(step);
        offset = part?.offset ?? offset;
      }
      return [pointer, placeAt(offset)];
    }),
  );
}

/** Every key that stands again in its object, in the order of the text. */
export function repeatedKeys(text: string): readonly RepeatedKey[] {
  const placeAt = placer(text);
  const found: RepeatedKey[] = [];
  /** What is open, from the outermost: where it stands, and the keys in it so far. */
  const open: { readonly pointer: string; readonly keys: Set<string> }[] = [];
  visitValues(text, {
    enter(step, offset) {
      const holder = open.at(-1);
      const pointer = holder && step !== undefined ? child(holder.pointer, step) : '';
      if (holder && typeof step === 'string') {
        if (holder.keys.has(step)) found.push({ pointer, ...placeAt(offset) });
        holder.keys.add(step);
      }
      open.push({ pointer, keys: new Set() });
    },
    leave: () => open.pop(),
  });
  return found;
}

/** Notes where the wanted parts begin. A text that cannot be gone through has no places. */
function locate(text: string, root: Wanted): void {
  const open: (Wanted | undefined)[] = [];
  try {
    visitValues(text, {
      enter(step, offset) {
        const part = open.length === 0 ? root : open.at(-1)?.below.get(`${step}`);
        // Of a key that stands twice, the last one counts.
        if (part) part.offset = offset;
        open.push(part);
      },
      leave: () => open.pop(),
    });
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
  }
}

/** Turns offsets into places. */
function placer(text: string): (offset: number) => Place {
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
