// The paths of a document as a tree of their segments.

import type { Document, Operation } from '../../../openapi/document.ts';
import { parsePathTemplate, type TemplateSegment } from '../../../openapi/lookup/path-template.ts';

/** A node of the tree: a word such as `pets`, a parameter such as `{petId}`, or an action such as `:cancel`. */
export interface PathNode {
  /** The path as first declared, without an extension such as `.json`; empty for the root. */
  readonly path: string;
  readonly parent: PathNode | undefined;
  /** Undefined for a parameter. */
  readonly segment: string | undefined;
  /** The first declared name of the parameter; undefined for a word. */
  readonly parameter: string | undefined;
  /** Whether it is an action after a colon. */
  readonly isAction: boolean;
  readonly operations: Map<string, PathOperation>;
  readonly children: Map<string, PathNode>;
}

/** An operation and its node. */
export interface PathOperation {
  readonly operation: Operation;
  readonly node: PathNode;
  /** The names of the path parameters, as this operation declares them. */
  readonly parameterNames: readonly string[];
}

interface PathTree {
  /** All nodes, parents before children. */
  readonly nodes: readonly PathNode[];
  /** By operationId. */
  find(operationId: string): PathOperation | undefined;
}

/** The key of a parameter among the children of a node; no word contains a slash. */
const VALUE = '/';

/** Builds the tree. Paths with `#` or `?` or several parameters in one segment are left out: they identify no items. */
export function buildPathTree(document: Document): PathTree {
  const root = newNode('', undefined, {});
  const nodes: PathNode[] = [root];
  const byOperation = new Map<string, PathOperation>();
  const locations = new Map<string, Omit<PathOperation, 'operation'> | undefined>();
  for (const operation of document.operations.values()) {
    if (!locations.has(operation.path)) locations.set(operation.path, addPath(operation.path, root, nodes));
    const location = locations.get(operation.path);
    if (!location) continue;
    const one = { operation, ...location };
    byOperation.set(operation.id, one);
    const { operations } = location.node;
    // Of two equal templates, the first one is routed.
    if (!operations.has(operation.method)) operations.set(operation.method, one);
  }
  return { nodes, find: (id) => byOperation.get(id) };
}

/** The parameter below a node; undefined without one. */
export function childParameter(node: PathNode): PathNode | undefined {
  return node.children.get(VALUE);
}

/** The parameters above a node, the outermost first, without its own. */
export function parentParameters(node: PathNode): readonly PathNode[] {
  const found: PathNode[] = [];
  for (let at = node.parent; at; at = at.parent) if (at.parameter !== undefined) found.unshift(at);
  return found;
}

function addPath(path: string, root: PathNode, nodes: PathNode[]): Omit<PathOperation, 'operation'> | undefined {
  const { segments, values, conditions } = parsePathTemplate(path);
  const steps = conditions.length > 0 ? undefined : stepsOf(segments);
  if (!steps) return undefined;
  let node = root;
  let count = 0;
  for (const step of steps) {
    const isValue = step === VALUE;
    const parameter = isValue ? values[count]?.name : undefined;
    if (isValue) count += 1;
    const known = node.children.get(step);
    if (known) {
      node = known;
      continue;
    }
    const isAction = step.startsWith(':');
    const shown = isValue ? `/{${parameter}}` : isAction ? step : `/${step}`;
    const word = isValue ? undefined : step.replace(/^:/, '');
    const next = newNode(node.path + shown, node, { segment: word, parameter, isAction });
    node.children.set(step, next);
    nodes.push(next);
    node = next;
  }
  return { node, parameterNames: values.map(({ name }) => name) };
}

/**
 * The segments of a path; compound ones are split: `{id}:cancel`, `Pets({id})`, `pets.json`. Undefined for several
 * parameters in one segment.
 */
function stepsOf(segments: readonly TemplateSegment[]): readonly string[] | undefined {
  const steps: string[] = [];
  const inner = segments.slice(1);
  // `/pets/` equals `/pets`.
  if (inner.at(-1) === '') inner.pop();
  for (const [index, segment] of inner.entries()) {
    const isLast = index === inner.length - 1;
    if (typeof segment === 'string') {
      const [word = '', ...verbs] = split(isLast ? segment.replace(ENDING, '') : segment);
      steps.push(word, ...verbs);
      continue;
    }
    const [before = '', after = '', ...more] = segment;
    if (more.length > 0) return undefined;
    // `Pets({id})` and `Pets('{id}')` in OData.
    const [, collection] = /^([\p{L}\p{N}_-]+)\(['"]?$/u.exec(before) ?? [];
    if (collection !== undefined) {
      if (!/^['"]?\)$/.test(after)) return undefined;
      steps.push(collection, VALUE);
      continue;
    }
    const [tail = '', ...verbs] = split(isLast ? after.replace(ENDING, '') : after);
    // A sign before a parameter, as in `@{name}`, is no word.
    if (/[\p{L}\p{N}]/u.test(before + tail)) return undefined;
    steps.push(VALUE, ...verbs);
  }
  return steps;
}

const ENDING = /\.(json|xml)$/i;

/** Splits off an action after a colon. */
function split(text: string): readonly string[] {
  const at = text.indexOf(':');
  return at <= -1 || !/^:\p{L}+$/u.test(text.slice(at)) ? [text] : [text.slice(0, at), text.slice(at)];
}

function newNode(
  path: string,
  parent: PathNode | undefined,
  { segment: word, parameter, isAction = false }: Partial<PathNode>,
): PathNode {
  return { path, parent, segment: word, parameter, isAction, operations: new Map(), children: new Map() };
}
