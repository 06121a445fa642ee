// Sources of the parts of a document while overlays modify it.

import { childPointer } from '../../../schema/json-pointer.ts';
import type { SourceOrigin } from '../bundle-document.ts';
import type { JsonPathLocation } from './json-path.ts';

/** The source of a value. */
export type ValueSource = Omit<SourceOrigin, 'pointer'>;

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

  /** The source of a value of the document. */
  sourceOf(document: object, location: JsonPathLocation): ValueSource {
    let source: ValueSource = { file: this.#root, at: '' };
    let part: unknown = document;
    for (const step of location) {
      const added = this.#parts.get(part as object)?.get(`${step}`);
      source = added ?? { file: source.file, at: childPointer(source.at, step) };
      part = (part as Record<string | number, unknown>)[step];
    }
    return source;
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
