// What stands at which path, built once: the cost of a look-up follows the length of the path, not the number of paths.

import { type PathTemplate, parsePathTemplate } from './path-template.ts';

/** What stands at a template that a path fits. */
export interface Found<T> {
  readonly entry: T;
  /** The names of the values in the template. */
  readonly names: readonly string[];
  /** The values in the path, in the order of their names, as sent. */
  readonly texts: readonly string[];
}

export interface PathIndex<T> {
  /**
   * What stands at the templates that a path fits: first the one without values, then the one with the longest text outside its
   * values, and of several the one that was given first. (OpenAPI 3.0.3, section 4.7.8: concrete paths are matched before templated ones.)
   */
  find(path: string): Iterable<Found<T>>;
}

/** One segment of all templates that begin alike. */
interface Node<T> {
  readonly literal: Map<string, Node<T>>;
  /** By the source of the pattern. */
  readonly patterns: Map<string, { readonly pattern: RegExp; readonly next: Node<T> }>;
  /** What stands at the templates that end here. */
  readonly ends: End<T>[];
}

interface End<T> {
  readonly entry: T;
  readonly template: PathTemplate;
  /** How many entries were given before. */
  readonly place: number;
}

/** Builds the index of entries by their path templates. */
export function createPathIndex<T>(entries: Iterable<readonly [template: string, entry: T]>): PathIndex<T> {
  const exact = new Map<string, Found<T>>();
  const root = createNode<T>();
  let place = 0;
  for (const [path, entry] of entries) {
    const template = parsePathTemplate(path);
    if (template.names.length === 0) exact.set(path, { entry, names: [], texts: [] });
    else nodeOf(root, template).ends.push({ entry, template, place: place++ });
  }
  return {
    *find(path) {
      const found = exact.get(path);
      if (found) yield found;
      for (const { end, texts } of endsOf(root, path.split('/')).sort(bySpecificity)) {
        yield { entry: end.entry, names: end.template.names, texts };
      }
    },
  };
}

function createNode<T>(): Node<T> {
  return { literal: new Map(), patterns: new Map(), ends: [] };
}

/** The node at which a template ends; it and those before it are made where they are missing. */
function nodeOf<T>(root: Node<T>, { segments }: PathTemplate): Node<T> {
  return segments.reduce((node, segment) => {
    const next = typeof segment === 'string' ? node.literal.get(segment) : node.patterns.get(segment.source)?.next;
    if (next) return next;
    const made = createNode<T>();
    if (typeof segment === 'string') node.literal.set(segment, made);
    else node.patterns.set(segment.source, { pattern: segment, next: made });
    return made;
  }, root);
}

interface Reached<T> {
  readonly end: End<T>;
  readonly texts: readonly string[];
}

/** Every template that fits, with the values that it finds. */
function endsOf<T>(node: Node<T>, segments: readonly string[], depth = 0, texts: readonly string[] = []): Reached<T>[] {
  const segment = segments[depth];
  if (segment === undefined) return node.ends.map((end) => ({ end, texts }));
  const reached: Reached<T>[] = [];
  const next = node.literal.get(segment);
  if (next) reached.push(...endsOf(next, segments, depth + 1, texts));
  for (const { pattern, next } of node.patterns.values()) {
    const found = pattern.exec(segment);
    if (found) reached.push(...endsOf(next, segments, depth + 1, [...texts, ...found.slice(1)]));
  }
  return reached;
}

function bySpecificity(one: Reached<unknown>, other: Reached<unknown>): number {
  return other.end.template.literalLength - one.end.template.literalLength || one.end.place - other.end.place;
}
