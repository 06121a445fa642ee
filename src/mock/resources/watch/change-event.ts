// Builds the event, or the line, of a change.

import type { BodyMediaType } from '../../../openapi/content.ts';
import { cachedMediaType, isEventStream } from '../../../openapi/media-type.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { coerceToSchema } from '../coerce-to-schema.ts';
import { fillFromItem, withoutWriteOnly } from '../item-response.ts';
import { setAtPath } from '../property-path.ts';
import type { ResourceCall } from '../resource-call.ts';
import { type ChangeForm, itemSchemaOf } from './change-form.ts';
import type { ItemChange } from './item-changes.ts';

/**
 * The item of a stream for a change: an event, or a line.
 *
 * @param id - of the event
 * @returns undefined if no value fits the schema
 */
export function buildChangeEvent(
  call: ResourceCall,
  change: ItemChange,
  { type, form, id }: { readonly type: BodyMediaType; readonly form: ChangeForm; readonly id: string },
): unknown {
  const payload = buildPayload(call, change, form);
  const media = cachedMediaType(type.type);
  if (payload === undefined || !media || !isEventStream(media)) return payload;
  const event = {
    ...(form.name !== undefined && { event: form.name }),
    id,
    data: form.isText && typeof payload !== 'string' ? stringifyJson(payload) : payload,
  };
  const { inferred, request } = call;
  const schema = form.isEvent ? itemSchemaOf(type, request.operation.references) : undefined;
  if (!schema) return event;
  const sample = () => inferred.sample(schema, `${request.operation.id} ${change.kind}`);
  return coerceToSchema(event, sample, (one) => inferred.document.validate(schema, one, 'event'));
}

/** The data of a change: the item in its envelope. */
function buildPayload(call: ResourceCall, { stored, kind }: ItemChange, form: ChangeForm): unknown {
  const { inferred, request } = call;
  const { payload, path, named } = form;
  const item = withoutWriteOnly(call, stored.item);
  if (!payload) return item;
  const sample = () => inferred.sample(payload, `${request.operation.id} ${kind} ${stored.id}`);
  const filled =
    path?.length === 0 ? item : path ? setAtPath(sample(), path, item) : fillFromItem(call, sample(), stored);
  const value = named && isRecord(filled) ? { ...filled, [named.property]: named.value } : filled;
  return coerceToSchema(value, sample, (one) => inferred.document.validate(payload, one, 'response'));
}
