// The operations that `--skip-operations` and `--allow-unsafe` name: by operationId, or by method and path.

import type { Config } from '../../app/config.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** Names of operations, as a user writes them. */
export interface NamedExceptions {
  readonly allowWrites: boolean;
  readonly allowUnsafe: readonly string[];
  readonly skipOperations: readonly string[];
}

/**
 * The ids of the operations that are sent in spite of the write rule, and of those that are never sent: also those that the config names.
 *
 * @param onNotice - called with each name in the config that no operation has: it can be of another document
 * @throws UsageError if a flag names no operation, or unsafe ones without `allowWrites`
 */
export function exceptionsOf(
  { allowWrites, allowUnsafe, skipOperations }: NamedExceptions,
  { skipOperations: inConfig = [] }: Pick<Config, 'skipOperations'>,
  documents: readonly Document[],
  onNotice: (sentence: string) => void,
): Omit<NamedExceptions, 'allowWrites'> {
  if (allowUnsafe.length > 0 && !allowWrites) throw new UsageError('--allow-unsafe needs --allow-writes.', []);
  for (const name of unknownOperations(inConfig, documents))
    onNotice(`skipOperations in the config: no operation matches ${JSON.stringify(name)}.`);
  return {
    allowUnsafe: namedOperations('--allow-unsafe', allowUnsafe, documents),
    skipOperations: [...namedOperations('--skip-operations', skipOperations, documents), ...idsOf(inConfig, documents)],
  };
}

/**
 * The ids of the operations that names stand for: an operationId, or `METHOD /path` as in the document, in which `*` stands for any text.
 *
 * @param where - the flag or setting, for messages
 * @throws UsageError naming those that no operation has
 */
function namedOperations(where: string, names: readonly string[], documents: readonly Document[]): readonly string[] {
  const unknown = unknownOperations(names, documents);
  if (unknown.length === 0) return idsOf(names, documents);
  const ids = operationsIn(documents).map(({ id }) => id);
  throw new UsageError(
    `${where}: no such operation:`,
    unknown.map((name) => {
      const meant = findNearestName(name, ids);
      return `${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
    }),
  );
}

/** The ids of the operations that names stand for. Names that no operation has are left out. */
function idsOf(names: readonly string[], documents: readonly Document[]): readonly string[] {
  return operationsIn(documents)
    .filter((operation) => names.some((name) => isNamed(operation, name)))
    .map(({ id }) => id);
}

/** The names that no operation has. */
function unknownOperations(names: readonly string[], documents: readonly Document[]): readonly string[] {
  const all = operationsIn(documents);
  return names.filter((name) => !all.some((operation) => isNamed(operation, name)));
}

function operationsIn(documents: readonly Document[]): readonly Operation[] {
  return documents.flatMap(({ operations }) => [...operations.values()]);
}

function isNamed({ id, method, path }: Operation, name: string): boolean {
  const [, wanted, template] = /^(\S+)\s+(\/.*|\*)$/.exec(name) ?? [];
  if (wanted === undefined || template === undefined) return id === name;
  return isLike(method, wanted.toUpperCase()) && isLike(path, template);
}

/** @param pattern - `*` stands for any text */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
