// Prints the result of a command: text for people, or one JSON value.

import { stringifyJson } from '../schema/json/stringify-json.ts';
import { printableLines } from '../schema/printable.ts';
import type { CommandIO } from './io.ts';

/** @param isJson - whether to print JSON. Errors and warnings go to standard error in both cases. */
export function printResult(
  { stdout }: Pick<CommandIO, 'stdout'>,
  isJson: boolean,
  result: unknown,
  lines: readonly string[],
): void {
  stdout.write(isJson ? `${stringifyJson(result, undefined, 2)}\n` : `${printableLines(lines.join('\n'))}\n`);
}
