// Parses values of flags: lists, names, numbers and URLs.

import { findNearestName } from '../schema/nearest-name.ts';
import { UsageError } from '../schema/usage-error.ts';

/** The parts of a text between commas. */
export function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** @param message - starts the error. @throws UsageError with the nearest name, otherwise with all names */
export function oneOf<Name extends string>(message: string, text: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === text);
  if (found !== undefined) return found;
  const nearest = findNearestName(text, names);
  if (nearest !== undefined) throw new UsageError(`${message} ${JSON.stringify(text)}; did you mean ${nearest}?`);
  throw new UsageError(`${message} ${JSON.stringify(text)}. Known:`, names);
}

/** @throws UsageError if the text is not a whole number within its bounds */
export function numberOf(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new UsageError(`${flag} needs a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
  return number;
}

/** The URL of a server, with or without a path. @throws UsageError if it is not one */
export function serverAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    const withScheme = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? `http://${text}` : undefined;
    const hint =
      withScheme && URL.canParse(withScheme) ? `did you mean ${withScheme}?` : 'use one such as http://127.0.0.1:8080.';
    throw new UsageError(`${JSON.stringify(text)} is not the URL of a server: ${hint}`);
  }
  const { search, hash, username, password } = new URL(text);
  // The message omits the text, which may be a secret.
  if (search + hash + username + password !== '')
    throw new UsageError('The URL of a server may have a path, but no user, query or fragment.');
  return text;
}
