// Search of a path in the template tree.

import type { PathEnd, SegmentPattern, TemplateNode } from './path-nodes.ts';
import { decodeOrKeep, matchSegment } from './path-template.ts';

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
