// What a body seems to be: its media type is not kept.

/** A media type that fits a text; undefined for none. */
export function mediaTypeOf(body: string | undefined): string | undefined {
  if (body === undefined || body === '') return undefined;
  if (/^\s*(?:[[{"]|-?\d|true\b|false\b|null\b)/.test(body)) return 'application/json';
  if (/^\s*</.test(body)) return 'application/xml';
  const [, boundary] = /^--([^\r\n]{1,70})\r?\n/.exec(body) ?? [];
  if (boundary !== undefined) return `multipart/form-data; boundary=${boundary}`;
  return /^[^\s=&]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/.test(body) ? 'application/x-www-form-urlencoded' : 'text/plain';
}
