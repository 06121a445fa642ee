// Data files in JSON or YAML.

import type { Read } from './build-cache.ts';
import { parseJson, stepsOutOfRange } from './json/parse-json.ts';
import { childPointer } from './json-pointer.ts';
import { readRegularFile } from './read-regular-file.ts';
import { describeWithPosition, positionAt, START, UsageError } from './usage-error.ts';
import { parseYaml } from './yaml.ts';

/** Supported file extensions. */
export const DATA_FILE_EXTENSIONS = ['.json', '.yaml', '.yml'];

/**
 * Parses JSON or YAML. The format is detected by content, because extensions may be wrong. A byte order mark is
 * skipped.
 *
 * @param repeated - how to handle duplicate keys in YAML; in JSON the last one counts. Default: `refused`
 * @throws UsageError with a position
 */
export function parseData(input: string, repeated?: 'rejected' | 'last'): unknown {
  const text = input.startsWith('\uFEFF') ? input.slice(1) : input;
  if (!/^\s*[{[]/.test(text)) return parseYaml(text, repeated);
  try {
    return parseJson(text);
  } catch (error) {
    const steps = stepsOutOfRange(error);
    if (steps)
      throw new UsageError(`${childPointer('', ...steps)}: ${(error as Error).message}`, [], { position: START });
    requireNoComment(text);
    try {
      // Braces are YAML as well, with comments and without quotes.
      return parseYaml(text, repeated);
    } catch (yamlError) {
      throw unreadableJson(text, error as Error, yamlError as UsageError);
    }
  }
}

/** Reads a data file, see `parseData`. @throws UsageError with file and position */
export async function readDataFile(
  path: string,
  read: Read = readRegularFile,
  repeated?: 'rejected' | 'last',
): Promise<unknown> {
  try {
    return parseData((await read(path)).toString(), repeated);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${describeWithPosition(error as Error)}`, [], { cause: error });
  }
}

/**
 * Rejects JSON with JavaScript comments, which YAML would read as part of the next key.
 *
 * @throws UsageError with the position of the first one
 */
function requireNoComment(text: string): void {
  const index = /^\s*[{[]\s*["/]/.test(text) ? firstComment(text) : undefined;
  if (index === undefined) return;
  const character = text.slice(index, index + 2);
  const reason = `JSON does not allow comments (${character}); remove the comment, or use # in YAML`;
  throw new UsageError(reason, [], { position: positionAt(text, index) });
}

/** The index of the first `//` or `/*` outside of strings and words. */
function firstComment(text: string): number | undefined {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (
      !isQuoted &&
      character === '/' &&
      /[/*]/.test(text[index + 1] ?? '') &&
      /[\s{}[\],"]/.test(text[index - 1] ?? ' ')
    )
      return index;
  }
  return undefined;
}

/** The error of invalid JSON, at the engine's position; without one, at that of the YAML error. */
function unreadableJson(text: string, { message }: Error, { position: yamlPosition }: UsageError): UsageError {
  const [, index] = / at position (\d+)/.exec(message) ?? [];
  const reason = message.replace(/ (in JSON )?at position .*$/s, '').replace(/, (\.{3})?".*" is not valid JSON$/s, '');
  return new UsageError(reason, [], { position: index === undefined ? yamlPosition : positionAt(text, Number(index)) });
}
