// JSON text to value, more strictly than JSON.parse: no key twice, no text that is not Unicode, no endless nesting.

/** Deepest nesting that is read; protobuf implementations stop at the same depth by default. */
export const MAX_DEPTH = 100;

/** Why a text was refused, for the person who wrote it. */
export class JsonTextError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON (RFC 8259).
 *
 * @throws JsonTextError saying what is wrong and where
 */
export function readJsonText(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonTextError('the body is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonTextError(`the body is not JSON: ${(error as Error).message}`);
  }
  refuseOddities(text);
  return value;
}

/** Walks a text that is known to be JSON, and refuses what JSON.parse lets pass. */
function refuseOddities(text: string): void {
  /** For each open bracket: the keys seen so far, or undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) throw new JsonTextError(`the body is nested deeper than ${MAX_DEPTH} levels`);
        open.push(text[at] === '{' ? new Set() : undefined);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const end = endOfString(text, at);
        const string: string = JSON.parse(text.slice(at, end));
        if (!string.isWellFormed())
          throw new JsonTextError(`a text in the body has half a surrogate pair: ${text.slice(at, end)}`);
        const keys = open.at(-1);
        if (keys && isKey(text, end)) {
          if (keys.has(string)) throw new JsonTextError(`duplicate field "${string}"`);
          keys.add(string);
        }
        at = end - 1;
      }
    }
  }
}

/** Where the string that starts at `start` ends, its closing quote included. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Whether the next character that is not white space is a colon. */
function isKey(text: string, from: number): boolean {
  let at = from;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text[at] === ':';
}
