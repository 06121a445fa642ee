// Query and form pairs, and nested values in bracket notation.

import { parseScalar } from './parse-scalar.ts';
import type { Decode } from './read-styled.ts';
import { mayBeScalar, type SchemaView } from './schema-view.ts';

/** One `name=text` pair. */
export interface QueryPair {
  /** Decoded; unchanged if it is not valid encoding. */
  readonly name: string;
  /** As sent. */
  readonly text: string;
}

/** Parses the pairs of a query or form (WHATWG URL Standard, section 5.1), in order. */
export function parseQueryPairs(query: string): readonly QueryPair[] {
  return query.split('&').flatMap((piece) => {
    if (piece === '') return [];
    const at = piece.indexOf('=');
    const name = at < 0 ? piece : piece.slice(0, at);
    return [{ name: decodeName(name), text: at < 0 ? '' : piece.slice(at + 1) }];
  });
}

/** Decodes a text of a query or form, where `+` is a space. @throws URIError for invalid percent-encoding */
export const decodeQuery: Decode = (raw) =>
  raw.includes('+') || raw.includes('%') ? decodeURIComponent(raw.replaceAll('+', ' ')) : raw;

function decodeName(raw: string): string {
  try {
    return decodeQuery(raw);
  } catch {
    return raw;
  }
}

/** A node of a bracket tree: texts, named children and list items. */
interface TreeNode {
  readonly texts: string[];
  readonly named: Map<string, TreeNode>;
  readonly items: TreeNode[];
}

/** Maximum nesting; further brackets are part of the last name. */
const MAX_DEPTH = 16;

/**
 * The value of a `deepObject` parameter, with nested objects and lists as PHP, Rails and `qs` send them: `a[b][c]=1`,
 * `a[b][]=1`, `a[b][0]=1`, `a[][b]=1`; undefined if no pair belongs to it.
 *
 * @throws URIError for invalid percent-encoding
 */
export function readDeepObject(name: string, pairs: readonly QueryPair[], view: SchemaView): unknown {
  const root = createTreeNode();
  let isFound = false;
  for (const pair of pairs) {
    const steps = stepsBelow(name, pair.name);
    if (!steps) continue;
    isFound = true;
    insertText(root, steps, pair.text);
  }
  return isFound ? readTreeNode(root, view) : undefined;
}

/** The steps of a name: `a[b][]` below `a` is `b` and an empty step; undefined if the name does not match. */
function stepsBelow(name: string, raw: string): readonly string[] | undefined {
  if (!raw.startsWith(name)) return undefined;
  const steps: string[] = [];
  let at = name.length;
  while (at < raw.length) {
    const end = raw.indexOf(']', at);
    if (raw[at] !== '[' || end < 0) return undefined;
    const isLast = steps.length === MAX_DEPTH - 1;
    steps.push(isLast ? raw.slice(at + 1, -1) : raw.slice(at + 1, end));
    if (isLast) break;
    at = end + 1;
  }
  return steps;
}

function createTreeNode(): TreeNode {
  return { texts: [], named: new Map(), items: [] };
}

function insertText(root: TreeNode, steps: readonly string[], text: string): void {
  let node = root;
  steps.forEach((step, index) => {
    node = step === '' ? listChild(node, steps.slice(index + 1)) : namedChild(node, step);
  });
  node.texts.push(text);
}

function namedChild({ named }: TreeNode, step: string): TreeNode {
  const node = named.get(step) ?? createTreeNode();
  named.set(step, node);
  return node;
}

/**
 * The last list item, or a new one if that has the field already (as in Rails: `a[][x]=1&a[][y]=2&a[][x]=3` has two
 * items).
 */
function listChild({ items }: TreeNode, rest: readonly string[]): TreeNode {
  const last = items.at(-1);
  if (last && rest.length > 0 && !has(last, rest)) return last;
  const node = createTreeNode();
  items.push(node);
  return node;
}

function has(node: TreeNode, steps: readonly string[]): boolean {
  let current: TreeNode | undefined = node;
  for (const step of steps) {
    // A nested list is never complete.
    if (step === '') return false;
    current = current.named.get(step);
    if (!current) return false;
  }
  return true;
}

function readTreeNode({ texts, named, items }: TreeNode, view: SchemaView): unknown {
  const isList = view.types?.has('array') ?? false;
  const isObject = view.types?.has('object') ?? false;
  if (items.length === 0 && named.size === 0) {
    const read = (text: string, of: SchemaView) => parseScalar(decodeQuery(text), of);
    if (isList && (texts.length > 1 || !mayBeScalar(view)))
      return texts.map((text, index) => read(text, view.item(index)));
    return read(texts[0] ?? '', view);
  }
  const entries = [...named];
  const isNumbered = entries.every(([key]) => /^\d{1,15}$/.test(key));
  if (isNumbered && (isList || !isObject)) {
    const inOrder = entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, node]) => node);
    return [...inOrder, ...items].map((node, index) => readTreeNode(node, view.item(index)));
  }
  const rest = items.map((node, index): [string, TreeNode] => [`${index}`, node]);
  return Object.fromEntries([...entries, ...rest].map(([key, node]) => [key, readTreeNode(node, view.property(key))]));
}
