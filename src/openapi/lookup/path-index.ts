// What stands at which path, built once: the cost of a look-up follows the length of the path, not the number of paths.

import { once } from '../../schema/once.ts';
import type { Condition } from './path-condition.ts';
import { decoded, parsePathTemplate, type Segment, valuesIn } from './path-template.ts';
import type { PathValue } from './path-value.ts';

/** Something that stands at a path. */
export interface Entry<T> {
  readonly template: string;
  readonly entry: T;
  /** What is known of a value in the template. Default: nothing. */
  readonly value?: (name: string) => PathValue | undefined;
}

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

/** One segment of all templates that begin alike. */
interface Node<T> {
  readonly literal: Map<string, Node<T>>;
  /** Texts that are part of a value. */
  readonly taken: Map<string, Taken<T>>;
  /** The ones with more text first. */
  readonly patterns: Pattern<T>[];
  /** What stands at the templates that end here. */
  readonly ends: End<T>[];
}

interface Taken<T> {
  /** The part of the text that is the value's. */
  readonly text: string;
  readonly next: Node<T>;
}

interface Pattern<T> {
  readonly texts: readonly string[];
  readonly choices: readonly (readonly string[])[];
  /** Whether it goes on over slashes. */
  readonly isWide: boolean;
  readonly next: Node<T>;
}

interface End<T> {
  readonly template: string;
  readonly entry: T;
  readonly names: readonly string[];
  /** Of how many segments each value consists. */
  readonly widths: readonly number[];
  readonly conditions: readonly Condition[];
}

/** One segment on the way to an end: `taken` of it belongs to a value though it is spelt out; `isWide` if the value in it goes on over slashes. */
interface Step {
  readonly segment: Segment;
  readonly taken?: string;
  readonly isWide?: boolean;
  readonly choices?: readonly (readonly string[])[];
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
/** How many ways there are to write the values of one template that may hold slashes. */
const MAX_WAYS = 48;

function createNode<T>(): Node<T> {
  return { literal: new Map(), taken: new Map(), patterns: [], ends: [] };
}

function endOf<T>({ template, entry, value }: Entry<T>, isWhole = false): End<T> {
  const { values, conditions } = parsePathTemplate(template, isWhole);
  // The operators in the braces may be part of the name all the same.
  const names = values.map(({ name, written }) => (name !== written && value?.(written) ? written : name));
  return { template, entry, names, widths: values.map(() => 1), conditions };
}

function stepsOf<T>({ template, value }: Entry<T>, isWhole = false): Step[] {
  const { segments, values } = parsePathTemplate(template, isWhole);
  let index = 0;
  return segments.map((segment) => {
    if (typeof segment === 'string') return { segment };
    const own = values.slice(index, index + segment.length - 1);
    index += own.length;
    // Only where nothing stands between two values it matters which texts they can have.
    const isTight = segment.slice(1, -1).includes('');
    return isTight ? { segment, choices: own.map(({ name }) => value?.(name)?.choices ?? []) } : { segment };
  });
}

/** Lets an end stand where the steps lead; nodes are made where they are missing. */
function plant<T>(root: Node<T>, steps: readonly Step[], end: End<T>): Node<T> {
  const node = steps.reduce(follow, root);
  const { ends } = node;
  const before = ends.findIndex(({ conditions }) => conditions.length < end.conditions.length);
  ends.splice(before < 0 ? ends.length : before, 0, end);
  return node;
}

function follow<T>(node: Node<T>, { segment, taken, isWide = false, choices = [] }: Step): Node<T> {
  const { literal, patterns } = node;
  if (typeof segment === 'string') {
    const known = taken === undefined ? literal.get(segment) : node.taken.get(segment)?.next;
    const next = known ?? createNode<T>();
    if (taken === undefined) literal.set(segment, next);
    else node.taken.set(segment, { text: taken, next });
    return next;
  }
  const made: Pattern<T> = { texts: segment, choices, isWide, next: createNode() };
  const known = patterns.find((one) => keyOf(one) === keyOf(made));
  if (known) return known.next;
  const before = patterns.findIndex((one) => isBefore(made, one));
  patterns.splice(before < 0 ? patterns.length : before, 0, made);
  return made.next;
}

function keyOf({ texts, choices, isWide }: Pattern<unknown>): string {
  return JSON.stringify([texts, choices, isWide]);
}

/**
 * A value that ends at a slash comes before one that goes on, then more text before less, then more values before fewer (who asks for two characters
 * asks for more than who asks for one). What is left is settled by the spelling, so that no other template has a say in it: text at the front comes first.
 */
function isBefore(one: Pattern<unknown>, other: Pattern<unknown>): boolean {
  const length = ({ texts }: Pattern<unknown>) => texts.join('').length;
  if (one.isWide !== other.isWide) return other.isWide;
  const more = length(one) - length(other) || one.texts.length - other.texts.length;
  return more === 0 ? keyOf(one) > keyOf(other) : more > 0;
}

function sameConditions<T>(one: End<T>, other: End<T>): boolean {
  const terms = ({ conditions }: End<T>) => JSON.stringify(conditions.map(({ name, text }) => [name, text]).sort());
  return terms(one) === terms(other);
}

/** The ways to read a template that are tried last: a value that may hold slashes, and no slash at the end. */
function createLoose<T>(entries: readonly Entry<T>[]): Node<T> {
  const root = createNode<T>();
  for (const one of entries) {
    const end = endOf(one);
    if (end.names.length > 0) for (const { steps, widths } of waysOf(one)) plant(root, steps, { ...end, widths });
    const steps = stepsOf(one);
    if (steps.length > 2 && steps.at(-1)?.segment === '') plant(root, steps.slice(0, -1), end);
  }
  return root;
}

interface Way {
  readonly steps: readonly Step[];
  readonly widths: readonly number[];
}

/** All ways in which the values of a template may hold slashes; none when none may. */
function waysOf<T>(one: Entry<T>): readonly Way[] {
  const { values } = parsePathTemplate(one.template);
  let index = 0;
  let ways: readonly Way[] = [{ steps: [], widths: [] }];
  for (const step of stepsOf(one)) {
    const count = typeof step.segment === 'string' ? 0 : step.segment.length - 1;
    const value = values[index];
    index += count;
    const plain: Way = { steps: [step], widths: Array.from({ length: count }, () => 1) };
    const others = count === 1 && value ? widerSteps(step, one.value?.(value.name), value.mayHoldSlashes) : [];
    ways = ways
      .flatMap((way) =>
        [plain, ...others].map(({ steps, widths }) => ({
          steps: [...way.steps, ...steps],
          widths: [...way.widths, ...widths],
        })),
      )
      .slice(0, MAX_WAYS);
  }
  // The first one is that of the template itself.
  return ways.slice(1);
}

/** The segments that one value stands for when it holds slashes. */
function widerSteps({ segment }: Step, value: PathValue | undefined, isWritten: boolean): readonly Way[] {
  const [before = '', after = ''] = segment;
  const shaped = (value?.shapes ?? []).map((shape): Way => {
    const steps = shape.map((name, at): Step => {
      const texts = [at === 0 ? before : '', at === shape.length - 1 ? after : ''] as const;
      return name === '*' ? { segment: texts } : { segment: texts.join(name), taken: name };
    });
    return { steps, widths: [steps.length] };
  });
  const wide: Way = { steps: [{ segment, isWide: true }], widths: [1] };
  return isWritten || value?.mayHoldSlashes ? [...shaped, wide] : shaped;
}

interface Reached<T> {
  readonly end: End<T>;
  readonly texts: readonly string[];
}

/** Every end that a path leads to, with what was found on the way. Each node is reached at most once for each segment. */
function search<T>(root: Node<T>, segments: readonly string[]): Reached<T>[] {
  const reached: Reached<T>[] = [];
  let seen: Map<Node<T>, Set<number>> | undefined;
  const visit = (node: Node<T>, depth: number, texts: readonly string[]): void => {
    const segment = segments[depth];
    if (segment === undefined) {
      for (const end of node.ends) reached.push({ end, texts });
      return;
    }
    const text = decoded(segment);
    const next = node.literal.get(text);
    if (next) visit(next, depth + 1, texts);
    const taken = node.taken.size > 0 ? node.taken.get(text) : undefined;
    if (taken) visit(taken.next, depth + 1, [...texts, taken.text]);
    for (const pattern of node.patterns) {
      if (pattern.isWide) visitWide(pattern, depth, texts);
      else {
        const values = valuesIn(segment, pattern.texts, pattern.choices);
        if (values) visit(pattern.next, depth + 1, [...texts, ...values]);
      }
    }
  };
  const visitWide = ({ texts: around, next }: Pattern<T>, depth: number, texts: readonly string[]): void => {
    const isLast = next.literal.size + next.taken.size + next.patterns.length === 0;
    seen ??= new Map();
    const visited = seen.get(next) ?? new Set();
    seen.set(next, visited);
    for (let end = isLast ? segments.length : depth + 1; end <= segments.length; end += 1) {
      if (visited.has(end)) continue;
      const [value] = valuesIn(segments.slice(depth, end).join('/'), around) ?? [];
      if (value === undefined) continue;
      visited.add(end);
      visit(next, end, [...texts, value]);
    }
  };
  visit(root, 0, []);
  return reached;
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
