// What a document asks for and nobody could hold a request against: found when it is loaded, not when somebody asks.

/** Keys below which there are values of users, not schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * A sentence, with its place, for each `pattern` that is no regular expression (ECMA-262, with the flag `u`), and for each parameter
 * or property with the name `__proto__`, which the validators pass over.
 */
export function documentProblems(part: unknown, pointer = '', seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  return Object.entries(part).flatMap(([key, value]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '__proto__' || (key === 'name' && value === '__proto__')) return [`${at}: this name cannot be checked`];
    if (key === 'pattern' && typeof value === 'string') return patternProblem(value, at);
    return VALUES.has(key) || key.startsWith('x-') ? [] : documentProblems(value, at, seen);
  });
}

function patternProblem(pattern: string, pointer: string): string[] {
  try {
    new RegExp(pattern, 'u');
    return [];
  } catch (error) {
    return [`${pointer}: ${(error as Error).message}`];
  }
}
