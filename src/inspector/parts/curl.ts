// Builds curl commands for a POSIX shell.

import { type Headers, REDACTED } from '../requests/header-lines.ts';

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
    ...Object.entries(headers).map(([name, value]) => ['-H', word(`${name}: ${value}`, variableFor(name))]),
    ...(body === undefined ? [] : [['--data-raw', word(body)]]),
  ];
  return options.map((words) => words.join(' ')).join(CONTINUED);
}

/** The shell variables of a command. @returns their names */
export function variablesIn({ target, headers, body = '', hasToken }: Curl): readonly string[] {
  const isRedacted = (text: string) => text.includes(REDACTED);
  const ofHeaders = Object.keys(headers).filter((name) => isRedacted(headers[name] ?? ''));
  return [
    ...(hasToken ? ['TOKEN'] : []),
    ...ofHeaders.map(variableFor),
    ...(isRedacted(target) || isRedacted(body) ? [SECRET] : []),
  ];
}

/** The variable for redacted parts of URL and body. */
const SECRET = 'SECRET';

/** The variable for a redacted header: `X_API_KEY`. */
function variableFor(header: string): string {
  return header
    .toUpperCase()
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_');
}

/** A word that the shell does not expand, except a variable for what is redacted. */
function word(text: string, variable = SECRET): string {
  if (text.includes(REDACTED)) {
    // An interactive shell expands `!` in double quotes, and a backslash before it stays in the word.
    const pieces = text.split(REDACTED).map((piece) => piece.replace(/["$`\\]/g, '\\$&').replaceAll('!', `"'!'"`));
    return `"${pieces.join(`\${${variable}}`)}"`;
  }
  return /^[\w./:@%=,+-]+$/.test(text) ? text : quoted(text);
}

/** A request. */
interface RequestLine {
  readonly method: string;
  readonly path: string;
}

/** @param base - URL of the server. The default request gets its front page */
export function curlOf(
  base: string,
  sandbox: string,
  token: string,
  { method, path }: RequestLine = { method: 'GET', path: '/' },
): string {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(base + path),
    ...(sandbox === 'main' ? [] : ['-H', quoted(`x-understudy-sandbox: ${sandbox}`)]),
    '-H',
    quoted(`Authorization: Bearer ${token}`),
    ...(hasBody ? ['-H', quoted('Content-Type: application/json'), '-d', quoted('{}')] : []),
  ].join(' ');
}

/** Quotes text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
