// Parameters whose valid values the document does not determine.

import type { Resources } from '../../mock/resources/resource.ts';
import { collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import { mergeConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { findCursors } from '../cases/cursors.ts';
import { isReferenceName } from '../cases/reference-names.ts';
import type { VariationContext } from './variation-context.ts';

/**
 * Whether the document does not determine the valid values of a parameter: paths, cursors, references, and texts without
 * enum, pattern or format.
 *
 * @param mayBeBound - whether to include texts with a length limit. Default: false
 */
export function isOpenParameter(
  operation: Operation,
  { name, in: where, schema, content }: Parameter,
  {
    variationContext,
    resources,
    mayBeBound = false,
  }: { variationContext: VariationContext; resources: Pick<Resources, 'action'>; mayBeBound?: boolean },
): boolean {
  const part = schema ?? content?.schema;
  if (where === 'path' || part === undefined) return true;
  if (findCursors(resources.action(operation.id)).has(`${where}/${name}`) || isReferenceName(name)) return true;
  const { types, values, patterns, format, length } = mergeConstraints(
    collectSchemas([part as Part], variationContext.schemaIndex, () => 0),
  );
  const isBound = length.low > 1 || length.high !== Number.POSITIVE_INFINITY;
  const isText = (types?.has('string') ?? true) && !values && patterns.length === 0 && format === undefined;
  return isText && (mayBeBound || !isBound);
}
