// Streams that follow a resource: an event for each change of its items.

import type { BodyMediaType } from '../../../openapi/content.ts';
import { cachedMediaType, isEventStream, isSequence } from '../../../openapi/media-type.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { HandlerResponse } from '../../../server/pipeline/handler-response.ts';
import { queryOf, withDiscard } from '../../../server/pipeline/wire.ts';
import { acceptableTypes } from '../../samples/examples.ts';
import { appliedText, preferencesIn } from '../../samples/preferences.ts';
import { createNotFoundError, requireParents } from '../item-errors.ts';
import { createHeaders, getSuccessStatus } from '../item-response.ts';
import { findPathItem } from '../items/read-items.ts';
import type { ResourceCall } from '../resource-call.ts';
import { buildChangeEvent } from './change-event.ts';
import { type ChangeForms, findChangeForms } from './change-form.ts';
import { followItems, type Position, type StreamStart, startAfter, startNow } from './item-changes.ts';

/** Options of streams that follow a resource. */
export interface WatchSettings {
  /** After how many items a stream ends. Default: it does not. */
  readonly streamItems?: number | undefined;
  /** Whether the query may contain preferences, such as `__stream-items=3`. */
  readonly preferInQuery: boolean;
  /** Aborted when the server stops. */
  readonly ended: AbortSignal;
}

/** Maximum number of open streams. Each keeps its connection, and a state of the store. */
export const MAX_STREAMS = 1000;
/** After how long without an event a comment is sent, in milliseconds: proxies close silent connections. */
const SILENCE = 15_000;

/** Responds with a stream of changes; undefined if the client gets another media type, or no stream of changes. */
export type Watch = (call: ResourceCall) => HandlerResponse | undefined;

export function createWatch({ streamItems, preferInQuery, ended }: WatchSettings): Watch {
  let open = 0;
  // A response of `fetch` may be dropped unread.
  const dropped = new FinalizationRegistry<() => void>((close) => close());

  /** Counts a stream. @returns the function that ends it */
  function countStream(): () => void {
    let isOpen = true;
    open += 1;
    return () => {
      if (isOpen) open -= 1;
      isOpen = false;
    };
  }

  /** The items of one stream. */
  async function* follow(
    call: ResourceCall,
    { type, forms, isEvents }: ChangeStream,
    { start, comment, most, close }: StreamSettings,
  ): AsyncGenerator<unknown> {
    const { followed, deadline } = call.request;
    const signal = AbortSignal.any([ended, followed.ended, deadline.signal]);
    let sent = 0;
    try {
      if (isEvents) yield { comment };
      if (most === 0) return;
      for await (const change of followItems(call, followed, { start, silence: SILENCE, ended: signal })) {
        const form = change && forms.get(change.kind);
        if (!change && isEvents) yield { comment: 'no changes' };
        if (!form) continue;
        const id = idOf(change.position, followed.key);
        const event = buildChangeEvent(call, change, { type, form, id });
        if (event === undefined) continue;
        yield event;
        sent += 1;
        if (sent >= most) return;
      }
    } finally {
      close();
    }
  }

  return (call) => {
    const { request, action } = call;
    const { operation } = request;
    const stream = findStream(call);
    if (!stream) return undefined;
    requireParents(call);
    if (action.parameter !== undefined && !findPathItem(call)) throw createNotFoundError(call);
    if (open >= MAX_STREAMS)
      throw new ApiError('resource_exhausted', `${MAX_STREAMS} streams of changes are open; close one`);
    const query = preferInQuery ? new URLSearchParams(queryOf(request.url())) : undefined;
    const preferred = preferencesIn(request.headers, query)?.['stream-items'];
    const wanted = preferred !== undefined && /^\d{1,9}$/.test(preferred) ? preferred : undefined;
    const status = getSuccessStatus(operation, false);
    const headers = {
      ...createHeaders(call, status),
      'cache-control': 'no-store',
      ...(stream.isFirst ? {} : { 'content-type': stream.type.type }),
      ...(wanted !== undefined && { 'preference-applied': appliedText({ 'stream-items': wanted }) }),
    };
    const most = wanted === undefined ? (streamItems ?? Number.POSITIVE_INFINITY) : Number(wanted);
    const { followed } = request;
    const lastId = request.headers['last-event-id'];
    const position = positionIn(lastId, followed.key);
    const continued = position && startAfter(call, followed, position);
    const comment = lastId === undefined || continued ? `changes of ${call.resource.name}` : LOST;
    // It begins now, not when the client reads.
    const start = continued ?? startNow(followed);
    const close = countStream();
    const items = withDiscard(follow(call, stream, { start, comment, most, close }), close);
    dropped.register(items, close);
    return new HandlerResponse(status, items, headers, 'stored');
  };
}

const LOST = 'the events since Last-Event-ID are not known any more; read the items again';

/** How one stream runs. */
interface StreamSettings {
  readonly start: StreamStart;
  /** The first comment. */
  readonly comment: string;
  /** Maximum number of items. */
  readonly most: number;
  /** Called at its end. */
  readonly close: () => void;
}

/** The stream that a client gets. */
interface ChangeStream {
  readonly type: BodyMediaType;
  readonly forms: ChangeForms;
  readonly isEvents: boolean;
  /** Whether it is sent without a choice of the client. */
  readonly isFirst: boolean;
}

function findStream({ request, action, resource }: ResourceCall): ChangeStream | undefined {
  const { operation, headers } = request;
  if (operation.method !== 'GET') return undefined;
  const response = operation.responses.forStatus(operation.successStatus);
  const [type] = response ? acceptableTypes(response, headers.accept) : [];
  const media = type && cachedMediaType(type.type);
  if (!type || !media || !isSequence(media)) return undefined;
  const isEvents = isEventStream(media);
  // The lines of a list are its items.
  if (action.kind !== 'watch' && !isEvents) return undefined;
  const forms = findChangeForms(type, resource.schema, operation.references, action.kind === 'watch');
  return forms && { type, forms, isEvents, isFirst: response?.mediaTypes[0] === type };
}

/** The id of an event. Nothing goes on after one without a position. */
function idOf(position: Position | undefined, key: string): string {
  return position ? `${key}-${position.version}.${position.count}` : `${key}-combined`;
}

/** The position that an event id names; undefined for ids of another store. */
function positionIn(id: string | undefined, key: string): Position | undefined {
  const [, owner, version, count] = /^([0-9a-f]+)-(\d{1,15})\.(\d{1,9})$/.exec(id ?? '') ?? [];
  return owner === key ? { version: Number(version), count: Number(count) } : undefined;
}
