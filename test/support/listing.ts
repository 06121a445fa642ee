// Code listings of a Markdown page, and the commands in them.

/** A fenced block: its language, its text, and the last line of prose before it. */
export interface Listing {
  readonly language: string;
  readonly text: string;
  readonly before: string;
}

/** Every fenced block of a page, in order. */
export function listingsOf(markdown: string): Listing[] {
  return [...markdown.matchAll(/([^\n]*)\n\n```(\w*)(?: \[[^\]\n]+\])?\n([\s\S]*?)```/g)].map(
    ([, before = '', language = '', text = '']) => ({ language, text, before }),
  );
}

/** The commands of a terminal session, each with its printed output. */
export function commandsOf({ text }: Listing): { readonly command: string; readonly output: string }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((piece) => {
      const end = piece.indexOf('\n');
      return { command: piece.slice(0, end), output: piece.slice(end + 1).trimEnd() };
    });
}

/** The words of a shell command; only blanks and single quotes are special here. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Performs a `curl` command, for the options in our listings; returns its output. */
export async function likeCurl([program, ...words]: readonly string[], from: string, to: string): Promise<string> {
  if (program !== 'curl') throw new Error(`not curl: ${program}`);
  const init: { method?: string; body?: string; headers: [string, string][] } = { headers: [] };
  let url = '';
  let isShown = true;
  let behind = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      url = word.replace(from, to);
      continue;
    }
    if (word === '-s') continue;
    at += 1;
    const value = words[at] ?? '';
    if (word === '-o' && value === '/dev/null') isShown = false;
    else if (word === '-w') behind = value;
    else if (word === '-X') init.method = value;
    else if (word === '-d') init.body = init.body === undefined ? value : `${init.body}&${value}`;
    else if (word === '-u') init.headers.push(['Authorization', `Basic ${btoa(value)}`]);
    else if (word === '-H')
      init.headers.push([value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 2)]);
    else throw new Error(`unknown option: ${word}`);
  }
  const isTyped = init.headers.some(([name]) => name.toLowerCase() === 'content-type');
  if (init.body !== undefined && !isTyped) init.headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  const { headers, text } = await requested(url, { method: init.body === undefined ? 'GET' : 'POST', ...init });
  const reported = behind
    .replaceAll('\\n', '\n')
    .replaceAll(/%header\{([\w-]+)\}/g, (_, name: string) => headers.get(name)?.replaceAll(to, from) ?? '');
  return (isShown ? text : '') + reported;
}

async function requested(
  url: string,
  init: RequestInit,
): Promise<{ readonly headers: Headers; readonly text: string }> {
  const response = await fetch(url, init);
  return { headers: response.headers, text: await response.text() };
}
