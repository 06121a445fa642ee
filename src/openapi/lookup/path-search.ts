// Search of a path in the template tree.

import type { End, Node, Pattern } from './path-nodes.ts';
import { decoded, valuesIn } from './path-template.ts';

export interface Reached<T> {
  readonly end: End<T>;
  readonly texts: readonly string[];
}

/** All ends that a path reaches, with their values. Each node is visited at most once per segment. */
export function search<T>(root: Node<T>, segments: readonly string[]): Reached<T>[] {
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
    const valueText = node.taken.size > 0 ? node.taken.get(text) : undefined;
    if (valueText) visit(valueText.next, depth + 1, [...texts, valueText.text]);
    for (const pattern of node.patterns) {
      if (pattern.isWide) visitSpanning(pattern, depth, texts);
      else {
        const values = valuesIn(segment, pattern.texts, pattern.choices);
        if (values) visit(pattern.next, depth + 1, [...texts, ...values]);
      }
    }
  };
  const visitSpanning = ({ texts: surrounding, next }: Pattern<T>, depth: number, texts: readonly string[]): void => {
    const isLast = next.literal.size + next.taken.size + next.patterns.length === 0;
    seen ??= new Map();
    const visited = seen.get(next) ?? new Set();
    seen.set(next, visited);
    for (let end = isLast ? segments.length : depth + 1; end <= segments.length; end += 1) {
      if (visited.has(end)) continue;
      const [value] = valuesIn(segments.slice(depth, end).join('/'), surrounding) ?? [];
      if (value === undefined) continue;
      visited.add(end);
      visit(next, end, [...texts, value]);
    }
  };
  visit(root, 0, []);
  return reached;
}
