// What flags of command lines have in common: how they are read, and what is said of what is not understood.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../schema/nearest.ts';
import { Problems } from '../schema/problems.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command line.
 *
 * @param command - the one whose flags they are
 * @throws Problems naming what is not understood, with what may be meant
 */
export function readFlags<const Own extends Options>(command: string, args: readonly string[], options: Own) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const message = (error as Error).message.split('\n', 1)[0] ?? '';
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    const names = Object.keys(options).map((name) => `--${name}`);
    const meant = unknown === undefined ? undefined : nearest(unknown, names);
    const told = unknown === undefined ? message : `There is no flag ${unknown}`;
    throw new Problems(`${told}${meant === undefined ? '' : `; did you mean ${meant}?`}`, [
      `understudy ${command} --help tells all of them.`,
    ]);
  }
}

/** What stands between commas. */
export function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** @param message - what is said of one that is not there. @throws Problems with it, and with the name that may be meant, else with all that there are */
export function oneOf<Name extends string>(message: string, text: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === text);
  if (found !== undefined) return found;
  const meant = nearest(text, names);
  if (meant !== undefined) throw new Problems(`${message} ${JSON.stringify(text)}; did you mean ${meant}?`, []);
  throw new Problems(`${message} ${JSON.stringify(text)}. There are:`, names);
}

/** @throws Problems if it is no whole number within its bounds */
export function numberOf(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new Problems(`${flag} needs a whole number from ${least} to ${most}, and not ${JSON.stringify(text)}.`, []);
  return number;
}

/** The address of a server: it may have a path. @throws Problems if it is none, or has what no address of one has */
export function serverAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    const withScheme = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? `http://${text}` : undefined;
    const meant =
      withScheme && URL.canParse(withScheme) ? `${withScheme} may be meant` : 'one is http://127.0.0.1:8080';
    throw new Problems(`${JSON.stringify(text)} is no address of a server: ${meant}.`, []);
  }
  const { search, hash, username, password } = new URL(text);
  // Without the text: it may be a secret.
  if (search + hash + username + password !== '')
    throw new Problems('The address of a server may have a path, but no user, no query and no fragment.', []);
  return text;
}
