// Follows the events of a sandbox.

import { parseJson } from '../schema/json/parse-json.ts';
import type { Event } from '../server/control/operations.ts';
import { UnderstudyError } from './error.ts';
import { routed } from './routes.ts';
import { type Fetch, parsed, responseError, sendRequest } from './send-request.ts';

/** How a sandbox is followed. */
export interface FollowOptions {
  /** Ends it, without an error. Default: the server ends it, or the caller leaves the loop. */
  readonly signal?: AbortSignal;
  /**
   * The id of the last received event of this sandbox: later exchanges are sent first, all recorded ones for an
   * unknown id, such as `0`. Default: only new events.
   */
  readonly lastEventId?: string;
}

/** Reads events of a sandbox. @throws UnderstudyError for an error response, no response, or a broken connection */
export type Events = (following?: FollowOptions) => AsyncGenerator<Event, void>;

/** @param url - of the mock server, without a slash at its end */
export function createEvents(url: string, send: Fetch, sandbox: string): Events {
  return async function* events({ signal, lastEventId } = {}) {
    const headers = {
      accept: 'text/event-stream',
      'x-understudy-sandbox': sandbox,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    const { method, target } = routed('readEvents', {});
    const request = new Request(url + target, { method, headers, ...(signal && { signal }) });
    try {
      const response = await sendRequest(url, send, request);
      const isFollowed = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.body || !isFollowed)
        throw responseError(url, `${method} ${target}`, response.status, parsed(await response.text()));
      yield* eventsIn(response.body, url);
    } catch (thrown) {
      if (!signal?.aborted) throw thrown;
    }
  };
}

/** Parses events. Those of this server have one line of data each. */
async function* eventsIn(body: ReadableStream<Uint8Array>, url: string): AsyncGenerator<Event, void> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  const next = () =>
    reader.read().catch((cause: unknown) => {
      throw new UnderstudyError(`The mock server at ${url} closed the event stream.`, 0, 'unavailable', { cause });
    });
  let rest = '';
  try {
    for (let read = await next(); !read.done; read = await next()) {
      const texts = (rest + decoder.decode(read.value, { stream: true })).split('\n\n');
      rest = texts.pop() ?? '';
      for (const text of texts) if (!text.startsWith(':')) yield eventOf(text);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(text: string): Event {
  const fields = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { event: fields.get('event'), id: fields.get('id'), data: parseJson(fields.get('data') ?? 'null') } as Event;
}
