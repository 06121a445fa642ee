// Query and form pairs, and nested values in bracket notation.

import { type Meaning, mayBeScalar } from './meaning.ts';
import type { Decode } from './style.ts';
import { readText } from './text.ts';

/** One `name=text` pair. */
export interface Pair {
  /** Decoded; unchanged if it is not valid encoding. */
  readonly name: string;
  /** As sent. */
  readonly text: string;
}

/** Parses the pairs of a query or form (WHATWG URL Standard, section 5.1), in order. */
export function pairsOf(query: string): readonly Pair[] {
  return query.split('&').flatMap((piece) => {
    if (piece === '') return [];
    const at = piece.indexOf('=');
    const name = at < 0 ? piece : piece.slice(0, at);
    return [{ name: decodedName(name), text: at < 0 ? '' : piece.slice(at + 1) }];
  });
}

/** Decodes a text of a query or form, where `+` is a space. @throws URIError for invalid percent-encoding */
export const decodeQuery: Decode = (sent) =>
  sent.includes('+') || sent.includes('%') ? decodeURIComponent(sent.replaceAll('+', ' ')) : sent;

function decodedName(sent: string): string {
  try {
    return decodeQuery(sent);
  } catch {
    return sent;
  }
}

/** A node of a bracket tree: texts, named children and list items. */
interface Branch {
  readonly texts: string[];
  readonly named: Map<string, Branch>;
  readonly row: Branch[];
}

/** Maximum nesting; further brackets are part of the last name. */
const MAX_DEPTH = 16;

/**
 * The value of a `deepObject` parameter, with nested objects and lists as PHP, Rails and `qs` send them: `a[b][c]=1`,
 * `a[b][]=1`, `a[b][0]=1`, `a[][b]=1`; undefined if no pair belongs to it.
 *
 * @throws URIError for invalid percent-encoding
 */
export function readDeepObject(name: string, pairs: readonly Pair[], meaning: Meaning): unknown {
  const root = createBranch();
  let isThere = false;
  for (const pair of pairs) {
    const steps = stepsBelow(name, pair.name);
    if (!steps) continue;
    isThere = true;
    grow(root, steps, pair.text);
  }
  return isThere ? readBranch(root, meaning) : undefined;
}

/** The steps of a name: `a[b][]` below `a` is `b` and an empty step; undefined if the name does not match. */
function stepsBelow(name: string, sent: string): readonly string[] | undefined {
  if (!sent.startsWith(name)) return undefined;
  const steps: string[] = [];
  let at = name.length;
  while (at < sent.length) {
    const end = sent.indexOf(']', at);
    if (sent[at] !== '[' || end < 0) return undefined;
    const isLast = steps.length === MAX_DEPTH - 1;
    steps.push(isLast ? sent.slice(at + 1, -1) : sent.slice(at + 1, end));
    if (isLast) break;
    at = end + 1;
  }
  return steps;
}

function createBranch(): Branch {
  return { texts: [], named: new Map(), row: [] };
}

function grow(root: Branch, steps: readonly string[], text: string): void {
  let branch = root;
  steps.forEach((step, index) => {
    branch = step === '' ? inRow(branch, steps.slice(index + 1)) : at(branch, step);
  });
  branch.texts.push(text);
}

function at({ named }: Branch, step: string): Branch {
  const branch = named.get(step) ?? createBranch();
  named.set(step, branch);
  return branch;
}

/**
 * The last list item, or a new one if that has the field already (as in Rails: `a[][x]=1&a[][y]=2&a[][x]=3` has two
 * items).
 */
function inRow({ row }: Branch, rest: readonly string[]): Branch {
  const last = row.at(-1);
  if (last && rest.length > 0 && !has(last, rest)) return last;
  const branch = createBranch();
  row.push(branch);
  return branch;
}

function has(branch: Branch, steps: readonly string[]): boolean {
  let here: Branch | undefined = branch;
  for (const step of steps) {
    // A nested list is never complete.
    if (step === '') return false;
    here = here.named.get(step);
    if (!here) return false;
  }
  return true;
}

function readBranch({ texts, named, row }: Branch, meaning: Meaning): unknown {
  const isList = meaning.types?.has('array') ?? false;
  const isObject = meaning.types?.has('object') ?? false;
  if (row.length === 0 && named.size === 0) {
    const read = (text: string, of: Meaning) => readText(decodeQuery(text), of);
    if (isList && (texts.length > 1 || !mayBeScalar(meaning)))
      return texts.map((text, index) => read(text, meaning.item(index)));
    return read(texts[0] ?? '', meaning);
  }
  const entries = [...named];
  const isNumbered = entries.every(([key]) => /^\d{1,15}$/.test(key));
  if (isNumbered && (isList || !isObject)) {
    const inOrder = entries.sort(([one], [other]) => Number(one) - Number(other)).map(([, branch]) => branch);
    return [...inOrder, ...row].map((branch, index) => readBranch(branch, meaning.item(index)));
  }
  const rest = row.map((branch, index): [string, Branch] => [`${index}`, branch]);
  return Object.fromEntries(
    [...entries, ...rest].map(([key, branch]) => [key, readBranch(branch, meaning.property(key))]),
  );
}
