// Annotations of GitHub: lines in the log of a workflow that are shown beside the code they are about.

import { randomUUID } from 'node:crypto';
import { printableLines } from '../../schema/printable.ts';

/** One annotation. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** Relative to the root of the repository. Default: none. */
  readonly file?: string | undefined;
  /** Counted from 1. Default: none. */
  readonly line?: number | undefined;
  /** Counted from 1. Default: none. */
  readonly column?: number | undefined;
  readonly title: string;
  readonly message: string;
}

/** How many annotations of one level GitHub takes from one step; the others are dropped without a word. */
const MOST = 10;

/** Annotations as lines of a log. Where there are more than GitHub shows, the last one of its level says how many are left out, and where they are. */
export function annotationLines(all: readonly Annotation[], elsewhere = 'see the log for all'): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = all.filter((one) => one.level === level);
    if (own.length <= MOST) return own.map(line);
    const left = own.length - MOST + 1;
    const rest = { level, title: `${left} more`, message: `${left} more are not shown here: ${elsewhere}.` };
    return [...own.slice(0, MOST - 1), rest].map(line);
  });
}

/** A text as lines of a log in which nothing is a command, whatever it holds: until the name that nobody can guess. */
export function withoutCommands(text: string, name: string = randomUUID()): string {
  return `::stop-commands::${name}\n${text.replace(/\n*$/, '\n')}::${name}::\n`;
}

function line({ level, file, line: at, column, title, message }: Annotation): string {
  const properties = Object.entries({ file, line: at, col: column, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escaped(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`);
  return `::${level} ${properties.join(',')}::${escaped(message)}`;
}

/** Text of a command, which ends with its line. */
function escaped(text: string): string {
  return printableLines(text.toWellFormed()).replaceAll('%', '%25').replaceAll('\n', '%0A');
}
