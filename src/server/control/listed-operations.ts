// Lists the operations of all APIs, for selection.

import type { Document, Operation } from '../../openapi/document.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { ApiOperation } from './operations.ts';

/** @param documents - by the names of their apis */
export function operationHandlers(documents: ReadonlyMap<string, Document>): Pick<ControlHandlers, 'listOperations'> {
  return {
    listOperations({ input: { api, q, limit, after = -1 }, caller: { sandbox } }) {
      const meant = [...documents].filter(([name]) => api === undefined || name === api);
      if (meant.length === 0)
        throw new ApiError('invalid_argument', `api must be one of ${[...documents.keys()].join(', ')}`);
      const text = q?.toLowerCase();
      const operations: ApiOperation[] = [];
      let [place, last] = [-1, after];
      for (const [name, document] of meant)
        for (const operation of document.operations.values()) {
          place += 1;
          if (place <= after || (text !== undefined && !holds(operation, text))) continue;
          if (operations.length === limit) return { sandbox: sandbox.name, operations, after: last };
          operations.push(shown(name, operation));
          last = place;
        }
      return { sandbox: sandbox.name, operations };
    },
  };
}

/** @param text - in small letters */
function holds(operation: Operation, text: string): boolean {
  const { id, path } = operation;
  return [id, path, summaryOf(operation) ?? ''].some((one) => one.toLowerCase().includes(text));
}

function shown(api: string, operation: Operation): ApiOperation {
  const { id, method, path, responses } = operation;
  const summary = summaryOf(operation);
  const { 'x-rpc': rpc } = operation.part.value as { readonly 'x-rpc'?: unknown };
  return {
    api,
    id,
    method,
    path,
    ...(summary !== undefined && { summary }),
    ...(typeof rpc === 'string' && { rpc }),
    responses: responses.all.map(({ key, mediaTypes }) => ({
      status: key,
      examples: [...new Set(mediaTypes.flatMap(({ examples }) => examples.map(({ name }) => name)))].filter(Boolean),
    })),
  };
}

/** Read directly: the complete operation is not needed. */
function summaryOf({ part }: Operation): string | undefined {
  const { summary } = part.value as { readonly summary?: unknown };
  return typeof summary === 'string' ? summary : undefined;
}
