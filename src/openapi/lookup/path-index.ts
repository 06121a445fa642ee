// What stands at which path, built once: the cost of a look-up follows the length of the path, not the number of paths.

import { once } from '../../schema/once.ts';
import type { Condition } from './path-condition.ts';
import { createNode, type End, type Node, plant } from './path-nodes.ts';
import { search } from './path-search.ts';
import { decoded } from './path-template.ts';
import { createLoose, type Entry, endOf, stepsOf } from './path-ways.ts';

/** What stands at a template that a path fits. */
export interface Found<T> {
  readonly entry: T;
  /** The names of the values in the template. */
  readonly names: readonly string[];
  /** The values in the path, in the order of their names, as sent. */
  readonly texts: readonly string[];
  /** What must stand elsewhere in the request. */
  readonly conditions: readonly Condition[];
}

export interface PathIndex<T> {
  /**
   * What stands at the templates that a path fits. Segment by segment, a text comes before a value, more text around a value before less, and two
   * values before one; of templates that are the same but for names, those with more conditions come first, then the one that was given first. After all of them come those
   * that fit if a value may hold slashes, or a slash at the end is left out. (OpenAPI 3.0.3, section 4.7.8: concrete paths are matched before templated ones.)
   */
  find(path: string): Iterable<Found<T>>;
  /** What `find` gives first, if the path itself stands there and nothing else is asked for: known without looking for the others. */
  exact(path: string): Found<T> | undefined;
  /** Templates that are the same but for names, each with the first of its kind. */
  readonly alike: readonly (readonly [first: string, other: string])[];
}

/** Builds the index of entries by their path templates. */
export function createPathIndex<T>(given: Iterable<Entry<T>>): PathIndex<T> {
  const entries = [...given];
  const exact = new Map<string, Found<T>>();
  const root = createNode<T>();
  const alike: (readonly [string, string])[] = [];
  for (const one of entries) {
    const { template, entry } = one;
    const end = endOf(one);
    if (end.names.length === 0 && end.conditions.length === 0)
      exact.set(template, { entry, names: [], texts: [], conditions: [] });
    const { ends } = plant(root, stepsOf(one), end);
    // What stands there under conditions has to be looked at first.
    if (ends.length > 1) for (const other of ends) exact.delete(other.template);
    const twin = ends.find((other) => other !== end && sameConditions(other, end));
    if (twin) alike.push([twin.template, template]);
    // A `#` never arrives as itself, yet somebody may send it as part of the path.
    if (/[#?]/.test(template.replace(/\{[^}]*\}/g, ''))) plant(root, stepsOf(one, true), endOf(one, true));
  }
  const looseRoot = once(() => createLoose(entries));
  function* walk(path: string): Generator<Found<T>> {
    const found = exact.get(path);
    if (found) yield found;
    const segments = path.split('/');
    for (const { end, texts } of search(root, segments)) {
      if (end.entry !== found?.entry) yield foundAt(end, texts);
    }
    if (segments.length > MAX_SEGMENTS || path.length > MAX_LENGTH) return;
    for (const { end, texts } of search(looseRoot(), segments)) yield foundAt(end, texts);
  }
  return {
    alike,
    exact: (path) => exact.get(path),
    find: (path) => (isStrange(root, path) ? [] : walk(path)),
  };
}

/**
 * Whether no template begins as a path does: soon known of most that belong to another document. All ways to read a template begin with the text that it
 * begins with, or with a value.
 */
function isStrange<T>({ literal, patterns, taken }: Node<T>, path: string): boolean {
  if (!path.startsWith('/') || patterns.length + taken.size > 0) return false;
  const inner = literal.get('');
  if (!inner) return true;
  const end = path.indexOf('/', 1);
  const first = end < 0 ? path.slice(1) : path.slice(1, end);
  return inner.patterns.length + inner.taken.size === 0 && !inner.literal.has(decoded(first));
}

/** How many segments and characters a path may have in which a value holds slashes. */
const MAX_SEGMENTS = 256;
const MAX_LENGTH = 8192;

function sameConditions<T>(one: End<T>, other: End<T>): boolean {
  const terms = ({ conditions }: End<T>) => JSON.stringify(conditions.map(({ name, text }) => [name, text]).sort());
  return terms(one) === terms(other);
}

/** Brings the texts to their names: a value may consist of several. */
function foundAt<T>({ entry, names, widths, conditions }: End<T>, texts: readonly string[]): Found<T> {
  let at = 0;
  const values = widths.map((width) => {
    at += width;
    return texts.slice(at - width, at).join('/');
  });
  return { entry, names, texts: values, conditions };
}
