// Application of an overlay to a document (OpenAPI Overlay Specification 1.0 to 1.2).

import { childPointer } from '../../../schema/json-pointer.ts';
import { evaluateJsonPath, type JsonPathLocation } from './json-path.ts';
import { kindOf, type MutableObject, measureValue, mergeValue, setValue, valueAt } from './merge-value.ts';
import type { Provenance } from './provenance.ts';
import type { Overlay, OverlayAction } from './read-overlay.ts';

/** Limits of what one overlay adds: the values at all targets, and the depth of the document. */
const MAX_ADDED = 250_000;
const MAX_DEPTH = 500;
/** The maximum number of conflicts in a message. */
const MAX_LISTED = 3;

/** The result of applying an overlay. */
export interface OverlayResult {
  /** Messages about actions without effect, with their pointers in the overlay. */
  readonly ineffective: readonly { readonly pointer: string; readonly message: string }[];
}

/**
 * @param document - it is modified
 * @param file - the address of the overlay
 */
export function applyOverlay(document: object, overlay: Overlay, file: string, provenance: Provenance): OverlayResult {
  const ineffective: { readonly pointer: string; readonly message: string }[] = [];
  const context = { file, updatesPrimitives: overlay.updatesPrimitives, provenance, addable: MAX_ADDED };
  for (const action of overlay.actions) {
    const message = applyAction(document, action, context);
    if (message !== undefined) ineffective.push({ pointer: childPointer(action.pointer, 'target'), message });
  }
  return { ineffective };
}

interface ActionContext {
  readonly file: string;
  readonly updatesPrimitives: boolean;
  readonly provenance: Provenance;
  /** The number of values that may still be added. */
  addable: number;
}

/** Applies an action; returns a message if it, or a part of it, has no effect. */
function applyAction(document: object, action: OverlayAction, context: ActionContext): string | undefined {
  const { file, updatesPrimitives, provenance } = context;
  const { target, update, copy, remove } = action;
  const places = findLocations(target, document);
  if (typeof places === 'string') return places;
  if (places.length === 0) return 'matches nothing in the document; no change';
  if (remove) {
    if (places.some(({ length }) => length === 0)) return 'the whole document cannot be removed';
    removeLocations(document, places, provenance);
    return undefined;
  }
  if (update !== undefined && copy !== undefined) return 'has both update and copy; no change';
  if (update === undefined && copy === undefined)
    return `has neither update${updatesPrimitives ? ', copy' : ''} nor remove: true; no change`;
  const change =
    copy === undefined
      ? { value: update, source: { file, at: childPointer(action.fieldsPointer, 'update') } }
      : findCopied(document, copy, provenance);
  if (typeof change === 'string') return change;
  // An expression may match a location twice, and aliases of YAML are one object at several locations.
  const found = new Map<unknown, JsonPathLocation>();
  for (const place of places) {
    const value = valueAt(document, place);
    found.set(kindOf(value) === 'primitive' ? childPointer('', ...place) : value, place);
  }
  const targets = [...found.values()];
  const kinds = new Set(targets.map((place) => kindOf(valueAt(document, place))));
  if (kinds.has('primitive') && !updatesPrimitives)
    return 'only objects and lists can be updated; target the object that contains it, or use overlay: 1.1.0';
  if (kinds.size > 1) return `matches values of different kinds: ${[...kinds].join(', ')}; no change`;
  const [kind] = kinds;
  if (kind !== 'list' && kindOf(change.value) !== kind)
    return `the value at ${childPointer('', ...(targets[0] ?? []))} is no ${kindOf(change.value)}; no change`;
  const { count, depth } = measureValue(change.value);
  if (count * targets.length > context.addable) return `the overlay adds more than ${MAX_ADDED} values; no change`;
  if (targets.some(({ length }) => length + depth > MAX_DEPTH))
    return `makes the document more than ${MAX_DEPTH} levels deep; no change`;
  context.addable -= count * targets.length;
  // The copied value may contain a target, or be in one.
  const value = structuredClone(change.value);
  const conflicts = targets.flatMap((place) => {
    const into = valueAt(document, place);
    if (kind === 'primitive') return setValue(document, place, value, change.source, provenance);
    return mergeValue(into as MutableObject | unknown[], value, change.source, provenance).map((path) =>
      childPointer('', ...place, ...path),
    );
  });
  if (conflicts.length === 0) return undefined;
  const others = conflicts.length > MAX_LISTED ? `, and ${conflicts.length - MAX_LISTED} more` : '';
  return `values of different kinds are not merged: ${conflicts.slice(0, MAX_LISTED).join(', ')}${others}`;
}

function findLocations(expression: string, document: object): readonly JsonPathLocation[] | string {
  try {
    return evaluateJsonPath(expression, document);
  } catch (error) {
    return `invalid JSONPath (RFC 9535): ${(error as Error).message}`;
  }
}

/** The value to copy; a message if there is not exactly one. */
function findCopied(document: object, copy: string, provenance: Provenance) {
  const places = findLocations(copy, document);
  if (typeof places === 'string') return `copy is ${places}`;
  const [place, ...others] = places;
  if (!place || others.length > 0)
    return `copy must match one value, but ${copy} matches ${places.length === 0 ? 'nothing' : places.length}; no change`;
  return { value: valueAt(document, place), source: provenance.sourceOf(document, place) };
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
