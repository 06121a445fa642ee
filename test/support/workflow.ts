// Runs the steps of a composite action like a GitHub runner, as far as ours needs it: expressions, environment, outputs, paths.

import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export function actionIn(text: string): Action {
  return parse(text) as Action;
}

/** The result of one step. */
export interface Done {
  readonly name: string;
  /** `skipped` if its condition is false, or if an earlier step failed and it has none. */
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly log: string;
}

interface Run {
  readonly action: Action;
  readonly inputs: Readonly<Record<string, string>>;
  /** The checkout of the repository. */
  readonly folder: string;
  /** A folder for files of the steps. */
  readonly temporary: string;
  /** The value of `github.base_ref`. */
  readonly base: string;
}

/** Runs the steps that have a script, and lists the others. */
export async function runSteps({ action, inputs, folder, temporary, base }: Run): Promise<readonly Done[]> {
  const outputs = new Map<string, Map<string, string>>();
  const outcomes = new Map<string, string>();
  const value = (expression: string): string => {
    const [kind = '', name = '', what = '', key = ''] = expression.trim().split('.');
    if (kind === 'inputs') return inputs[name] ?? filled(action.inputs[name]?.default ?? '');
    if (kind === 'runner' && name === 'temp') return temporary;
    if (kind === 'github' && name === 'base_ref') return base;
    if (kind === 'steps' && what === 'outputs') return outputs.get(name)?.get(key) ?? '';
    if (kind === 'steps' && what === 'outcome') return outcomes.get(name) ?? '';
    throw new Error(`unsupported expression: ${expression}`);
  };
  const filled = (text: string): string =>
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => value(expression));
  /** Conditions joined by `&&`, each a comparison with a text, or `!cancelled()`. */
  const holds = (condition: string): boolean =>
    condition
      .replace(/^\$\{\{(.*)\}\}$/s, '$1')
      .split('&&')
      .every((one) => {
        const [, expression = '', sign, text] = /^\s*([\w.-]+)\s*(==|!=)\s*'(.*)'\s*$/.exec(one) ?? [];
        if (sign === undefined) return one.trim() === '!cancelled()';
        return (value(expression) === text) === (sign === '==');
      });

  const done: Done[] = [];
  const paths: string[] = [];
  let isFailed = false;
  for (const [index, step] of action.runs.steps.entries()) {
    const isDue = step.if === undefined ? !isFailed : holds(step.if);
    if (!isDue || step.run === undefined) {
      done.push({ name: step.name, outcome: isDue ? 'success' : 'skipped', log: '' });
      continue;
    }
    const files = { GITHUB_OUTPUT: join(temporary, `output-${index}`), GITHUB_PATH: join(temporary, `path-${index}`) };
    for (const file of Object.values(files)) await writeFile(file, '');
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)]));
    const env = {
      HOME: temporary,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: folder,
      ...files,
      ...own,
      PATH: [...paths.toReversed(), process.env.PATH].join(':'),
    };
    const { code, log } = await inShell(step.run, join(folder, filled(step['working-directory'] ?? '.')), env);
    const outcome = code === 0 ? 'success' : 'failure';
    isFailed ||= code !== 0;
    done.push({ name: step.name, outcome, log });
    paths.push(...linesIn(await readFile(files.GITHUB_PATH, 'utf8')));
    if (step.id === undefined) continue;
    outcomes.set(step.id, outcome);
    const lines = linesIn(await readFile(files.GITHUB_OUTPUT, 'utf8'));
    outputs.set(
      step.id,
      new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])),
    );
  }
  return done;
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Like bash on GitHub: a step ends with the first command that fails. */
function inShell(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly log: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      log += more;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, log })));
}
