// Parses a guide into the steps that its reader takes.

/** A file that the reader writes. */
export interface FileStep {
  readonly kind: 'file';
  readonly line: number;
  readonly name: string;
  readonly text: string;
}

/** A change of a file, as lines with `-`, `+` or a blank. */
export interface ChangeStep {
  readonly kind: 'change';
  readonly line: number;
  readonly name: string;
  readonly text: string;
}

/** Files of the repository that the reader has. */
export interface CopyStep {
  readonly kind: 'copy';
  readonly line: number;
  readonly path: string;
}

/** A command that the reader types, and what the page shows below it. */
export interface CommandStep {
  readonly kind: 'command';
  readonly line: number;
  readonly command: string;
  readonly output: string;
  /** The lines of `output` in the page: the first, and how many. */
  readonly outputLines: readonly [number, number];
  readonly exitCode: number;
}

/** Lines that the servers of the page have printed by now. */
export interface PrintedStep {
  readonly kind: 'printed';
  readonly line: number;
  readonly output: string;
}

/** A listing that another test checks. */
export interface CheckedStep {
  readonly kind: 'checked';
  readonly line: number;
  readonly test: string;
}

export type Step = FileStep | ChangeStep | CopyStep | CommandStep | PrintedStep | CheckedStep;

/** The page breaks a convention of listings. */
export class PageError extends Error {
  constructor(page: string, line: number, message: string) {
    super(`${page}:${line}: ${message}`);
  }
}

const FENCE = /^(\s*)(`{3,})(\w*)\s*(?:\{[\d,-]+\})?\s*(?:\[([^\]]+)\])?\s*(?:\{[\d,-]+\})?\s*$/;
const COMMENT = /^\s*<!--\s*(files|checked):\s*(\S+)\s*-->\s*$/;

/**
 * The steps of a page, in order.
 *
 * @param page - its path, for errors
 * @throws PageError at the first listing that the conventions do not allow
 */
export function readPage(page: string, markdown: string): readonly Step[] {
  const lines = markdown.split('\n');
  const steps: Step[] = [];
  let checkedBy: { readonly test: string; readonly line: number } | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    const [, key, value = ''] = COMMENT.exec(lines[at] ?? '') ?? [];
    if (key === 'files') steps.push({ kind: 'copy', line, path: value });
    if (key === 'checked') checkedBy = { test: value, line };
    if (!/^\s*`{3}/.test(lines[at] ?? '')) continue;
    const [fence, indent = '', ticks = '', language = '', name] = FENCE.exec(lines[at] ?? '') ?? [];
    if (fence === undefined)
      throw new PageError(page, line, `a listing begins with \`\`\`language [file], not ${lines[at]}`);
    const end = lines.findIndex((text, index) => index > at && text.trim() === ticks);
    if (end < 0) throw new PageError(page, line, 'the listing has no end');
    const content = lines
      .slice(at + 1, end)
      .map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text));
    if (checkedBy) steps.push({ kind: 'checked', ...checkedBy });
    else steps.push(...readListing(page, line, language, name, content));
    checkedBy = undefined;
    at = end;
  }
  return steps;
}

function readListing(
  page: string,
  line: number,
  language: string,
  name: string | undefined,
  content: readonly string[],
): readonly Step[] {
  const text = `${content.join('\n')}\n`;
  if (language === 'console' && name === undefined) return readSession(page, line, content);
  if (language === 'text' && name === undefined) return [{ kind: 'printed', line, output: text.trimEnd() }];
  if (name === undefined)
    throw new PageError(
      page,
      line,
      `a listing in ${language || 'no language'} needs the name of its file, as in \`\`\`yaml [openapi.yaml]; commands are \`\`\`console; what cannot run here has <!-- checked: test/….test.ts --> above it`,
    );
  if (!/^[\w@.-]+(\/[\w@.[\]-]+)*$/.test(name) || name.includes('..'))
    throw new PageError(page, line, `[${name}] is not the name of a file in the working folder`);
  return [{ kind: language === 'diff' ? 'change' : 'file', line, name, text }];
}

/** The commands of a terminal session. Lines before the first one are output of a server. */
function readSession(page: string, line: number, content: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  const isCommand = (at: number) => content[at]?.startsWith('$ ') ?? false;
  const outputEnd = (from: number) => {
    let end = from;
    while (end < content.length && !isCommand(end)) end += 1;
    return end;
  };
  let at = outputEnd(0);
  const before = content.slice(0, at).join('\n').trimEnd();
  if (before !== '') steps.push({ kind: 'printed', line, output: before });
  while (at < content.length) {
    const first = at;
    let command = content[at]?.slice(2) ?? '';
    at += 1;
    while (isUnfinished(command) && at < content.length) {
      command += `\n${content[at]?.replace(/^> ?/, '')}`;
      at += 1;
    }
    if (isUnfinished(command)) throw new PageError(page, line + 1 + first, 'the command has no end');
    const end = outputEnd(at);
    const exits = /^# exits with (\d+)$/;
    const [exitsAt] = [at, end - 1].filter((index) => index >= at && exits.test(content[index] ?? ''));
    const exitCode = exitsAt === undefined ? 0 : Number(exits.exec(content[exitsAt] ?? '')?.[1]);
    const from = exitsAt === at ? at + 1 : at;
    const to = exitsAt !== undefined && exitsAt !== at ? end - 1 : end;
    const output = content.slice(from, to).join('\n').trimEnd();
    steps.push({
      kind: 'command',
      line: line + 1 + first,
      command,
      output,
      outputLines: [line + 1 + from, Math.max(0, to - from)],
      exitCode,
    });
    at = end;
  }
  return steps;
}

/** Whether a shell expects more input: the line ends with a backslash, a quote is open, or a here-document. */
function isUnfinished(command: string): boolean {
  const [, word] = /<<-?\s*'?(\w+)'?/.exec(command) ?? [];
  if (word !== undefined && !command.split('\n').slice(1).includes(word)) return true;
  const open = command.replaceAll(/\\[^\n]|'[^']*'|"(?:\\.|[^"\\])*"/g, '');
  return /\\$|['"]/.test(open);
}
