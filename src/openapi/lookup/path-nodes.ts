// The tree of path templates: one node for each distinct segment.

import type { PathCondition } from './path-condition.ts';
import type { TemplateSegment } from './path-template.ts';

/** One segment of all templates with the same beginning. */
export interface TemplateNode<T> {
  readonly literal: Map<string, TemplateNode<T>>;
  /** Literal texts that are part of a value. */
  readonly valueTexts: Map<string, ValueText<T>>;
  /** More literal text first. */
  readonly patterns: SegmentPattern<T>[];
  /** The entries whose templates end here. */
  readonly ends: PathEnd<T>[];
}

interface ValueText<T> {
  /** The part of the text that belongs to the value. */
  readonly text: string;
  readonly next: TemplateNode<T>;
}

/** A segment with values: the texts around them, and allowed values where two values are adjacent. */
export interface SegmentPattern<T> {
  readonly texts: readonly string[];
  readonly choices: readonly (readonly string[])[];
  /** Whether the value may contain slashes. */
  readonly spansSegments: boolean;
  readonly next: TemplateNode<T>;
}

/** The entry at the end of a template. */
export interface PathEnd<T> {
  readonly template: string;
  readonly entry: T;
  readonly names: readonly string[];
  /** The number of segments of each value. */
  readonly widths: readonly number[];
  readonly conditions: readonly PathCondition[];
}

/** One segment: `valueText` is literal text of a value; `spansSegments` if the value may contain slashes. */
export interface PathStep {
  readonly segment: TemplateSegment;
  readonly valueText?: string;
  readonly spansSegments?: boolean;
  readonly choices?: readonly (readonly string[])[];
}

export function createTemplateNode<T>(): TemplateNode<T> {
  return { literal: new Map(), valueTexts: new Map(), patterns: [], ends: [] };
}

/** Inserts an entry at the end of the steps and creates missing nodes. */
export function insertPath<T>(root: TemplateNode<T>, steps: readonly PathStep[], end: PathEnd<T>): TemplateNode<T> {
  const node = steps.reduce(stepInto, root);
  const { ends } = node;
  const before = ends.findIndex(({ conditions }) => conditions.length < end.conditions.length);
  ends.splice(before < 0 ? ends.length : before, 0, end);
  return node;
}

function stepInto<T>(
  node: TemplateNode<T>,
  { segment, valueText, spansSegments = false, choices = [] }: PathStep,
): TemplateNode<T> {
  const { literal, patterns } = node;
  if (typeof segment === 'string') {
    const known = valueText === undefined ? literal.get(segment) : node.valueTexts.get(segment)?.next;
    const next = known ?? createTemplateNode<T>();
    if (valueText === undefined) literal.set(segment, next);
    else node.valueTexts.set(segment, { text: valueText, next });
    return next;
  }
  const created: SegmentPattern<T> = { texts: segment, choices, spansSegments, next: createTemplateNode() };
  const known = patterns.find((one) => patternKey(one) === patternKey(created));
  if (known) return known.next;
  const before = patterns.findIndex((one) => compareBefore(created, one));
  patterns.splice(before < 0 ? patterns.length : before, 0, created);
  return created.next;
}

function patternKey({ texts, choices, spansSegments }: SegmentPattern<unknown>): string {
  return JSON.stringify([texts, choices, spansSegments]);
}

/**
 * Orders patterns: values without slashes first, then more literal text, then more values. Ties are broken by spelling,
 * independent of other templates: literal text at the front comes first.
 */
function compareBefore(one: SegmentPattern<unknown>, other: SegmentPattern<unknown>): boolean {
  const length = ({ texts }: SegmentPattern<unknown>) => texts.join('').length;
  if (one.spansSegments !== other.spansSegments) return other.spansSegments;
  const more = length(one) - length(other) || one.texts.length - other.texts.length;
  return more === 0 ? patternKey(one) > patternKey(other) : more > 0;
}
