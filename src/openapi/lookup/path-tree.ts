// The tree of path templates: its nodes, and the steps that lead to them.

import type { PathCondition } from './path-condition.ts';
import { parsePathTemplate, type TemplateSegment } from './path-template.ts';
import type { PathValue } from './path-value.ts';

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
interface PathStep {
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

/** An entry of the index. */
export interface PathEntry<T> {
  readonly template: string;
  readonly entry: T;
  /** Rules of a value in the template. Default: none. */
  readonly value?: (name: string) => PathValue | undefined;
}

/** Maximum fallbacks of a template whose values may contain slashes. */
const MAX_VARIANTS = 48;

/** The end of a template. @param includesTail - whether text after a `#` or `?` is part of the path */
export function createPathEnd<T>({ template, entry, value }: PathEntry<T>, includesTail = false): PathEnd<T> {
  const { values, conditions } = parsePathTemplate(template, includesTail);
  // Operators in the braces may be part of the name.
  const names = values.map(({ name, source: written }) => (name !== written && value?.(written) ? written : name));
  return { template, entry, names, widths: values.map(() => 1), conditions };
}

/** The segments of a template as written. @param includesTail - see `createPathEnd` */
export function templateSteps<T>({ template, value }: PathEntry<T>, includesTail = false): PathStep[] {
  const { segments, values } = parsePathTemplate(template, includesTail);
  let index = 0;
  return segments.map((segment) => {
    if (typeof segment === 'string') return { segment };
    const own = values.slice(index, index + segment.length - 1);
    index += own.length;
    // Allowed texts matter only between two adjacent values.
    const hasAdjacentValues = segment.slice(1, -1).includes('');
    return hasAdjacentValues ? { segment, choices: own.map(({ name }) => value?.(name)?.choices ?? []) } : { segment };
  });
}

/** The tree of fallbacks: values that contain slashes, and no trailing slash. */
export function createFallbackTree<T>(entries: readonly PathEntry<T>[]): TemplateNode<T> {
  const root = createTemplateNode<T>();
  for (const one of entries) {
    const end = createPathEnd(one);
    if (end.names.length > 0)
      for (const { steps, widths } of variantsOf(one)) insertPath(root, steps, { ...end, widths });
    const steps = templateSteps(one);
    if (steps.length > 2 && steps.at(-1)?.segment === '') insertPath(root, steps.slice(0, -1), end);
  }
  return root;
}

interface Variant {
  readonly steps: readonly PathStep[];
  readonly widths: readonly number[];
}

/** All combinations of values with slashes; none if no value may contain slashes. */
function variantsOf<T>(one: PathEntry<T>): readonly Variant[] {
  const { values } = parsePathTemplate(one.template);
  let index = 0;
  let variants: readonly Variant[] = [{ steps: [], widths: [] }];
  for (const step of templateSteps(one)) {
    const count = typeof step.segment === 'string' ? 0 : step.segment.length - 1;
    const value = values[index];
    index += count;
    const plain: Variant = { steps: [step], widths: Array.from({ length: count }, () => 1) };
    const others = count === 1 && value ? spanningSteps(step, one.value?.(value.name), value.mayContainSlashes) : [];
    variants = variants
      .flatMap((variant) =>
        [plain, ...others].map(({ steps, widths }) => ({
          steps: [...variant.steps, ...steps],
          widths: [...variant.widths, ...widths],
        })),
      )
      .slice(0, MAX_VARIANTS);
  }
  // The first one is the template itself.
  return variants.slice(1);
}

/** The segments of a value that contains slashes. */
function spanningSteps({ segment }: PathStep, value: PathValue | undefined, isDeclared: boolean): readonly Variant[] {
  const [before = '', after = ''] = segment;
  const shaped = (value?.shapes ?? []).map((shape): Variant => {
    const steps = shape.map((name, at): PathStep => {
      const texts = [at === 0 ? before : '', at === shape.length - 1 ? after : ''] as const;
      return name === '*' ? { segment: texts } : { segment: texts.join(name), valueText: name };
    });
    return { steps, widths: [steps.length] };
  });
  const spanning: Variant = { steps: [{ segment, spansSegments: true }], widths: [1] };
  return isDeclared || value?.mayContainSlashes ? [...shaped, spanning] : shaped;
}
