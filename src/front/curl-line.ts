// A request as a command for a shell, to be pasted.

import type { ExampleRequest } from '../engine/api.ts';

/** A break between two options that a POSIX shell reads over. */
export const CONTINUED = ' \\\n  ';

/** A command for a POSIX shell, its options put apart by `between`. A request without a token or a body is sent without. */
export function curlLine(
  base: string,
  { method, path, token, headers = {}, body }: ExampleRequest,
  between = ' ',
): string {
  const options = [
    // curl reads brackets in a URL as patterns, those around an IPv6 address excepted.
    ['curl', ...(/[[\]{}]/.test(path) ? ['-g'] : []), ...(method === 'GET' ? [] : ['-X', method]), base + path],
    ...(token === '' ? [] : [['-H', `Authorization: Bearer ${token}`]]),
    ...Object.entries(headers).map(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body === undefined
      ? []
      : [
          ['-H', 'Content-Type: application/json'],
          ['-d', JSON.stringify(body)],
        ]),
  ];
  return options.map((words) => words.map(quote).join(' ')).join(between);
}

/** A word that the shell takes literally. */
function quote(word: string): string {
  return /^[\w./:@%=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
