// The tree of path templates: one node for each distinct segment.

import type { Condition } from './path-condition.ts';
import type { Segment } from './path-template.ts';

/** One segment of all templates with the same beginning. */
export interface Node<T> {
  readonly literal: Map<string, Node<T>>;
  /** Literal texts that are part of a value. */
  readonly taken: Map<string, Taken<T>>;
  /** More literal text first. */
  readonly patterns: Pattern<T>[];
  /** The entries whose templates end here. */
  readonly ends: End<T>[];
}

interface Taken<T> {
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

/**
 * One segment of a template: `taken` is literal text that belongs to a value; `isWide` if the value may contain
 * slashes.
 */
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
 * Orders patterns: values without slashes first, then more literal text, then more values. Ties are broken by spelling,
 * independent of other templates: literal text at the front comes first.
 */
function isBefore(one: Pattern<unknown>, other: Pattern<unknown>): boolean {
  const length = ({ texts }: Pattern<unknown>) => texts.join('').length;
  if (one.isWide !== other.isWide) return other.isWide;
  const more = length(one) - length(other) || one.texts.length - other.texts.length;
  return more === 0 ? keyOf(one) > keyOf(other) : more > 0;
}
