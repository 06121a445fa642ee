// Publishes the recorded exchanges of a replica in batches, shortly after the requests.

import { randomUUID } from 'node:crypto';
import type { Metric } from '../server/pipeline/metric.ts';
import type { NumberedRequestLogs, RequestLogs } from '../server/pipeline/request-log/request-log.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { LogBatch, SharedRequestLogs } from '../store/shared-request-log.ts';
import { createFlusher, LATER, SOON } from './flusher.ts';
import { serializeExchange } from './serialized-exchange.ts';
import type { SandboxRecord } from './shared-records.ts';
import { SharedRequestLog } from './shared-request-log.ts';

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
  readonly parts: readonly { readonly log: SharedRequestLog; readonly recording: LogBatch }[];
  readonly count: number;
  /** When it was first tried, in milliseconds of the machine's uptime. */
  readonly since: number;
}

/** The request logs of a replica: local buffers, published in batches. */
export class SharedRequestLogPublisher implements RequestLogs {
  readonly #logs: SharedRequestLogs;
  readonly #rings: NumberedRequestLogs;
  readonly #settings: SharingSettings;
  readonly #writer = randomUUID();
  /** Logs with unpublished exchanges. */
  readonly #recorded = new Set<SharedRequestLog>();
  /** Logs with the number of their subscribers. */
  readonly #followed = new Map<SharedRequestLog, number>();
  readonly #flusher = createFlusher(() => this.#write());
  #batch: Batch | undefined;
  #batches = 0;
  #polling: NodeJS.Timeout | undefined;
  #lost = 0;
  #reportedLost = 0;
  #isClosed = false;
  #alsoPoll: (isFollowed: (sandbox: Sandbox) => boolean) => Promise<void> = async () => undefined;

  /** @param rings - creates the local buffers, with their own limits */
  constructor(logs: SharedRequestLogs, rings: NumberedRequestLogs, settings: SharingSettings) {
    this.#logs = logs;
    this.#rings = rings;
    this.#settings = settings;
  }

  create(name: string): SharedRequestLog {
    const log = new SharedRequestLog(this.#rings.create(), this.#rings.create(), {
      logs: this.#logs,
      recorded: (recorded) => {
        this.#recorded.add(recorded);
        this.#flusher.soon();
      },
      flush: this.#flusher.now,
      follow: (followed) => this.#follow(followed),
      isLocal: this.#settings.isLocal,
    });
    if (name === MAIN) log.identify(MAIN);
    return log;
  }

  /** Sets the identity of a sandbox among those of its name. */
  identify(sandbox: Sandbox, tag: string): void {
    sharedLogOf(sandbox)?.identify(logNameOf({ id: sandbox.name, tag }));
  }

  /** How often the request log of a sandbox was cleared, by any replica. */
  clearedOf(sandbox: Sandbox): number {
    return sharedLogOf(sandbox)?.cleared ?? 0;
  }

  /** Reports that other replicas have cleared it. */
  wasCleared(sandbox: Sandbox, times: number): void {
    sharedLogOf(sandbox)?.wasCleared(times);
  }

  /** Registers another check, which runs whenever followed sandboxes are polled. */
  alsoPoll(poll: (isFollowed: (sandbox: Sandbox) => boolean) => Promise<void>): void {
    this.#alsoPoll = poll;
  }

  /** Removes the logs of removed sandboxes, and late entries of others. */
  async remove(removed: readonly SandboxRecord[], remaining: readonly SandboxRecord[]): Promise<void> {
    await this.#logs.remove(removed.map(logNameOf));
    await this.#logs.keepOnly([MAIN, ...remaining.map(logNameOf)]);
  }

  /** How many exchanges were lost since the start. */
  get metric(): Metric {
    return {
      name: 'understudy_exchanges_lost_total',
      help: 'Recorded requests that were lost because the database was too slow, or because there were too many.',
      kind: 'counter',
      values: () => [{ value: this.#lost }],
    };
  }

  /** Publishes the rest, if that does not take long. */
  async close(): Promise<void> {
    clearTimeout(this.#polling);
    this.#isClosed = true;
    await this.#flusher.end();
    const left = [...this.#recorded].reduce((sum, { waiting }) => sum + waiting, this.#batch?.count ?? 0);
    if (left > 0) this.#settings.onNotice(`${left} recorded requests were lost: the database did not store them.`);
  }

  #follow(log: SharedRequestLog): () => void {
    this.#followed.set(log, (this.#followed.get(log) ?? 0) + 1);
    this.#polling ??= setTimeout(() => this.#poll(), SOON).unref();
    return () => {
      const others = (this.#followed.get(log) ?? 1) - 1;
      if (others > 0) this.#followed.set(log, others);
      else this.#followed.delete(log);
    };
  }

  /** One query for all subscribers. */
  async #poll(): Promise<void> {
    let interval = SOON;
    try {
      const logs = [...this.#followed.keys()].filter(({ logName }) => logName !== undefined);
      const ends = logs.length > 0 ? await this.#logs.ends(logs.map(({ logName = '' }) => logName)) : new Map();
      for (const log of logs) {
        const end = ends.get(log.logName ?? '');
        if (end && log.isBehind(end)) await log.read();
      }
      await this.#alsoPoll(({ requestLog }) => this.#followed.has(requestLog as SharedRequestLog));
    } catch {
      interval = LATER;
    }
    const isNeeded = this.#followed.size > 0 && !this.#isClosed;
    this.#polling = isNeeded ? setTimeout(() => this.#poll(), interval).unref() : undefined;
  }

  /** Publishes all that was recorded. */
  async #write(): Promise<void> {
    for (this.#batch ??= this.#nextBatch(); this.#batch; this.#batch = this.#nextBatch()) await this.#add(this.#batch);
    const lost = this.#lost - this.#reportedLost;
    if (lost === 0) return;
    this.#settings.onNotice(`${lost} recorded requests were lost: the database was too slow, or there were too many.`);
    this.#reportedLost = this.#lost;
  }

  #nextBatch(): Batch | undefined {
    const parts: Batch['parts'][number][] = [];
    let [count, length] = [0, 0];
    for (const log of [...this.#recorded]) {
      if (count >= MOST_TOGETHER || length >= LONGEST_TOGETHER) break;
      this.#recorded.delete(log);
      const { logName, cleared, newest: behind } = log;
      // It returns when its shared log is known.
      if (logName === undefined || log.isClosed) continue;
      const outgoing = log.outgoing(AT_ONCE);
      this.#lost += outgoing.lost;
      if (outgoing.exchanges.length === 0) continue;
      const texts = outgoing.exchanges.map(serializeExchange);
      count += texts.length;
      for (const text of texts) length += text.length;
      parts.push({ log, recording: { log: logName, cleared, behind, texts } });
      // Behind the others, so that all logs have their turn.
      if (log.waiting > 0) this.#recorded.add(log);
    }
    if (parts.length === 0) return undefined;
    this.#batches += 1;
    return { number: this.#batches, parts, count, since: performance.now() };
  }

  async #add({ number, parts, count, since }: Batch): Promise<void> {
    const open = parts.filter(({ log }) => !log.isClosed);
    if (open.length === 0) return;
    try {
      const recordings = open.map(({ recording }) => recording);
      const added = await this.#logs.add(recordings, { writer: this.#writer, number });
      // A rejected addition means that a clear was missed.
      for (const { log, recording } of open)
        if (this.#followed.has(log) || !added.has(recording.log)) void log.read().catch(() => undefined);
    } catch (error) {
      if (performance.now() - since < TRIED_FOR) throw error;
      this.#lost += count;
    }
  }
}

function sharedLogOf({ requestLog }: Sandbox): SharedRequestLog | undefined {
  return requestLog instanceof SharedRequestLog ? requestLog : undefined;
}

function logNameOf({ id, tag = '' }: Pick<SandboxRecord, 'id' | 'tag'>): string {
  return `${id}@${tag}`;
}
