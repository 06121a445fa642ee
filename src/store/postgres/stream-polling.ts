// Polls for news: one query for all stores that wait.

import type { Database } from './database.ts';

/** A store that waits for news. */
export interface StreamFollower {
  /** Undefined while nothing was ever stored. */
  readonly stream: string | undefined;
  readonly known: KnownVersion;
  /**
   * Receives the result, also if there is no news. Its errors are for the caller.
   *
   * @param known - the version known at the query
   */
  learn(response: StreamResult, known: KnownVersion): Promise<void>;
}

/** A known version, and its identity in the database. */
export interface KnownVersion {
  readonly version: number;
  /** Its batch id; undefined if unknown. */
  readonly batch: string | undefined;
}

/** The result for one stream, all at one moment. */
export type StreamResult =
  /** None: when the query was sent, no version was known. */
  | { readonly is: 'unqueried' }
  | { readonly is: 'gone' }
  /** The known version is missing or different: the database lost acknowledged changes. */
  | { readonly is: 'lost' }
  /** The changes since cannot be listed. */
  | { readonly is: 'elsewhere'; readonly version: number }
  | { readonly is: 'there'; readonly version: number; readonly newer: readonly NewerRow[] };

/** A change after the version that was known. */
interface NewerRow {
  readonly version: number;
  readonly batch: string;
  readonly entry: unknown;
}

/** How many changes are brought one by one: after more of them, reading everything is quicker. */
const MOST = 1000;

/**
 * The row of the known version is included for its identity. Rows are selected by an index range: a plain join may
 * read all of them and discard most, because the plan was cached while there were none.
 */
const QUESTION = `
  select known.stream, stream.version, newer.version as at, newer.batch, newer.entry, how.follows
  from unnest($1::bigint[], $2::bigint[]) as known (stream, version)
  left join understudy.stream on stream.id = known.stream
  cross join lateral (
    select stream.replaced <= known.version and stream.pruned < known.version
      and stream.version - known.version <= ${MOST} as follows
  ) as how
  left join lateral (
    select version, batch, case when change.version > known.version then entry end as entry from understudy.change
    where change.stream = stream.id and change.version >= known.version
      and change.version <= case when how.follows then stream.version else known.version end
    order by change.version offset 0
  ) as newer on true
  order by known.stream, newer.version`;

interface Row {
  readonly stream: string;
  readonly version: string | null;
  readonly follows: boolean | null;
  readonly at: string | null;
  readonly batch: string;
  readonly entry: unknown;
}

/** Timeout in milliseconds: requests wait for it. */
const WITHIN = 5000;

/**
 * Resolves when the stores have received everything that was committed before the call. A running query may be too
 * early, so later callers share the next one.
 *
 * @throws StoreError `database` if there is no response
 */
export type PollStreams = (all: Iterable<StreamFollower>) => Promise<void>;

export function createStreamPolling(database: Database): PollStreams {
  /** The next query, and the stores that wait for it. */
  let next: { readonly all: Set<StreamFollower>; readonly learned: Promise<Learned> } | undefined;
  let current: Promise<unknown> = Promise.resolve();

  async function run(all: ReadonlySet<StreamFollower>): Promise<Learned> {
    await current;
    next = undefined;
    const answered = resultsOf(database, [...all]);
    current = answered.catch(() => undefined);
    const responses = await answered;
    // Errors of one store must not affect the others.
    return new Map([...responses].map(([one, { response, known }]) => [one, settled(one.learn(response, known))]));
  }

  return async (followers) => {
    const own = [...followers];
    if (own.length === 0) return;
    if (!next) {
      const all = new Set<StreamFollower>();
      next = { all, learned: run(all) };
    }
    const { all, learned } = next;
    for (const one of own) all.add(one);
    const became = await learned;
    for (const one of own) (await became.get(one))?.();
  };
}

/** For each store: a function that throws its error, if there was one. */
type Learned = ReadonlyMap<StreamFollower, Promise<() => void>>;

function settled(learning: Promise<void>): Promise<() => void> {
  return learning.then(
    () => () => undefined,
    (error) => () => {
      throw error;
    },
  );
}

interface StreamNews {
  readonly response: StreamResult;
  readonly known: KnownVersion;
}

async function resultsOf(database: Database, all: readonly StreamFollower[]): Promise<Map<StreamFollower, StreamNews>> {
  // Before the response, a store without a version may store one.
  const questions = all.map((one) => ({ one, stream: one.stream, known: one.known }));
  // Several stores may share a stream, and know different versions.
  const oldest = new Map<string, number>();
  for (const { stream, known } of questions)
    if (stream !== undefined) oldest.set(stream, Math.min(known.version, oldest.get(stream) ?? known.version));
  const rows = await database.query<Row>(QUESTION, [[...oldest.keys()], [...oldest.values()]], {
    name: 'newer',
    within: WITHIN,
    isUrgent: true,
  });
  const byStream = new Map<string, Row[]>();
  for (const row of rows) {
    const list = byStream.get(row.stream);
    if (list) list.push(row);
    else byStream.set(row.stream, [row]);
  }
  return new Map(
    questions.map(({ one, stream, known }) => {
      const response: StreamResult =
        stream === undefined ? { is: 'unqueried' } : responseOf(byStream.get(stream) ?? [], known);
      return [one, { response, known }];
    }),
  );
}

function responseOf(rows: readonly Row[], known: KnownVersion): StreamResult {
  const [first] = rows;
  if (!first || first.version === null) return { is: 'gone' };
  const version = Number(first.version);
  const there = rows.find(({ at }) => Number(at) === known.version && at !== null);
  if (version < known.version || (there && known.batch !== undefined && there.batch !== known.batch))
    return { is: 'lost' };
  if (!first.follows) return { is: 'elsewhere', version };
  const newer = rows.flatMap(({ at, batch, entry }) =>
    at === null || Number(at) <= known.version ? [] : [{ version: Number(at), batch, entry }],
  );
  return { is: 'there', version, newer };
}
