// Runs a command in its own process group, and stops the group.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../schema/usage-error.ts';
import type { Output } from '../io.ts';

/** Milliseconds between SIGTERM and SIGKILL. */
export const STOP_GRACE = 5000;
/** Milliseconds between checks whether the group has ended. */
const POLL = 20;
/** Milliseconds for the last output after the end. */
const LAST_OUTPUT = 500;

/** A started command. */
interface ChildCommand {
  /** The exit code when the command ends; 128 plus the number of a signal that ended it. */
  readonly ended: Promise<number>;
  /** Stops the command and all processes of its group. Resolves when they have ended: whether they had to be killed. */
  stop(): Promise<{ readonly wasKilled: boolean }>;
}

/** The environment, input and outputs of a command. */
interface ChildSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `inherit` if the command may read from the terminal. */
  readonly stdin: 'inherit' | 'ignore';
  /** An output with a file descriptor is inherited; others are written to. */
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Arguments before and after `--`. */
export function splitCommand(args: readonly string[]): {
  readonly own: readonly string[];
  /** Undefined without `--`. */
  readonly command: readonly string[] | undefined;
} {
  const index = args.indexOf('--');
  if (index < 0) return { own: args, command: undefined };
  const command = args.slice(index + 1);
  if (command.length === 0) throw new UsageError('-- needs a command after it, such as -- npm start');
  return { own: args.slice(0, index), command };
}

/** Starts a command. @throws UsageError if the program does not exist */
export async function startCommand(words: readonly string[], settings: ChildSettings): Promise<ChildCommand> {
  const { env, stdin, stdout, stderr } = settings;
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    env: { ...env },
    stdio: [stdin, stdout.fd ?? 'pipe', stderr.fd ?? 'pipe'],
    // The leader of a new group, so that one signal reaches all its processes.
    detached: true,
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => stdout.write(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.write(text));
  const ended = new Promise<number>((resolve) => child.once('exit', (code, signal) => resolve(codeOf(code, signal))));
  const closed = once(child, 'close').catch(() => undefined);
  await untilStarted(child, program);
  const group = child.pid ?? 0;
  if (groups.size === 0) process.on('exit', killCommands).on('SIGHUP', onHangUp);
  groups.add(group);
  return {
    ended,
    async stop() {
      const wasKilled = !(await stopGroup(group));
      // Waits for the last output. A process that left the group may keep the pipes open.
      await Promise.race([closed, pause(LAST_OUTPUT, undefined, { ref: false })]);
      groups.delete(group);
      if (groups.size === 0) process.off('exit', killCommands).off('SIGHUP', onHangUp);
      return { wasKilled };
    },
  };
}

/** Process groups that are not stopped yet. */
const groups = new Set<number>();

/** Kills all commands by SIGKILL, before this process ends. */
export function killCommands(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
}

/** Handles SIGHUP: the terminal closes, and signals the group of this process only. */
function onHangUp(): void {
  killCommands();
  process.off('SIGHUP', onHangUp);
  process.kill(process.pid, 'SIGHUP');
}

/** Resolves when a command runs. @throws UsageError if it does not start */
function untilStarted(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'command not found' : error.message;
      const hint = /\s/.test(program) ? [`For a shell command line: -- sh -c ${JSON.stringify(program)}`] : [];
      reject(new UsageError(`${program}: ${reason}`, hint));
    });
  });
}

function codeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** Sends SIGTERM, then SIGKILL to processes that remain after the grace period. @returns whether SIGTERM was enough */
async function stopGroup(group: number): Promise<boolean> {
  if (!signalGroup(group, 'SIGTERM')) return true;
  if (await isGone(group, STOP_GRACE)) return true;
  signalGroup(group, 'SIGKILL');
  // Killed processes stay in the table until their parent, or init, reads their status.
  await isGone(group, 1000);
  return false;
}

async function isGone(group: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (signalGroup(group, 0) && !isZombie(group)) {
    if (performance.now() > end) return false;
    await pause(POLL);
  }
  return true;
}

/** Whether a group has only zombies: a container without an init process does not remove them. */
function isZombie(group: number): boolean {
  if (process.platform !== 'linux') return false;
  const states = readdirSync('/proc').flatMap((entry) => {
    try {
      // The name of the program, in brackets, may contain anything.
      const [, state, member] =
        /^.*\) (\w) \d+ (\d+) /s.exec(readFileSync(`/proc/${Number(entry)}/stat`, 'utf8')) ?? [];
      return Number(member) === group ? [state] : [];
    } catch {
      return [];
    }
  });
  return states.every((state) => state === 'Z' || state === 'X');
}

/** @returns whether a process of the group remains */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    // EPERM: a process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
