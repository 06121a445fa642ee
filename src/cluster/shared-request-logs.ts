// Publishes the recorded exchanges of a replica in batches, shortly after the requests.

import { randomUUID } from 'node:crypto';
import type { Metric } from '../server/pipeline/metric.ts';
import type { NumberedRequestLogs, RequestLogs } from '../server/pipeline/request-log/request-log.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { SharedRequestLogs, TapeRecording } from '../store/shared-request-log.ts';
import { createFlusher, LATER, SOON } from './flusher.ts';
import { serializeExchange } from './serialized-exchange.ts';
import type { SandboxRecord } from './shared-records.ts';
import { type RequestLogTransport, SharedRequestLog } from './shared-request-log.ts';

export interface SharedRequestLogPublisher extends RequestLogs {
  /** Sets the identity of a sandbox among those of its name. */
  stand(sandbox: Sandbox, tag: string): void;
  /** How often the request log of a sandbox was cleared, by any replica. */
  clearedOf(sandbox: Sandbox): number;
  /** Reports that other replicas have cleared it. */
  wasCleared(sandbox: Sandbox, times: number): void;
  /** Registers another check, which runs whenever followed sandboxes are polled. */
  beside(look: (isFollowed: (sandbox: Sandbox) => boolean) => Promise<void>): void;
  /** Removes the logs of removed sandboxes, and late entries of others. */
  remove(gone: readonly SandboxRecord[], there: readonly SandboxRecord[]): Promise<void>;
  /** Publishes the rest, if that does not take long. */
  close(): Promise<void>;
  /** How many exchanges are on no tape, since the start. */
  readonly metric: Metric;
}

export interface SharingSettings {
  /** Whether missing parts of other replicas are omitted instead of an error. */
  readonly isLocal: boolean;
  onNotice(notice: string): void;
}

/** Limits of a batch: exchanges, approximate characters, and exchanges per log. */
const [MOST_TOGETHER, LONGEST_TOGETHER, AT_ONCE] = [500, 1024 * 1024, 100];
/** Time until a failing batch is dropped, in milliseconds: the database may reject it, and others wait behind it. */
const TRIED_FOR = 60_000;

/** A batch. */
interface Batch {
  readonly number: number;
  readonly parts: readonly { readonly journal: SharedRequestLog; readonly recording: TapeRecording }[];
  readonly count: number;
  /** When it was first tried, in milliseconds of the machine's uptime. */
  readonly since: number;
}

/** @param rings - creates the local buffers, with their own limits */
export function createSharedRequestLogs(
  tapes: SharedRequestLogs,
  rings: NumberedRequestLogs,
  { isLocal, onNotice }: SharingSettings,
): SharedRequestLogPublisher {
  const writer = randomUUID();
  const recorded = new Set<SharedRequestLog>();
  const followed = new Map<SharedRequestLog, number>();
  let batch: Batch | undefined;
  let batches = 0;
  let asking: NodeJS.Timeout | undefined;
  let [lost, told] = [0, 0];
  let isClosed = false;
  let lookBeside: Parameters<SharedRequestLogPublisher['beside']>[0] = async () => undefined;

  const bringing = createFlusher(write);
  const transport: RequestLogTransport = {
    tapes,
    recorded(journal) {
      recorded.add(journal);
      bringing.soon();
    },
    flush: bringing.now,
    follow(journal) {
      followed.set(journal, (followed.get(journal) ?? 0) + 1);
      asking ??= setTimeout(askAll, SOON).unref();
      return () => {
        const others = (followed.get(journal) ?? 1) - 1;
        if (others > 0) followed.set(journal, others);
        else followed.delete(journal);
      };
    },
    isLocal,
  };

  /** Brings all that was recorded to the others. */
  async function write(): Promise<void> {
    for (batch ??= nextBatch(); batch; batch = nextBatch()) await add(batch);
    if (lost === told) return;
    onNotice(`${lost - told} recorded requests were lost: the database was too slow, or there were too many.`);
    told = lost;
  }

  async function add({ number, parts, count, since }: Batch): Promise<void> {
    const living = parts.filter(({ journal }) => !journal.isClosed);
    try {
      const added =
        living.length > 0
          ? await tapes.add(
              living.map(({ recording }) => recording),
              { writer, number },
            )
          : undefined;
      // A rejected addition means that a clear was missed.
      for (const { journal, recording } of living)
        if (followed.has(journal) || !added?.has(recording.tape)) void journal.read().catch(() => undefined);
    } catch (error) {
      if (performance.now() - since < TRIED_FOR) throw error;
      lost += count;
    }
  }

  function nextBatch(): Batch | undefined {
    const parts: Batch['parts'][number][] = [];
    let [count, length] = [0, 0];
    for (const journal of [...recorded]) {
      if (count >= MOST_TOGETHER || length >= LONGEST_TOGETHER) break;
      recorded.delete(journal);
      const { tape, cleared, newest: behind } = journal;
      // It returns when its shared log is known.
      if (tape === undefined || journal.isClosed) continue;
      const outgoing = journal.outgoing(AT_ONCE);
      lost += outgoing.lost;
      if (outgoing.exchanges.length === 0) continue;
      const texts = outgoing.exchanges.map(serializeExchange);
      count += texts.length;
      for (const text of texts) length += text.length;
      parts.push({ journal, recording: { tape, cleared, behind, texts } });
      // Behind the others, so that all logs have their turn.
      if (journal.waiting > 0) recorded.add(journal);
    }
    if (parts.length === 0) return undefined;
    batches += 1;
    return { number: batches, parts, count, since: performance.now() };
  }

  /** One query for all subscribers. */
  async function askAll(): Promise<void> {
    let pause = SOON;
    try {
      const journals = [...followed.keys()].filter(({ tape }) => tape !== undefined);
      const ends = journals.length > 0 ? await tapes.ends(journals.map(({ tape = '' }) => tape)) : new Map();
      for (const journal of journals) {
        const end = ends.get(journal.tape ?? '');
        if (end && journal.isBehind(end)) await journal.read();
      }
      await lookBeside(({ requestLog: journal }) => followed.has(journal as SharedRequestLog));
    } catch {
      pause = LATER;
    }
    asking = followed.size > 0 && !isClosed ? setTimeout(askAll, pause).unref() : undefined;
  }

  const of = ({ requestLog: journal }: Sandbox) => (journal instanceof SharedRequestLog ? journal : undefined);
  return {
    create(name) {
      const journal = new SharedRequestLog(rings.create(), rings.create(), transport);
      if (name === MAIN) journal.stand(MAIN);
      return journal;
    },
    stand: (sandbox, tag) => of(sandbox)?.stand(tapeOf({ id: sandbox.name, tag })),
    clearedOf: (sandbox) => of(sandbox)?.cleared ?? 0,
    wasCleared: (sandbox, times) => of(sandbox)?.wasCleared(times),
    beside(look) {
      lookBeside = look;
    },
    async remove(gone, there) {
      await tapes.remove(gone.map(tapeOf));
      await tapes.keepOnly([MAIN, ...there.map(tapeOf)]);
    },
    metric: {
      name: 'understudy_exchanges_lost_total',
      help: 'Recorded requests that were lost because the database was too slow, or because there were too many.',
      kind: 'counter',
      values: () => [{ value: lost }],
    },
    async close() {
      clearTimeout(asking);
      isClosed = true;
      await bringing.end();
      const left = [...recorded].reduce((sum, { waiting }) => sum + waiting, batch?.count ?? 0);
      if (left > 0) onNotice(`${left} recorded requests were lost: the database did not store them.`);
    },
  };
}

function tapeOf({ id, tag = '' }: Pick<SandboxRecord, 'id' | 'tag'>): string {
  return `${id}@${tag}`;
}
