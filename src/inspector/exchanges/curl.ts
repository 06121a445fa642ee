// An exchange as a command for a POSIX shell, to be pasted.

import { mediaTypeOf } from './media-type.ts';

/** What is said in the command. */
export interface Curl {
  /** Of the stand-in, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly sandbox: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
  /** Whether somebody called: then the command names a variable for the token, which nobody keeps. */
  readonly hasToken: boolean;
}

/** A break between two options that a shell reads over. */
const CONTINUED = ' \\\n  ';

export function curlCommand({ origin, sandbox, method, target, body, hasToken }: Curl): string {
  const url = origin + target;
  const type = mediaTypeOf(body);
  const verb = method === 'HEAD' ? ['-I'] : method === 'GET' && body === undefined ? [] : ['-X', word(method)];
  const options = [
    // curl reads brackets in a URL as patterns.
    ['curl', ...(/[[\]{}]/.test(url) ? ['-g'] : []), ...verb, word(url)],
    ...(sandbox === 'main' ? [] : [['-H', word(`x-understudy-sandbox: ${sandbox}`)]]),
    ...(hasToken ? [['-H', '"Authorization: Bearer $TOKEN"']] : []),
    ...(type === undefined ? [] : [['-H', word(`Content-Type: ${type}`)]]),
    ...(body === undefined ? [] : [['--data-raw', word(body)]]),
  ];
  return options.map((words) => words.join(' ')).join(CONTINUED);
}

/** A word that the shell takes literally. */
function word(text: string): string {
  return /^[\w./:@%=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
