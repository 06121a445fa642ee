// Application of an overlay to a document (OpenAPI Overlay Specification 1.0.0, section 4.4).

import { isRecord } from '../../is-record.ts';
import { child } from '../../pointer.ts';
import type { Origin } from '../bundle.ts';
import { type Location, placesMeant } from './json-path.ts';
import type { Action, Overlay } from './read-overlay.ts';

type Holder = Record<string | number, unknown>;

/** The source of a value. */
type Written = Omit<Origin, 'pointer'>;

/** The result of applying an overlay. */
export interface Overlaid {
  /** Messages about actions without effect, with their pointers in the overlay. */
  readonly unheeded: readonly { readonly pointer: string; readonly message: string }[];
}

/** Tracks the sources of the parts of a document while overlays modify it. */
export class Provenance {
  readonly #root: string;
  readonly #parts = new Map<object, Map<string, Written>>();

  /** @param root - the address of the document */
  constructor(root: string) {
    this.#root = root;
  }

  /** Records the source of a value that was added to an object or list. */
  note(holder: object, key: string | number, written: Written): void {
    const known = this.#parts.get(holder) ?? new Map<string, Written>();
    known.set(`${key}`, written);
    this.#parts.set(holder, known);
  }

  /** Removes items of a list and keeps the sources of the others. @param at - pointer of the list before the removal */
  takeOut(list: unknown[], gone: ReadonlySet<string | number>, at: string): void {
    const known = this.#parts.get(list);
    const left = list.flatMap((value, place) => {
      const written = known?.get(`${place}`) ?? { file: this.#root, at: child(at, place) };
      return gone.has(place) ? [] : [{ value, written }];
    });
    list.length = 0;
    for (const { value } of left) list.push(value);
    this.#parts.set(list, new Map(left.map(({ written }, place) => [`${place}`, written])));
  }

  /** The parts of the modified document with another source. Objects may have been moved since, but not copied. */
  originsIn(document: object): readonly Origin[] {
    const origins: Origin[] = [];
    const open: (readonly [part: object, pointer: string])[] = [[document, '']];
    const seen = new Set<object>();
    for (let next = open.pop(); next; next = open.pop()) {
      const [part, pointer] = next;
      if (seen.has(part)) continue;
      seen.add(part);
      const known = this.#parts.get(part);
      for (const [key, value] of Object.entries(part)) {
        const written = known?.get(key);
        if (written) origins.push({ pointer: child(pointer, key), ...written });
        if (typeof value === 'object' && value !== null) open.push([value, child(pointer, key)]);
      }
    }
    return origins;
  }
}

/**
 * @param document - it is modified
 * @param file - the address of the overlay
 */
export function applyOverlay(document: object, overlay: Overlay, file: string, provenance: Provenance): Overlaid {
  const unheeded: { readonly pointer: string; readonly message: string }[] = [];
  for (const action of overlay.actions) {
    const message = apply(document, action, file, provenance);
    if (message !== undefined) unheeded.push({ pointer: child(action.pointer, 'target'), message });
  }
  return { unheeded };
}

/** Applies an action; returns a message if it has no effect. */
function apply(document: object, action: Action, file: string, provenance: Provenance): string | undefined {
  const { target, update, remove } = action;
  let places: readonly Location[];
  try {
    places = placesMeant(target, document);
  } catch (error) {
    return `invalid JSONPath (RFC 9535): ${(error as Error).message}`;
  }
  if (places.length === 0) return 'matches nothing in the document; no change';
  if (remove) {
    if (places.some(({ length }) => length === 0)) return 'the whole document cannot be removed';
    takeOut(document, places, provenance);
    return undefined;
  }
  if (update === undefined) return 'has neither update nor remove: true; no change';
  const at = child(action.pointer, 'update');
  // An expression may match a location twice.
  const found = [...new Set(places.map((place) => valueAt(document, place)))];
  if (!found.every((value) => typeof value === 'object' && value !== null))
    return 'only objects and lists can be updated; target the object that contains it';
  for (const value of found) merge(value as Holder | unknown[], update, { file, at }, provenance);
  return undefined;
}

function valueAt(document: object, place: Location): unknown {
  return place.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Holder)[step] : undefined,
    document,
  );
}

/** Removes the values at some locations: all items of a list at once, so that indexes stay valid. */
function takeOut(document: object, places: readonly Location[], provenance: Provenance): void {
  const holders = new Map<unknown, { readonly at: string; readonly gone: Set<string | number> }>();
  for (const place of places) {
    const above = place.slice(0, -1);
    const holder = valueAt(document, above);
    const known = holders.get(holder) ?? { at: child('', ...above), gone: new Set() };
    known.gone.add(place.at(-1) as string | number);
    holders.set(holder, known);
  }
  for (const [holder, { at, gone }] of holders) {
    if (Array.isArray(holder)) provenance.takeOut(holder, gone, at);
    else for (const name of gone) delete (holder as Holder)[name];
  }
}

/** Merges an update: members replace existing ones, lists are appended. */
function merge(into: Holder | unknown[], update: unknown, { file, at }: Written, provenance: Provenance): void {
  if (Array.isArray(into)) {
    const added = Array.isArray(update) ? update : [update];
    for (const [index, value] of added.entries()) {
      const written = { file, at: Array.isArray(update) ? child(at, index) : at };
      provenance.note(into, into.length, written);
      into.push(structuredClone(value));
    }
    return;
  }
  if (!isRecord(update)) return;
  for (const [name, value] of Object.entries(update)) {
    const written = { file, at: child(at, name) };
    const known = Object.hasOwn(into, name) ? into[name] : undefined;
    if (isRecord(known) && isRecord(value)) merge(known as Holder, value, written, provenance);
    else if (Array.isArray(known) && Array.isArray(value)) merge(known, value, written, provenance);
    else {
      provenance.note(into, name, written);
      // A member may have the name `__proto__`.
      Object.defineProperty(into, name, {
        value: structuredClone(value),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }
}
