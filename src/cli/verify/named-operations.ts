// Resolves `--skip-operations` and `--allow-unsafe`: operationIds, or methods with paths.

import type { Config } from '../../app/config.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** Names of operations, as the user wrote them. */
interface NamedExceptions {
  readonly allowWrites: boolean;
  readonly allowUnsafe: readonly string[];
  readonly skipOperations: readonly string[];
}

/**
 * The ids of the unsafe operations to send, and of the operations to skip, with those of the config.
 *
 * @param onNotice - called for each unknown name in the config, which may be of another document
 * @throws UsageError for an unknown name in a flag, or unsafe operations without `allowWrites`
 */
export function resolveExceptions(
  { allowWrites, allowUnsafe, skipOperations }: NamedExceptions,
  { skipOperations: inConfig = [] }: Pick<Config, 'skipOperations'>,
  documents: readonly Document[],
  onNotice: (sentence: string) => void,
): Omit<NamedExceptions, 'allowWrites'> {
  if (allowUnsafe.length > 0 && !allowWrites) throw new UsageError('--allow-unsafe needs --allow-writes.');
  for (const name of unknownOperations(inConfig, documents))
    onNotice(`skipOperations in the config: no operation matches ${JSON.stringify(name)}.`);
  return {
    allowUnsafe: resolveOperations('--allow-unsafe', allowUnsafe, documents),
    skipOperations: [
      ...resolveOperations('--skip-operations', skipOperations, documents),
      ...idsOf(inConfig, documents),
    ],
  };
}

/**
 * The ids of named operations: an operationId, or `METHOD /path` of the document with `*` for any text.
 *
 * @param flag - starts the error
 * @throws UsageError with unknown names
 */
function resolveOperations(flag: string, names: readonly string[], documents: readonly Document[]): readonly string[] {
  const unknown = unknownOperations(names, documents);
  if (unknown.length === 0) return idsOf(names, documents);
  const ids = operationsIn(documents).map(({ id }) => id);
  throw new UsageError(
    `${flag}: no such operation:`,
    unknown.map((name) => {
      const nearest = findNearestName(name, ids);
      return `${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
    }),
  );
}

/** The ids of named operations. Unknown names are ignored. */
function idsOf(names: readonly string[], documents: readonly Document[]): readonly string[] {
  return operationsIn(documents)
    .filter((operation) => names.some((name) => hasName(operation, name)))
    .map(({ id }) => id);
}

/** The names without an operation. */
function unknownOperations(names: readonly string[], documents: readonly Document[]): readonly string[] {
  const all = operationsIn(documents);
  return names.filter((name) => !all.some((operation) => hasName(operation, name)));
}

function operationsIn(documents: readonly Document[]): readonly Operation[] {
  return documents.flatMap(({ operations }) => [...operations.values()]);
}

function hasName({ id, method, path }: Operation, name: string): boolean {
  const [, named, template] = /^(\S+)\s+(\/.*|\*)$/.exec(name) ?? [];
  if (named === undefined || template === undefined) return id === name;
  return matches(method, named.toUpperCase()) && matches(path, template);
}

/** @param pattern - `*` matches any text */
function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
