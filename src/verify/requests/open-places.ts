// Parameters of which a document does not say which values mean something.

import type { Resources } from '../../mock/resources/resource.ts';
import { collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import { mergeConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { cursorsOf } from '../cases/cursors.ts';
import { isNaming } from '../cases/naming.ts';
import type { Varying } from './varying.ts';

/**
 * Whether only the server knows which of the allowed values of a parameter mean something: of a path, of marks that its lists have told, of what names other things, and of texts that are
 * neither listed nor described by a pattern or a format.
 *
 * @param mayBeBound - whether texts with bounds are meant as well. Default: those without any only
 */
export function isOpenPlace(
  operation: Operation,
  { name, in: where, schema, content }: Parameter,
  {
    varying,
    resources,
    mayBeBound = false,
  }: { varying: Varying; resources: Pick<Resources, 'role'>; mayBeBound?: boolean },
): boolean {
  const part = schema ?? content?.schema;
  if (where === 'path' || part === undefined) return true;
  if (cursorsOf(resources.role(operation.id)).has(`${where}/${name}`) || isNaming(name)) return true;
  const { types, values, patterns, format, length } = mergeConstraints(
    collectSchemas([part as Part], varying.places, () => 0),
  );
  const isBound = length.low > 1 || length.high !== Number.POSITIVE_INFINITY;
  const isText = (types?.has('string') ?? true) && !values && patterns.length === 0 && format === undefined;
  return isText && (mayBeBound || !isBound);
}
