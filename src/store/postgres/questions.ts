// What is newer: one question for all who want to know, asked again only when it has been answered.

import type { Database } from './database.ts';

/** One who wants to know. */
export interface Asking {
  /** Undefined while nothing was ever kept. */
  readonly stream: string | undefined;
  readonly known: Known;
  /** Is told what the database said, also when that is nothing new. What it throws is for whoever has asked. @param asked - what was known when it was asked */
  learn(answer: Answer, asked: Known): Promise<void>;
}

/** A version that somebody has, and how the database may be told that it is the same one there. */
export interface Known {
  readonly version: number;
  /** What was kept together with it; undefined where nobody knows. */
  readonly batch: string | undefined;
}

/** What the database said of a stream, all at one moment. */
export type Answer =
  /** Nothing: when it was asked, nothing was known to be kept. */
  | { readonly is: 'unasked' }
  | { readonly is: 'gone' }
  /** What was known there is not there, or something else is in its place: the database has come back with less than it had acknowledged. */
  | { readonly is: 'lost' }
  /** What happened since cannot be told change by change. */
  | { readonly is: 'elsewhere'; readonly version: number }
  | { readonly is: 'there'; readonly version: number; readonly newer: readonly NewerRow[] };

/** A change after the version that was known. */
export interface NewerRow {
  readonly version: number;
  readonly batch: string;
  readonly entry: unknown;
}

/** How many changes are brought one by one: after more of them, reading everything is quicker. */
const MOST = 1000;

/**
 * What is known comes with what is newer, but for what it did. They are looked for by where they begin in the index: as a plain join they may all be read and then left out, since the plan
 * is kept from when there were none.
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

/** How long an answer may take, in milliseconds: requests wait for it. */
const WITHIN = 5000;

/**
 * Resolves once those who asked have learned of everything that was committed before the call. A question that is on its way already may have been answered by then, so whoever comes
 * meanwhile waits for the next one, together with all others.
 *
 * @throws Trouble if there is no answer
 */
export type Ask = (all: Iterable<Asking>) => Promise<void>;

export function createQuestions(database: Database): Ask {
  /** The one that is not on its way yet, and what becomes of those who wait for it. */
  let next: { readonly all: Set<Asking>; readonly learned: Promise<Learned> } | undefined;
  let current: Promise<unknown> = Promise.resolve();

  async function ask(all: ReadonlySet<Asking>): Promise<Learned> {
    await current;
    next = undefined;
    const answered = answersTo(database, [...all]);
    current = answered.catch(() => undefined);
    const answers = await answered;
    // What one of them makes of it is no business of the others.
    return new Map([...answers].map(([one, { answer, asked }]) => [one, settled(one.learn(answer, asked))]));
  }

  return async (asking) => {
    const own = [...asking];
    if (own.length === 0) return;
    if (!next) {
      const all = new Set<Asking>();
      next = { all, learned: ask(all) };
    }
    const { all, learned } = next;
    for (const one of own) all.add(one);
    const became = await learned;
    for (const one of own) (await became.get(one))?.();
  };
}

/** For each who asked: what throws, if learning did. */
type Learned = ReadonlyMap<Asking, Promise<() => void>>;

function settled(learning: Promise<void>): Promise<() => void> {
  return learning.then(
    () => () => undefined,
    (error) => () => {
      throw error;
    },
  );
}

interface Answered {
  readonly answer: Answer;
  readonly asked: Known;
}

async function answersTo(database: Database, all: readonly Asking[]): Promise<Map<Asking, Answered>> {
  // Until the answer comes, something may be kept by who knew nothing so far.
  const questions = all.map((one) => ({ one, stream: one.stream, asked: one.known }));
  // Several stores may stand on one stream, and know different versions of it.
  const oldest = new Map<string, number>();
  for (const { stream, asked } of questions)
    if (stream !== undefined) oldest.set(stream, Math.min(asked.version, oldest.get(stream) ?? asked.version));
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
    questions.map(({ one, stream, asked }) => {
      const answer: Answer = stream === undefined ? { is: 'unasked' } : answerOf(byStream.get(stream) ?? [], asked);
      return [one, { answer, asked }];
    }),
  );
}

function answerOf(rows: readonly Row[], asked: Known): Answer {
  const [first] = rows;
  if (!first || first.version === null) return { is: 'gone' };
  const version = Number(first.version);
  const there = rows.find(({ at }) => Number(at) === asked.version && at !== null);
  if (version < asked.version || (there && asked.batch !== undefined && there.batch !== asked.batch))
    return { is: 'lost' };
  if (!first.follows) return { is: 'elsewhere', version };
  const newer = rows.flatMap(({ at, batch, entry }) =>
    at === null || Number(at) <= asked.version ? [] : [{ version: Number(at), batch, entry }],
  );
  return { is: 'there', version, newer };
}
