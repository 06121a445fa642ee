// The tree of path templates: one node for each distinct segment.

import type { Condition } from './path-condition.ts';
import type { Segment } from './path-template.ts';

/** One segment of all templates with the same beginning. */
export interface Node<T> {
  readonly literal: Map<string, Node<T>>;
  /** Literal texts that are part of a value. */
  readonly taken: Map<string, ValueText<T>>;
  /** More literal text first. */
  readonly patterns: Pattern<T>[];
  /** The entries whose templates end here. */
  readonly ends: End<T>[];
}

interface ValueText<T> {
  /** The part of the text that belongs to the value. */
  readonly text: string;
  readonly next: Node<T>;
}

/** A segment with values: the texts around them, and allowed values where two values are adjacent. */
export interface Pattern<T> {
  readonly texts: readonly string[];
  readonly choices: readonly (readonly string[])[];
  /** Whether the value may contain slashes. */
  readonly isWide: boolean;
  readonly next: Node<T>;
}

/** The entry at the end of a template. */
export interface End<T> {
  readonly template: string;
  readonly entry: T;
  readonly names: readonly string[];
  /** The number of segments of each value. */
  readonly widths: readonly number[];
  readonly conditions: readonly Condition[];
}

/** One segment: `valueText` is literal text of a value; `spansSegments` if the value may contain slashes. */
export interface Step {
  readonly segment: Segment;
  readonly taken?: string;
  readonly isWide?: boolean;
  readonly choices?: readonly (readonly string[])[];
}

export function createNode<T>(): Node<T> {
  return { literal: new Map(), taken: new Map(), patterns: [], ends: [] };
}

/** Inserts an entry at the end of the steps and creates missing nodes. */
export function plant<T>(root: Node<T>, steps: readonly Step[], end: End<T>): Node<T> {
  const node = steps.reduce(stepInto, root);
  const { ends } = node;
  const before = ends.findIndex(({ conditions }) => conditions.length < end.conditions.length);
  ends.splice(before < 0 ? ends.length : before, 0, end);
  return node;
}

function stepInto<T>(
  node: Node<T>,
  { segment, taken: valueText, isWide: spansSegments = false, choices = [] }: Step,
): Node<T> {
  const { literal, patterns } = node;
  if (typeof segment === 'string') {
    const known = valueText === undefined ? literal.get(segment) : node.taken.get(segment)?.next;
    const next = known ?? createNode<T>();
    if (valueText === undefined) literal.set(segment, next);
    else node.taken.set(segment, { text: valueText, next });
    return next;
  }
  const created: Pattern<T> = { texts: segment, choices, isWide: spansSegments, next: createNode() };
  const known = patterns.find((one) => patternKey(one) === patternKey(created));
  if (known) return known.next;
  const before = patterns.findIndex((one) => compareBefore(created, one));
  patterns.splice(before < 0 ? patterns.length : before, 0, created);
  return created.next;
}

function patternKey({ texts, choices, isWide: spansSegments }: Pattern<unknown>): string {
  return JSON.stringify([texts, choices, spansSegments]);
}

/**
 * Orders patterns: values without slashes first, then more literal text, then more values. Ties are broken by spelling,
 * independent of other templates: literal text at the front comes first.
 */
function compareBefore(one: Pattern<unknown>, other: Pattern<unknown>): boolean {
  const length = ({ texts }: Pattern<unknown>) => texts.join('').length;
  if (one.isWide !== other.isWide) return other.isWide;
  const more = length(one) - length(other) || one.texts.length - other.texts.length;
  return more === 0 ? patternKey(one) > patternKey(other) : more > 0;
}
