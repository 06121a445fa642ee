// The protobuf plan of a served document, cached until the document changes.

import type { Document } from '../../openapi/document.ts';
import { buildCached } from '../../schema/build-cache.ts';
import { listCodeFiles } from '../../schema/code-files.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { ProtobufPlan } from './plan.ts';

/**
 * The plan of the protobuf package of a document; undefined when it describes no service.
 *
 * @throws UsageError with every place of it that has no protobuf form
 */
export function cachedPlanOf(document: Document): Promise<ProtobufPlan | undefined> {
  const known = plans.get(document) ?? planFor(document);
  plans.set(document, known);
  return known;
}

const plans = new WeakMap<Document, Promise<ProtobufPlan | undefined>>();

async function planFor({ source, serviceNames, operations }: Document): Promise<ProtobufPlan | undefined> {
  const isAboutProcedures =
    serviceNames.length > 0 || [...operations.values()].some(({ part }) => part.value['x-rpc'] !== undefined);
  if (!isAboutProcedures) return undefined;
  return buildCached({
    name: `protobuf plan of ${source.path}`,
    inputs: [stringifyJson(source.bundled)],
    // The planner is loaded on demand, to keep starts with a cache fast.
    async codeFiles() {
      const { documentCodeFiles: documentBuilders } = await import('../../openapi/document-code-files.ts');
      return [...listCodeFiles(import.meta.url), ...documentBuilders()];
    },
    make: async () => (await import('./plan-document.ts')).requirePlan(source),
  });
}
