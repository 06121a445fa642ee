// The tree that paths are looked up in: a node for each segment of templates that begin alike.

import type { Condition } from './path-condition.ts';
import type { Segment } from './path-template.ts';

/** One segment of all templates that begin alike. */
export interface Node<T> {
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

/** A segment with values in it: texts around them, and which texts they may have where nothing stands between two. */
export interface Pattern<T> {
  readonly texts: readonly string[];
  readonly choices: readonly (readonly string[])[];
  /** Whether it goes on over slashes. */
  readonly isWide: boolean;
  readonly next: Node<T>;
}

/** What stands where a template ends. */
export interface End<T> {
  readonly template: string;
  readonly entry: T;
  readonly names: readonly string[];
  /** Of how many segments each value consists. */
  readonly widths: readonly number[];
  readonly conditions: readonly Condition[];
}

/** One segment on the way to an end: `taken` of it belongs to a value though it is spelt out; `isWide` if the value in it goes on over slashes. */
export interface Step {
  readonly segment: Segment;
  readonly taken?: string;
  readonly isWide?: boolean;
  readonly choices?: readonly (readonly string[])[];
}

export function createNode<T>(): Node<T> {
  return { literal: new Map(), taken: new Map(), patterns: [], ends: [] };
}

/** Lets an end stand where the steps lead; nodes are made where they are missing. */
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
 * A value that ends at a slash comes before one that goes on, then more text before less, then more values before fewer (who asks for two characters
 * asks for more than who asks for one). What is left is settled by the spelling, so that no other template has a say in it: text at the front comes first.
 */
function isBefore(one: Pattern<unknown>, other: Pattern<unknown>): boolean {
  const length = ({ texts }: Pattern<unknown>) => texts.join('').length;
  if (one.isWide !== other.isWide) return other.isWide;
  const more = length(one) - length(other) || one.texts.length - other.texts.length;
  return more === 0 ? keyOf(one) > keyOf(other) : more > 0;
}
