// What a command is that steers a running stand-in, or looks into it.

import type { UnderstudyClient } from '../../client/client.ts';
import type { SandboxClient } from '../../client/sandbox.ts';
import { Problems } from '../../schema/problems.ts';

/** What was said on the command line, beside where and which sandbox. */
export interface CommandLine {
  /** What stands there without a flag. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

/** What is told: to programs, and to people. */
export interface CommandResult {
  /** As the control API has it. */
  readonly value: unknown;
  readonly lines: readonly string[];
  /** How the command ends when it has done what it should, and that is not good. Default 0. */
  readonly code?: number;
  /** What is told then where programs read the rest. */
  readonly complaints?: readonly string[];
}

/** A command. */
export interface Steering {
  /** How it is called, without `understudy`, in several ways. */
  readonly usage: readonly string[];
  /** What it does, for people. */
  readonly about: string;
  /** Its own flags: their names, what they take (nothing, if they are yes or no), and what they mean. */
  readonly flags?: Readonly<Record<string, { readonly takes?: string; readonly help: string }>>;
  /** How many words it takes at least and at most. */
  readonly words: readonly [number, number];
  /** @throws UnderstudyError, ApiError or Problems if it cannot be done */
  run(sandbox: SandboxClient, said: CommandLine, standIn: UnderstudyClient): Promise<CommandResult>;
}

/** The whole number that a flag or a word gives; undefined when it was not given. @throws Problems if it is none */
export function wholeNumber(name: string, given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(String(given))) return Number(given);
  throw new Problems(`${name} must be a whole number, not ${JSON.stringify(given)}.`, []);
}

/** `1 change`, `2 changes`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The members that were said. */
export function said<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
