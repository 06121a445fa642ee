// A query, or a form, taken apart: names with their texts, and the trees that brackets in names make of them.

import { type Meaning, mayBeScalar } from './meaning.ts';
import type { Decode } from './style.ts';
import { readText } from './text.ts';

/** One `name=text` of a query. */
export interface Pair {
  /** Decoded; as sent where it does not decode. */
  readonly name: string;
  /** As sent. */
  readonly text: string;
}

/** The pairs of a query or of a form (WHATWG URL Standard, section 5.1), in their order. */
export function pairsOf(query: string): readonly Pair[] {
  return query.split('&').flatMap((piece) => {
    if (piece === '') return [];
    const at = piece.indexOf('=');
    const name = at < 0 ? piece : piece.slice(0, at);
    return [{ name: decodedName(name), text: at < 0 ? '' : piece.slice(at + 1) }];
  });
}

/** A `+` is a space, there and in forms. @throws URIError when it does not decode */
export const decodeQuery: Decode = (sent) =>
  sent.includes('+') || sent.includes('%') ? decodeURIComponent(sent.replaceAll('+', ' ')) : sent;

function decodedName(sent: string): string {
  try {
    return decodeQuery(sent);
  } catch {
    return sent;
  }
}

/** What stands at one place of a tree: texts, and what is below it by names and in a row. */
interface Branch {
  readonly texts: string[];
  readonly named: Map<string, Branch>;
  readonly row: Branch[];
}

/** How many brackets are told apart; those after them are part of the last name. Each is a level of the value. */
const MAX_DEPTH = 16;

/**
 * The value of a parameter with the style `deepObject`, with objects and lists in it as PHP, Rails and `qs` write them: `a[b][c]=1`, `a[b][]=1`, `a[b][0]=1`,
 * `a[][b]=1`; undefined when none of the pairs belongs to it.
 *
 * @throws URIError when a text does not decode
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

/** `a[b][]` below `a` is `b` and an empty step; undefined when a name is no such name. */
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

/** The last of a row, or a new one when the last has already what is to come (as Rails has it: `a[][x]=1&a[][y]=2&a[][x]=3` are two). */
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
    // A row goes on for ever.
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
