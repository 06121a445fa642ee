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
const MAX_PER_LEVEL = 10;

/** Annotations as workflow commands. Beyond the maximum, the last one of a level counts the omitted ones. */
export function annotationLines(all: readonly Annotation[], elsewhere = 'see the log for all'): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = all.filter((one) => one.level === level);
    if (own.length <= MAX_PER_LEVEL) return own.map(formatAnnotation);
    const omitted = own.length - MAX_PER_LEVEL + 1;
    const rest = { level, title: `${omitted} more`, message: `${omitted} more are not shown here: ${elsewhere}.` };
    return [...own.slice(0, MAX_PER_LEVEL - 1), rest].map(formatAnnotation);
  });
}

/** Wraps text in `stop-commands`, so that none of its lines is a command; the random name cannot be guessed. */
export function escapeCommands(text: string, name: string = randomUUID()): string {
  return `::stop-commands::${name}\n${text.replace(/\n*$/, '\n')}::${name}::\n`;
}

function formatAnnotation({ level, file, line: at, column, title, message }: Annotation): string {
  const properties = Object.entries({ file, line: at, col: column, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeText(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`);
  return `::${level} ${properties.join(',')}::${escapeText(message)}`;
}

/** Escapes text of a command, which is a single line. */
function escapeText(text: string): string {
  return printableLines(text.toWellFormed()).replaceAll('%', '%25').replaceAll('\n', '%0A');
}
