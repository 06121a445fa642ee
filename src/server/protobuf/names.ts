// Converts names of a document to protobuf names.

import { splitWords } from '../../openapi/name-words.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a text is a name in protobuf (https://protobuf.dev/reference/protobuf/proto3-spec/#identifiers). */
export function isIdentifier(name: unknown): name is string {
  return typeof name === 'string' && IDENTIFIER.test(name);
}

/** Whether a text is a full name, such as `shop.v1.ShopService`. */
export function isFullName(name: unknown): name is string {
  return typeof name === 'string' && name.split('.').every(isIdentifier);
}

/** `projectRoleCheck` as `project_role_check`. Capitals in a row are one word, so `userIDs` is `user_ids` and `homeURLPath` `home_url_path`. */
export function snakeCase(name: string): string {
  return wordsOf(name).join('_');
}

/** `homeAddress` as `HomeAddress`. */
export function pascalCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The default JSON name of a protobuf field. */
export function defaultJsonName(name: string): string {
  return name.replace(/_+([^_])/g, (_, letter: string) => letter.toUpperCase());
}

/** The words of a name; names in protobuf are ASCII. */
function wordsOf(name: string): string[] {
  return splitWords(name).flatMap((word) => word.split(/[^a-z\d]+/).filter((part) => part !== ''));
}

/** Splits a full name: `a.b.C` is `C` in `a.b`. */
export function splitName(fullName: string): { readonly scope: string; readonly name: string } {
  const dot = fullName.lastIndexOf('.');
  return { scope: fullName.slice(0, Math.max(dot, 0)), name: fullName.slice(dot + 1) };
}

/** The full name in a scope; a file without a package has an empty one. */
export function joinName(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`;
}
