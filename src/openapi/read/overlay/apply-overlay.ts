// Application of an overlay to a document (OpenAPI Overlay Specification 1.0.0, section 4.4).

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { SourceOrigin } from '../bundle-document.ts';
import { evaluateJsonPath, type JsonPathLocation } from './json-path.ts';
import type { Overlay, OverlayAction } from './read-overlay.ts';

type MutableObject = Record<string | number, unknown>;

/** The source of a value. */
type ValueSource = Omit<SourceOrigin, 'pointer'>;

/** The result of applying an overlay. */
export interface OverlayResult {
  /** Messages about actions without effect, with their pointers in the overlay. */
  readonly ineffective: readonly { readonly pointer: string; readonly message: string }[];
}

/** Tracks the sources of the parts of a document while overlays modify it. */
export class Provenance {
  readonly #root: string;
  readonly #parts = new Map<object, Map<string, ValueSource>>();

  /** @param root - the address of the document */
  constructor(root: string) {
    this.#root = root;
  }

  /** Records the source of a value that was added to an object or list. */
  record(parent: object, key: string | number, source: ValueSource): void {
    const existing = this.#parts.get(parent) ?? new Map<string, ValueSource>();
    existing.set(`${key}`, source);
    this.#parts.set(parent, existing);
  }

  /** Removes items of a list and keeps the sources of the others. @param at - pointer of the list before the removal */
  removeItems(list: unknown[], removed: ReadonlySet<string | number>, at: string): void {
    const existing = this.#parts.get(list);
    const remaining = list.flatMap((value, place) => {
      const source = existing?.get(`${place}`) ?? { file: this.#root, at: childPointer(at, place) };
      return removed.has(place) ? [] : [{ value, written: source }];
    });
    list.length = 0;
    for (const { value } of remaining) list.push(value);
    this.#parts.set(list, new Map(remaining.map(({ written: source }, place) => [`${place}`, source])));
  }

  /** The parts of the modified document with another source. Objects may have been moved since, but not copied. */
  originsIn(document: object): readonly SourceOrigin[] {
    const origins: SourceOrigin[] = [];
    const open: (readonly [part: object, pointer: string])[] = [[document, '']];
    const seen = new Set<object>();
    for (let next = open.pop(); next; next = open.pop()) {
      const [part, pointer] = next;
      if (seen.has(part)) continue;
      seen.add(part);
      const existing = this.#parts.get(part);
      for (const [key, value] of Object.entries(part)) {
        const source = existing?.get(key);
        if (source) origins.push({ pointer: childPointer(pointer, key), ...source });
        if (typeof value === 'object' && value !== null) open.push([value, childPointer(pointer, key)]);
      }
    }
    return origins;
  }
}

/**
 * @param document - it is modified
 * @param file - the address of the overlay
 */
export function applyOverlay(document: object, overlay: Overlay, file: string, provenance: Provenance): OverlayResult {
  const ineffective: { readonly pointer: string; readonly message: string }[] = [];
  for (const action of overlay.actions) {
    const message = applyAction(document, action, file, provenance);
    if (message !== undefined) ineffective.push({ pointer: childPointer(action.pointer, 'target'), message });
  }
  return { ineffective };
}

/** Applies an action; returns a message if it has no effect. */
function applyAction(
  document: object,
  action: OverlayAction,
  file: string,
  provenance: Provenance,
): string | undefined {
  const { target, update, remove } = action;
  let places: readonly JsonPathLocation[];
  try {
    places = evaluateJsonPath(target, document);
  } catch (error) {
    return `invalid JSONPath (RFC 9535): ${(error as Error).message}`;
  }
  if (places.length === 0) return 'matches nothing in the document; no change';
  if (remove) {
    if (places.some(({ length }) => length === 0)) return 'the whole document cannot be removed';
    removeLocations(document, places, provenance);
    return undefined;
  }
  if (update === undefined) return 'has neither update nor remove: true; no change';
  const at = childPointer(action.pointer, 'update');
  // An expression may match a location twice.
  const found = [...new Set(places.map((place) => valueAt(document, place)))];
  if (!found.every((value) => typeof value === 'object' && value !== null))
    return 'only objects and lists can be updated; target the object that contains it';
  for (const value of found) merge(value as MutableObject | unknown[], update, { file, at }, provenance);
  return undefined;
}

function valueAt(document: object, place: JsonPathLocation): unknown {
  return place.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as MutableObject)[step]
        : undefined,
    document,
  );
}

/** Removes the values at some locations: all items of a list at once, so that indexes stay valid. */
function removeLocations(document: object, places: readonly JsonPathLocation[], provenance: Provenance): void {
  const parents = new Map<unknown, { readonly at: string; readonly gone: Set<string | number> }>();
  for (const place of places) {
    const parentLocation = place.slice(0, -1);
    const parent = valueAt(document, parentLocation);
    const existing = parents.get(parent) ?? { at: childPointer('', ...parentLocation), gone: new Set() };
    existing.gone.add(place.at(-1) as string | number);
    parents.set(parent, existing);
  }
  for (const [parent, { at, gone: removed }] of parents) {
    if (Array.isArray(parent)) provenance.removeItems(parent, removed, at);
    else for (const name of removed) delete (parent as MutableObject)[name];
  }
}

/** Merges an update: members replace existing ones, lists are appended. */
function merge(
  into: MutableObject | unknown[],
  update: unknown,
  { file, at }: ValueSource,
  provenance: Provenance,
): void {
  if (Array.isArray(into)) {
    const added = Array.isArray(update) ? update : [update];
    for (const [index, value] of added.entries()) {
      const source = { file, at: Array.isArray(update) ? childPointer(at, index) : at };
      provenance.record(into, into.length, source);
      into.push(structuredClone(value));
    }
    return;
  }
  if (!isRecord(update)) return;
  for (const [name, value] of Object.entries(update)) {
    const source = { file, at: childPointer(at, name) };
    const existing = Object.hasOwn(into, name) ? into[name] : undefined;
    if (isRecord(existing) && isRecord(value)) merge(existing as MutableObject, value, source, provenance);
    else if (Array.isArray(existing) && Array.isArray(value)) merge(existing, value, source, provenance);
    else {
      provenance.record(into, name, source);
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
