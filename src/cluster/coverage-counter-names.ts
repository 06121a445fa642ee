// Names of operations in shared coverage counters, equal at every replica.

import { createHash } from 'node:crypto';
import type { CoveredApi } from '../coverage/coverage-report.ts';
import type { Operation } from '../openapi/document.ts';

export interface AccountNames {
  of(operation: Operation): string;
  /** Undefined if no API has it any more. */
  operation(name: string): Operation | undefined;
}

/** The longest name of an account, in characters. */
const LONGEST = 200;

export function createAccountNames(apis: readonly CoveredApi[]): AccountNames {
  const names = new WeakMap<Operation, string>();
  /** Created on first use: a document may have very many operations. */
  let places: ReadonlyMap<string, readonly [document: CoveredApi['document'], id: string]> | undefined;
  const makePlaces = () =>
    new Map(
      apis.flatMap(({ api, document }) =>
        [...document.operations.keys()].map((id) => [nameOf(api, id), [document, id]] as const),
      ),
    );
  return {
    of(operation) {
      const { id } = operation;
      const apiOf = () => apis.find(({ document }) => document.operations.get(id) === operation)?.api ?? '';
      const name = names.get(operation) ?? nameOf(apiOf(), id);
      names.set(operation, name);
      return name;
    },
    operation(name) {
      places ??= makePlaces();
      const [document, id = ''] = places.get(name) ?? [];
      return document?.operations.get(id);
    },
  };
}

function nameOf(api: string, id: string): string {
  const name = JSON.stringify([api, id]);
  return name.length <= LONGEST ? name : createHash('sha256').update(name).digest('hex');
}
