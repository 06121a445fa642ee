// A request as a `curl` command, with shell variables for credentials.

import { REDACTED } from '../../server/pipeline/security/redacted.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { type Secret, splitBySecrets } from './secrets.ts';

/** Maximum size of a body in a command, in bytes. */
const MAX_BODY = 4096;

/** Characters that a terminal interprets when the command is pasted; NUL cannot be part of a word. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/u;

/** @param url - the base URL of the document, without a trailing slash */
export function formatCurl(
  { method, target, headers, body }: SerializedRequest,
  url: string,
  secrets: readonly Secret[],
): string {
  const text = body && Buffer.from(body).toString();
  const isText =
    text !== undefined &&
    body &&
    body.length <= MAX_BODY &&
    Buffer.from(text).equals(body) &&
    !CONTROL_CHARACTERS.test(text);
  const words = [
    'curl -g',
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' && !isText ? [] : [`-X ${method}`]),
    quoted(url + target, secrets),
    // curl removes a header without a value, unless it ends with a semicolon.
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`, secrets)}`),
    ...(isText ? [`--data-raw ${quoted(text, secrets)}`] : []),
  ];
  const missing = body !== undefined && !isText ? `  # with a body of ${body.length} bytes` : '';
  return words.join(' ') + missing;
}

/** Explains the shell variables of commands in a line; none without variables. */
export function variableLines(commands: readonly string[]): readonly string[] {
  const names = commands.flatMap((curl) => [...curl.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  if (names.length === 0) return [];
  const assignments = [...new Set(names)].map((name) => `${name}=…`).join(' ');
  return [
    `Before a curl command, set its shell variables to the secrets that the report hides: ${assignments} (named after the security scheme, header, parameter or property).`,
  ];
}

/** Splits a text at redacted values, whose replacements are shell variables: a command must be repeatable. */
function splitRedacted(text: string): readonly (string | Pick<Secret, 'shell'>)[] {
  const pieces = text.split(REDACTED);
  return pieces.flatMap((piece, index) =>
    index === pieces.length - 1 ? [piece] : [piece, { shell: `\${${variableAfter(piece)}}` }],
  );
}

/** The variable for a value after the name of a header, parameter, property or field: `X_API_KEY`. */
function variableAfter(text: string): string {
  const [, name = ''] = /([\w.-]+)(?:: (?:\w+ )?|=|"\s*:\s*")$/.exec(text) ?? [];
  const variable = name
    .toUpperCase()
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_');
  // The shell sets PWD itself.
  return variable === '' || variable === 'PWD' ? 'SECRET' : variable;
}

/** A word of a POSIX shell. */
function quoted(word: string, secrets: readonly Secret[]): string {
  const all = splitBySecrets(word, secrets).flatMap((piece) =>
    typeof piece === 'string' ? splitRedacted(piece) : piece,
  );
  if (all.length === 1) return /^[\w./:@%=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  // An interactive shell expands `!` in double quotes, and a backslash before it stays in the word.
  const written = all.map((piece) =>
    typeof piece === 'string' ? piece.replace(/["$`\\]/g, '\\$&').replaceAll('!', `"'!'"`) : piece.shell,
  );
  return `"${written.join('')}"`;
}
