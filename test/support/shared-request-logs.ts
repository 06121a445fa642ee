// Request logs in memory, shared by several replicas of one process.

import { setImmediate as turn } from 'node:timers/promises';
import type { LoggedText, RequestLogEnd, SharedRequestLogs } from '../../src/store/shared-request-log.ts';

interface LogContent extends RequestLogEnd {
  readonly texts: readonly LoggedText[];
}

export interface InMemoryRequestLogs extends SharedRequestLogs {
  /** Whether all requests fail. Default false. */
  isAway: boolean;
  /** Whether additions are stored without an acknowledgement. Default false. */
  isCutOff: boolean;
  /** Their content. */
  readonly all: ReadonlyMap<string, LogContent>;
  /** Copies the current content. Returns a function that restores it. */
  copy(): () => void;
}

/** @param most - texts of a log */
export function createSharedRequestLogs(most: () => number): InMemoryRequestLogs {
  const all = new Map<string, LogContent>();
  const numbers = new Map<string, number>();
  const requested = async () => {
    await turn();
    if (logs.isAway) throw new Error('unavailable');
  };
  const logs: InMemoryRequestLogs = {
    isAway: false,
    isCutOff: false,
    all,
    copy() {
      const copied = [...all];
      return () => {
        all.clear();
        for (const [name, log] of copied) all.set(name, log);
      };
    },
    async add(recordings, { writer, number }) {
      await requested();
      const added = new Set<string>();
      if (new Set(recordings.map(({ log }) => log)).size < recordings.length) throw new Error('duplicate name');
      const isNew = number > (numbers.get(writer) ?? 0);
      numbers.set(writer, number);
      for (const { log, cleared, behind, texts } of isNew ? recordings : []) {
        const before = all.get(log) ?? { newest: behind, cleared: 0, clearedTo: behind, texts: [] };
        if (before.cleared > cleared) continue;
        const last = Math.max(before.newest, behind);
        const numbered = texts.map((text, index) => ({ number: last + 1 + index, text }));
        const newest = last + texts.length;
        all.set(log, { ...before, cleared, newest, texts: [...before.texts, ...numbered].slice(-most()) });
        added.add(log);
      }
      if (logs.isCutOff) throw new Error('unknown result');
      return added;
    },
    async ends(names) {
      await requested();
      return new Map(names.flatMap((name) => (all.has(name) ? [[name, all.get(name) as RequestLogEnd]] : [])));
    },
    async after(name, number) {
      await requested();
      return (all.get(name)?.texts ?? []).filter((one) => one.number > number).slice(0, 7);
    },
    async clear(name, cleared) {
      await requested();
      const newest = all.get(name)?.newest ?? 0;
      all.set(name, { newest, cleared, clearedTo: newest, texts: [] });
    },
    async remove(names) {
      await requested();
      for (const name of names) all.delete(name);
    },
    keepOnly: requested,
  };
  return logs;
}
