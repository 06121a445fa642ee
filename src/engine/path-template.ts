// Paths with places for values, such as `/pets/{id}`.

import { Failure } from './failure.ts';

/** The paths of one template, and the names of the values in them. */
export function pathPattern(template: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = [];
  const pieces = template.split(/(\{[^}]+\})/).map((piece) => {
    if (!piece.startsWith('{')) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(piece.slice(1, -1));
    return '([^/]+)';
  });
  return { pattern: new RegExp(`^${pieces.join('')}$`), names };
}

/** Reads the values in paths of one template, decoded. It throws a Failure `invalid_argument` when one does not decode. */
export function pathReader(template: string): (path: string) => Record<string, string> {
  const { pattern, names } = pathPattern(template);
  return (path) => {
    const found = pattern.exec(path) ?? [];
    const values: Record<string, string> = Object.create(null);
    names.forEach((name, index) => {
      values[name] = decodePart(found[index + 1] ?? '', name);
    });
    return values;
  };
}

function decodePart(text: string, name: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure('invalid_argument', `the percent-encoding of ${name} in the path does not decode: ${text}`);
  }
}
