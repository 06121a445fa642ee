// Derives a recognisable sandbox name from a test.

/** Maximum length of the title part: a name has at most 63 characters. */
const LONGEST = 48;

/** A name that no other sandbox has, beginning as the title of the test does. */
export function sandboxName(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
  return `${words || 'test'}-${crypto.randomUUID().slice(0, 8)}`;
}
