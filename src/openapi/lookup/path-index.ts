// Index and search of path templates: cost depends on the path length, not their number.

import { once } from '../../schema/once.ts';
import type { PathCondition } from './path-condition.ts';
import { decodeOrKeep, matchSegment } from './path-template.ts';
import {
  createFallbackTree,
  createPathEnd,
  createTemplateNode,
  insertPath,
  type PathEnd,
  type PathEntry,
  type SegmentPattern,
  type TemplateNode,
  templateSteps,
} from './path-tree.ts';

/** An entry whose template matches a path. */
export interface PathMatch<T> {
  readonly entry: T;
  /** The parameter names of the template. */
  readonly names: readonly string[];
  /** The values in the path, in the order of the names, as sent. */
  readonly texts: readonly string[];
  /** Conditions on other parts of the request. */
  readonly conditions: readonly PathCondition[];
}

export interface PathIndex<T> {
  /**
   * The entries whose templates match a path. In each segment, literal text comes before a value, more text around a
   * value before less, two values before one. Equal templates: more conditions first, then insertion order. Last come
   * matches with slashes in a value or without a trailing slash. (OpenAPI 3.0.3, section 4.7.8: concrete paths before
   * templated.)
   */
  find(path: string): Iterable<PathMatch<T>>;
  /** The first result of `find` for a literal template without conditions, in constant time. */
  exact(path: string): PathMatch<T> | undefined;
  /** Templates that differ only in parameter names, each with the first one. */
  readonly duplicates: readonly (readonly [first: string, other: string])[];
}

/** Builds the index of entries by their path templates. */
export function createPathIndex<T>(input: Iterable<PathEntry<T>>): PathIndex<T> {
  const entries = [...input];
  const exact = new Map<string, PathMatch<T>>();
  const root = createTemplateNode<T>();
  const alike: (readonly [string, string])[] = [];
  for (const one of entries) {
    const { template, entry } = one;
    const end = createPathEnd(one);
    if (end.names.length === 0 && end.conditions.length === 0)
      exact.set(template, { entry, names: [], texts: [], conditions: [] });
    const { ends } = insertPath(root, templateSteps(one), end);
    // Entries with conditions have to be checked first.
    if (ends.length > 1) for (const other of ends) exact.delete(other.template);
    const duplicate = ends.find((other) => other !== end && sameConditions(other, end));
    if (duplicate) alike.push([duplicate.template, template]);
    // A `#` is never sent as a fragment, but clients may send it encoded in the path.
    if (/[#?]/.test(template.replace(/\{[^}]*\}/g, '')))
      insertPath(root, templateSteps(one, true), createPathEnd(one, true));
  }
  const fallbackRoot = once(() => createFallbackTree(entries));
  function* walk(path: string): Generator<PathMatch<T>> {
    const found = exact.get(path);
    if (found) yield found;
    const segments = path.split('/');
    for (const { end, texts } of searchPaths(root, segments)) {
      if (end.entry !== found?.entry) yield toPathMatch(end, texts);
    }
    if (segments.length > MAX_SEGMENTS || path.length > MAX_LENGTH) return;
    for (const { end, texts } of searchPaths(fallbackRoot(), segments)) yield toPathMatch(end, texts);
  }
  return {
    duplicates: alike,
    exact: (path) => exact.get(path),
    find: (path) => (hasNoMatchingStart(root, path) ? [] : walk(path)),
  };
}

/**
 * Whether no template starts like a path: a quick rejection of paths of other documents. Every form of a template
 * starts with its first literal text or with a value.
 */
function hasNoMatchingStart<T>({ literal, patterns, valueTexts }: TemplateNode<T>, path: string): boolean {
  if (!path.startsWith('/') || patterns.length + valueTexts.size > 0) return false;
  const inner = literal.get('');
  if (!inner) return true;
  const end = path.indexOf('/', 1);
  const first = end < 0 ? path.slice(1) : path.slice(1, end);
  return inner.patterns.length + inner.valueTexts.size === 0 && !inner.literal.has(decodeOrKeep(first));
}

/** Limits of a path for matching values with slashes: segments and characters. */
const MAX_SEGMENTS = 256;
const MAX_LENGTH = 8192;

function sameConditions<T>(one: PathEnd<T>, other: PathEnd<T>): boolean {
  const terms = ({ conditions }: PathEnd<T>) => JSON.stringify(conditions.map(({ name, text }) => [name, text]).sort());
  return terms(one) === terms(other);
}

/** Assigns texts to names: a value may span several segments. */
function toPathMatch<T>({ entry, names, widths, conditions }: PathEnd<T>, texts: readonly string[]): PathMatch<T> {
  let at = 0;
  const values = widths.map((width) => {
    at += width;
    return texts.slice(at - width, at).join('/');
  });
  return { entry, names, texts: values, conditions };
}

export interface ReachedEnd<T> {
  readonly end: PathEnd<T>;
  readonly texts: readonly string[];
}

/** All ends that a path reaches, with their values. Each node is visited at most once per segment. */
export function searchPaths<T>(root: TemplateNode<T>, segments: readonly string[]): ReachedEnd<T>[] {
  const reached: ReachedEnd<T>[] = [];
  let seen: Map<TemplateNode<T>, Set<number>> | undefined;
  const visit = (node: TemplateNode<T>, depth: number, texts: readonly string[]): void => {
    const segment = segments[depth];
    if (segment === undefined) {
      for (const end of node.ends) reached.push({ end, texts });
      return;
    }
    const text = decodeOrKeep(segment);
    const next = node.literal.get(text);
    if (next) visit(next, depth + 1, texts);
    const valueText = node.valueTexts.size > 0 ? node.valueTexts.get(text) : undefined;
    if (valueText) visit(valueText.next, depth + 1, [...texts, valueText.text]);
    for (const pattern of node.patterns) {
      if (pattern.spansSegments) visitSpanning(pattern, depth, texts);
      else {
        const values = matchSegment(segment, pattern.texts, pattern.choices);
        if (values) visit(pattern.next, depth + 1, [...texts, ...values]);
      }
    }
  };
  const visitSpanning = (
    { texts: surrounding, next }: SegmentPattern<T>,
    depth: number,
    texts: readonly string[],
  ): void => {
    const isLast = next.literal.size + next.valueTexts.size + next.patterns.length === 0;
    seen ??= new Map();
    const visited = seen.get(next) ?? new Set();
    seen.set(next, visited);
    for (let end = isLast ? segments.length : depth + 1; end <= segments.length; end += 1) {
      if (visited.has(end)) continue;
      const [value] = matchSegment(segments.slice(depth, end).join('/'), surrounding) ?? [];
      if (value === undefined) continue;
      visited.add(end);
      visit(next, end, [...texts, value]);
    }
  };
  visit(root, 0, []);
  return reached;
}
