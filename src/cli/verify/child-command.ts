// Runs a command in its own process group, and stops all of it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../schema/usage-error.ts';
import type { Output } from '../io.ts';

/** Between SIGTERM and SIGKILL, in milliseconds. */
const GRACE = 5000;
/** Between two looks at whether the group is gone. */
const POLL = 20;
/** For its last output, once it is gone. */
const LAST_OUTPUT = 500;

/** A command that was started. */
export interface ChildCommand {
  /** Its exit code; 128 and the number of the signal if a signal ended it. Resolves when the command itself ends. */
  readonly ended: Promise<number>;
  /** Ends the command and every process that it started. Resolves when they are gone. */
  stop(): Promise<void>;
}

/** How a command is connected. */
export interface ChildSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `inherit` where the command may read from the terminal. */
  readonly stdin: 'inherit' | 'ignore';
  /** Where its output goes: an output with a file descriptor is inherited, others are written to. */
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
  if (command.length === 0) throw new UsageError('-- needs a command after it, such as -- npm start', []);
  return { own: args.slice(0, index), command };
}

/** Starts a command. @throws UsageError if there is no such program */
export async function startCommand(words: readonly string[], settings: ChildSettings): Promise<ChildCommand> {
  const { env, stdin, stdout, stderr } = settings;
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    env: { ...env },
    stdio: [stdin, stdout.fd ?? 'pipe', stderr.fd ?? 'pipe'],
    // The leader of a group of its own, so that one signal reaches all of it.
    detached: true,
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => stdout.write(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.write(text));
  const ended = new Promise<number>((resolve) => child.once('exit', (code, signal) => resolve(codeOf(code, signal))));
  const closed = once(child, 'close').catch(() => undefined);
  await started(child, program);
  const group = child.pid ?? 0;
  if (groups.size === 0) process.on('exit', killCommands).on('SIGHUP', onHangUp);
  groups.add(group);
  return {
    ended,
    async stop() {
      await stopGroup(group);
      // What it printed last. A process that left the group may keep the pipes open.
      await Promise.race([closed, pause(LAST_OUTPUT, undefined, { ref: false })]);
      groups.delete(group);
      if (groups.size === 0) process.off('exit', killCommands).off('SIGHUP', onHangUp);
    },
  };
}

/** Process groups that were not stopped yet. */
const groups = new Set<number>();

/** Ends all commands at once, by SIGKILL: this process is about to end. */
export function killCommands(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
}

/** The terminal was closed. Only the group of this process gets the signal. */
function onHangUp(): void {
  killCommands();
  process.off('SIGHUP', onHangUp);
  process.kill(process.pid, 'SIGHUP');
}

/** Resolves when it runs. @throws UsageError if it does not start */
function started(child: ChildProcess, program: string): Promise<void> {
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

/** SIGTERM, then SIGKILL for what is left after the grace period. */
async function stopGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  if (await isGone(group, GRACE)) return;
  signalGroup(group, 'SIGKILL');
  // Processes that were killed stay in the table until their parent, or init, reads their status.
  await isGone(group, 1000);
}

async function isGone(group: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (signalGroup(group, 0) && !isZombie(group)) {
    if (performance.now() > end) return false;
    await pause(POLL);
  }
  return true;
}

/** Whether only zombies are left of a group. Nothing reads their status in a container whose first process is not an init. */
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

/** @returns whether a process of the group is left */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    // EPERM: one that runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
