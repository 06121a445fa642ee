// A request as a command that sends it again. Credentials stand in it as variables of the shell, never as they are.

import type { Credentials } from '../credentials.ts';
import type { Call } from '../request/call.ts';

/** The longest body that is written into a command, in bytes. */
const LONGEST = 4096;

/** @param url - where the document is served, without a slash at its end */
export function curlOf({ method, target, headers, body }: Call, url: string, credentials: Credentials): string {
  const text = body && Buffer.from(body).toString();
  const isText = body !== undefined && body.length <= LONGEST && Buffer.from(text ?? '').equals(Buffer.from(body));
  const words = [
    'curl -g',
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url + target, credentials),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`, credentials)}`),
    ...(isText && text !== undefined ? [`--data-raw ${quoted(text, credentials)}`] : []),
  ];
  const missing = body !== undefined && !isText ? `  # with a body of ${body.length} bytes` : '';
  return words.join(' ') + missing;
}

/** A text without credentials. */
export function redacted(text: string, credentials: Credentials): string {
  return [...credentials].reduce(
    (so, [name, secret]) => (secret === '' ? so : so.replaceAll(secret, `$${variable(name)}`)),
    text,
  );
}

/** A word of a POSIX shell. */
function quoted(word: string, credentials: Credentials): string {
  const secret = [...credentials].find(([, one]) => one !== '' && word.includes(one));
  if (!secret) return /^[\w./:@%=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  const [name, text] = secret;
  const pieces = word.split(text).map((piece) => piece.replace(/["$`\\!]/g, '\\$&'));
  return `"${pieces.join(`\${${variable(name)}}`)}"`;
}

/** A name that a shell takes. */
function variable(name: string): string {
  const plain = name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
  return plain === '' ? 'TOKEN' : plain;
}
