// The one request that every server is asked, and what its answer must say.

import type { Answer } from './load.ts';

/** The organization of the bearer of `token-owner`. */
export const ORGANIZATION = '249661328644377444';

const BODY = JSON.stringify({
  query: { limit: 100 },
  queries: [{ nameQuery: { name: 'g', method: 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE' } }],
});

const NEWEST_FIRST = ['gear_sync', 'Gear Shop', 'Hut Booking'];

/** `searchProjects` for a part of the name that three of seven projects have, as bytes on the wire. */
export const REQUEST: Buffer = Buffer.from(
  [
    'POST /management/v1/projects/_search HTTP/1.1',
    'host: 127.0.0.1',
    'authorization: Bearer token-owner',
    'content-type: application/json',
    'accept: application/json',
    `content-length: ${Buffer.byteLength(BODY)}`,
    '',
    BODY,
  ].join('\r\n'),
);

/** @throws Error if an answer is not the one page of three projects, complete and in order */
export function checkAnswer({ status, body }: Answer): void {
  const { details, result = [] } = (status === 200 ? JSON.parse(body) : {}) as {
    details?: { totalResult?: string; viewTimestamp?: string };
    result?: readonly { name?: string; id?: string; state?: string; details?: { resourceOwner?: string } }[];
  };
  const right =
    details?.totalResult === '3' &&
    details.viewTimestamp !== undefined &&
    result.map(({ name }) => name).join() === NEWEST_FIRST.join() &&
    result.every((one) => one.id && one.state && one.details?.resourceOwner === ORGANIZATION);
  if (!right) throw new Error(`not the answer that was asked for: ${status} ${body}`);
}
