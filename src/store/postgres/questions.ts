// What is newer: one question for all who want to know, asked again only when it has been answered.

import type { Database } from './database.ts';

/** One who wants to know. */
export interface Asking {
  /** Undefined while nothing was ever kept. */
  readonly stream: string | undefined;
  /** The version that it has. */
  readonly version: number;
  /** Is told what the database said, also when that is nothing new. What it throws is for whoever has asked. */
  learn(answer: Answer): Promise<void>;
}

/** What the database said of a stream, all at one moment. */
export type Answer =
  /** Nothing: when it was asked, nothing was known to be kept. */
  | { readonly is: 'unasked' }
  | { readonly is: 'gone' }
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
 * The newer changes are looked for by where they begin in the index. As a plain join they may all be read and then left out: the plan is kept from when there were none.
 */
const QUESTION = `
  select known.stream, stream.version, newer.version as at, newer.batch, newer.entry, how.follows
  from unnest($1::bigint[], $2::bigint[]) as known (stream, version)
  left join understudy.stream on stream.id = known.stream
  cross join lateral (
    select stream.replaced <= known.version and stream.pruned <= known.version
      and stream.version - known.version <= ${MOST} as follows
  ) as how
  left join lateral (
    select version, batch, entry from understudy.change
    where change.stream = stream.id and change.version > known.version and how.follows
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
    return new Map([...answers].map(([one, answer]) => [one, settled(one.learn(answer))]));
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

async function answersTo(database: Database, all: readonly Asking[]): Promise<Map<Asking, Answer>> {
  // Until the answer comes, something may be kept by who knew nothing so far.
  const asked = all.map((one) => [one, one.stream] as const);
  // Several stores may stand on one stream, and know different versions of it.
  const known = new Map<string, number>();
  for (const { stream, version } of all)
    if (stream !== undefined) known.set(stream, Math.min(version, known.get(stream) ?? version));
  const rows = await database.query<Row>(QUESTION, [[...known.keys()], [...known.values()]], {
    name: 'newer',
    within: WITHIN,
  });
  const byStream = new Map<string, Row[]>();
  for (const row of rows) {
    const list = byStream.get(row.stream);
    if (list) list.push(row);
    else byStream.set(row.stream, [row]);
  }
  return new Map(
    asked.map(([one, stream]) => [
      one,
      stream === undefined ? { is: 'unasked' } : answerOf(byStream.get(stream) ?? []),
    ]),
  );
}

function answerOf(rows: readonly Row[]): Answer {
  const [first] = rows;
  if (!first || first.version === null) return { is: 'gone' };
  const version = Number(first.version);
  if (!first.follows) return { is: 'elsewhere', version };
  const newer = rows.flatMap(({ at, batch, entry }) => (at === null ? [] : [{ version: Number(at), batch, entry }]));
  return { is: 'there', version, newer };
}
