// A request with a token, as a line for a shell.

/** What a request is made of. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

/** @param base - of the stand-in @param operation - what is asked for. Default: the first page of the stand-in */
export function curlOf(
  base: string,
  sandbox: string,
  token: string,
  { method, path }: Asked = { method: 'GET', path: '/' },
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

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
