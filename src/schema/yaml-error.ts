// Places of mistakes in YAML, which the parser notices later.

/** A mistake, and its index in the text. */
export interface YamlMistake {
  readonly reason: string;
  readonly offset: number;
}

/** Parses text. Undefined if it is valid. */
type FindYamlMistake = (text: string) => YamlMistake | undefined;

/** Maximum characters that are parsed again to find an opening quote or bracket. */
const MAX_PARSED_AGAIN = 20_000_000;
const MAX_LINES_BACK = 500;

/** Moves a mistake to where it was made, and names it in the words of the author. */
export function locateYamlMistake(text: string, noticed: YamlMistake, parse: FindYamlMistake): YamlMistake {
  const { reason, offset } = noticed;
  if (/^(deficient indentation|unexpected end of the )/.test(reason)) return findOpening(text, noticed, parse);
  if (/^expected a single document/.test(reason))
    return { reason: 'a second document starts here; only one is read', offset: secondDocument(text) };
  if (/^unknown escape sequence/.test(reason)) return { reason, offset: offset - 1 };
  if (/^duplicated mapping key/.test(reason)) {
    const isQuoted = /["']/.test(text[offset - 1] ?? '');
    return { reason: 'duplicate key', offset: isQuoted ? offset - 1 : offset };
  }
  if (/^(bad indentation of a (mapping|sequence) entry|can not read a block mapping entry)/.test(reason))
    return explainEntry(text, noticed);
  return noticed;
}

/** The kinds of parts that must be closed: how the parser calls them, and what opens and closes them. */
const PARTS = [
  { name: 'double quoted scalar', opening: /"/g, missing: 'missing closing quote (")' },
  { name: 'single quoted scalar', opening: /'/g, missing: "missing closing quote (')" },
  { name: 'flow collection', opening: /[[{]/g, missing: 'missing closing bracket' },
];

/**
 * A part without an end is noticed at the first line that cannot belong to it. It starts at the first of the lines
 * before, up to each of which the text ends within such a part.
 */
function findOpening(text: string, noticed: YamlMistake, parse: FindYamlMistake): YamlMistake {
  let found = noticed;
  const isAtEnd = / within a /.test(noticed.reason);
  let end = isAtEnd ? text.length : text.lastIndexOf('\n', noticed.offset - 1);
  const tries = Math.min(MAX_LINES_BACK, MAX_PARSED_AGAIN / text.length);
  for (let tried = 0; tried < tries && end > 0; tried += 1) {
    const before = parse(text.slice(0, end).trimEnd());
    const part = PARTS.find(({ name }) => before?.reason.endsWith(`within a ${name}`));
    if (!part) break;
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const [last] = [...text.slice(start, end).matchAll(part.opening)].slice(-1);
    if (last) found = { reason: part.missing, offset: start + last.index };
    end = start - 1;
  }
  return found;
}

/** The first line that starts a document after content. */
function secondDocument(text: string): number {
  let hasContent = false;
  for (const line of text.matchAll(/^.*$/gm)) {
    if (hasContent && /^---(\s|$)/.test(line[0])) return line.index;
    if (/^[^\s#%.-]|^\s+[^\s#]|^-(?!--)/.test(line[0])) hasContent = true;
  }
  return 0;
}

/** Values that include what follows: without a colon, with a second one, after a quote, with a reserved character. */
function explainEntry(text: string, { reason, offset }: YamlMistake): YamlMistake {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  const character = text[offset] ?? '';
  if (/[@`%]/.test(character)) return { reason: `a value cannot start with ${character}; quote it`, offset };
  if (/:\s+(["']).*\1\s*$/.test(before)) return { reason: 'unexpected text after a closing quote', offset };
  if (character === ':') {
    const above = previousLine(text, start);
    if (/:\s+\S/.test(before) || isContinuation(text, above))
      return { reason: 'a value that contains ": " must be quoted', offset };
    if (above && !KEY.test(above.line)) {
      const [key = ''] = /\S.*/.exec(above.line.replace(/^\s*(- +)*/, '')) ?? [];
      const missing = /^\S+:\S+$/.test(key) ? 'space after the colon of' : 'colon after';
      const column = above.line.length - key.length;
      return { reason: `missing ${missing} ${key.trim().slice(0, 60)}`, offset: above.start + column };
    }
  }
  return { reason: reason.replace(/^can .*/, 'not a mapping entry'), offset: start + indentOf(before) };
}

const KEY = /:(\s|$)/;

interface Line {
  readonly line: string;
  readonly start: number;
}

/** Whether a line continues the value of a key above. */
function isContinuation(text: string, line: Line | undefined): boolean {
  let first = line;
  while (first && !KEY.test(first.line)) first = previousLine(text, first.start);
  if (!first || !line || first === line) return false;
  return /:\s+\S/.test(first.line) && indentOf(first.line) < indentOf(line.line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The nearest line above with content. */
function previousLine(text: string, start: number): Line | undefined {
  for (let end = start - 1; end >= 0; ) {
    const from = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, end);
    if (/^\s*[^\s#]/.test(line)) return { line, start: from };
    end = from - 1;
  }
  return undefined;
}
