// Runs a guide from top to bottom in a temporary folder, as its reader would.

import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type CommandStep, PageError, readPage, type Step } from './page.ts';
import { runCommand, within } from './run-command.ts';
import { openSession, ROOT, type Session } from './session.ts';
import { hasShown, isShown } from './shown-output.ts';

/** Timeout in milliseconds for output of a server. */
const OUTPUT_PATIENCE = 5000;
/** Timeout in milliseconds for a reload message. Not every file triggers one. */
const RELOAD_PATIENCE = 2000;

/**
 * Runs every listing of a page. With UPDATE_LISTINGS=1 in the environment, outputs that differ are written into the page.
 *
 * @param page - its path below the repository
 * @throws PageError that names the line of the page
 */
export async function runPage(page: string): Promise<void> {
  const markdown = await readFile(join(ROOT, page), 'utf8');
  const steps = readPage(page, markdown);
  const session = await openSession(page, markdown);
  for (const step of steps) {
    await runStep(session, step).catch((error: Error) => {
      throw new PageError(page, step.line, error.message);
    });
  }
  const lines = markdown.split('\n');
  for (const { lines: place, text } of session.corrections.toReversed())
    lines.splice(place[0] - 1, place[1], ...text.split('\n'));
  if (session.corrections.length > 0) await writeFile(join(ROOT, page), lines.join('\n'));
}

async function runStep(session: Session, step: Step): Promise<void> {
  const { page, folder, ports } = session;
  switch (step.kind) {
    case 'file':
      return writeFileOf(session, step.name, ports.real(step.text));
    case 'change': {
      const text = await readFile(join(folder, step.name), 'utf8');
      return writeFileOf(session, step.name, changeText(text, ports.real(step.text)));
    }
    case 'copy': {
      const from = join(ROOT, step.path);
      const to = (await stat(from)).isDirectory() ? folder : join(folder, basename(from));
      return cp(from, to, { recursive: true, filter: (path) => !/\/(node_modules|data)$/.test(path) });
    }
    case 'checked': {
      const path = join(ROOT, step.test);
      if (!existsSync(path) || !(await readFile(path, 'utf8')).includes(basename(page)))
        throw new Error(`${step.test} must be a test that reads ${basename(page)}`);
      return;
    }
    case 'printed':
      return awaitOutput(session, step.output);
    case 'command':
      return runCommandStep(session, step);
  }
}

/** Writes a file, and waits for the servers that reload it. */
async function writeFileOf({ folder, servers }: Session, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  const reports = servers.map(({ running: { output } }) => new Promise<void>((resolve) => output.onText(resolve)));
  await writeFile(path, text);
  if (!/\.(test|spec)\.|\.sh$/.test(name) && reports.length > 0)
    await within(Promise.race(reports), RELOAD_PATIENCE, () => undefined);
}

/** Applies a diff without line numbers, with pieces separated by a line `…`. @throws Error if a piece does not match exactly once */
function changeText(text: string, diff: string): string {
  let changed = text;
  for (const piece of diff.split(/^…\n/m)) {
    const side = (sign: string) =>
      piece
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith(sign) || /^( |$)/.test(line))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    if (changed.split(side('-')).length !== 2) throw new Error(`the file does not have exactly once:\n${side('-')}`);
    changed = changed.replace(side('-'), () => side('+'));
  }
  return changed;
}

async function runCommandStep(session: Session, step: CommandStep): Promise<void> {
  const { ports } = session;
  const result = await runCommand(session, ports.real(step.command)).catch((error: Error) => {
    throw new Error(`$ ${step.command}\n${error.message}`);
  });
  if ('running' in result) return awaitOutput(session, step.output);
  const printed = ports.shown(result.output).trimEnd();
  if (result.code !== step.exitCode)
    throw new Error(`$ ${step.command}\nexits with ${result.code}, not ${step.exitCode}:\n${printed}`);
  if (step.output === '' || isShown(step.output, printed)) return;
  if (process.env.UPDATE_LISTINGS === undefined)
    throw new Error(`$ ${step.command}\nprints:\n${printed}\n\nbut the page shows:\n${step.output}`);
  session.corrections.push({ lines: step.outputLines, text: printed });
}

/** Waits until a server has printed the output in the page. */
async function awaitOutput({ servers, ports }: Session, shown: string): Promise<void> {
  if (shown === '') return;
  const outputs = servers.map(({ running }) => running.output);
  const printed = () => outputs.map((output) => ports.shown(output.text()));
  const found = new Promise<void>((resolve) => {
    const look = () => {
      if (printed().some((text) => hasShown(shown, text))) resolve();
    };
    for (const output of outputs) output.onText(look);
    look();
  });
  await within(found, OUTPUT_PATIENCE, () => {
    throw new Error(`the server prints:\n${printed().join('\n')}\n\nbut the page shows:\n${shown}`);
  });
}
