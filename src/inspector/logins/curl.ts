// A curl command with a token.

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
