// Builds a curl command for a POSIX shell.

import type { Headers } from './header-lines.ts';

/** The parts of the command. */
export interface Curl {
  /** Of the server, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly sandbox: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Whether to send a token from the variable TOKEN. */
  readonly hasToken: boolean;
}

/** A line break inside a command. */
const CONTINUED = ' \\\n  ';

export function curlCommand({ origin, sandbox, method, target, headers, body, hasToken }: Curl): string {
  const url = origin + target;
  const verb = method === 'HEAD' ? ['-I'] : method === 'GET' && body === undefined ? [] : ['-X', word(method)];
  const options = [
    // Otherwise curl expands brackets in a URL.
    ['curl', ...(/[[\]{}]/.test(url) ? ['-g'] : []), ...verb, word(url)],
    ...(sandbox === 'main' ? [] : [['-H', word(`x-understudy-sandbox: ${sandbox}`)]]),
    ...(hasToken ? [['-H', '"Authorization: Bearer $TOKEN"']] : []),
    ...Object.entries(headers).map(([name, value]) => ['-H', word(`${name}: ${value}`)]),
    ...(body === undefined ? [] : [['--data-raw', word(body)]]),
  ];
  return options.map((words) => words.join(' ')).join(CONTINUED);
}

/** A word that the shell does not expand. */
function word(text: string): string {
  return /^[\w./:@%=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
