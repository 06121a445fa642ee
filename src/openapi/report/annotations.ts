// GitHub annotations: workflow commands that GitHub shows next to source lines.

import { randomUUID } from 'node:crypto';
import { printableLines } from '../../schema/printable.ts';

/** One annotation. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** Relative to the root of the repository. Default: none. */
  readonly file?: string | undefined;
  /** From 1. Default: none. */
  readonly line?: number | undefined;
  /** From 1. Default: none. */
  readonly column?: number | undefined;
  readonly title: string;
  readonly message: string;
}

/** Maximum annotations of one level per step; GitHub drops others silently. */
const MOST = 10;

/** Annotations as workflow commands. Beyond the maximum, the last one of a level counts the omitted ones. */
export function annotationLines(all: readonly Annotation[], elsewhere = 'see the log for all'): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = all.filter((one) => one.level === level);
    if (own.length <= MOST) return own.map(line);
    const left = own.length - MOST + 1;
    const rest = { level, title: `${left} more`, message: `${left} more are not shown here: ${elsewhere}.` };
    return [...own.slice(0, MOST - 1), rest].map(line);
  });
}

/** Wraps text in `stop-commands`, so that none of its lines is a command; the random name cannot be guessed. */
export function withoutCommands(text: string, name: string = randomUUID()): string {
  return `::stop-commands::${name}\n${text.replace(/\n*$/, '\n')}::${name}::\n`;
}

function line({ level, file, line: at, column, title, message }: Annotation): string {
  const properties = Object.entries({ file, line: at, col: column, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escaped(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`);
  return `::${level} ${properties.join(',')}::${escaped(message)}`;
}

/** Escapes text of a command, which is a single line. */
function escaped(text: string): string {
  return printableLines(text.toWellFormed()).replaceAll('%', '%25').replaceAll('\n', '%0A');
}
