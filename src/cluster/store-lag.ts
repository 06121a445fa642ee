// The lag of a store behind the changes of other replicas.

import {
  type AppendOutcome,
  type LogMembers,
  type NewEntries,
  type SharedLog,
  wrapLog,
} from '../store/log/store-log.ts';

export class StoreLag {
  /** The same log, whose lag is noted. */
  readonly log: SharedLog;
  /** The lag at the last measurement, in versions and seconds. */
  versions = 0;
  seconds = 0;
  /** The version that is known here. */
  #known = -1;
  /** The number of known versions that other replicas wrote. */
  #heard = 0;
  /** When it was last known to be the newest, in milliseconds of the uptime. */
  #upToDate = performance.now();

  /** @param onClose - called when the log is closed */
  constructor(log: SharedLog, onClose: () => void) {
    const members: Partial<LogMembers> = {
      open: async (fresh) => {
        const stored = await log.open(fresh);
        this.#known = stored.version;
        return stored;
      },
      append: async (steps, onTopOf) => this.#noted(await log.append(steps, onTopOf)),
      replace: async (whole, onTopOf) => this.#noted(await log.replace(whole, onTopOf)),
      close: () => {
        onClose();
        return log.close();
      },
    };
    const subscribe: SharedLog['subscribe'] = (listener) =>
      log.subscribe((newer) => {
        this.#hear(newer);
        listener(newer);
      });
    const newest = async () => {
      await log.newest();
      this.#upToDate = performance.now();
    };
    this.log = { ...wrapLog(log, members), subscribe, newest };
  }

  /** Measures the lag. Never rejects. @param late - rejects when that takes too long */
  async measure(late: Promise<never>): Promise<void> {
    const [heard, before] = [this.#heard, this.#upToDate];
    try {
      await Promise.race([this.log.newest(), late]);
      this.versions = this.#heard - heard;
      this.seconds = this.versions > 0 ? (this.#upToDate - before) / 1000 : 0;
    } catch {
      this.seconds = (performance.now() - before) / 1000;
    }
  }

  #noted(outcome: AppendOutcome): AppendOutcome {
    if ('newer' in outcome) this.#hear(outcome.newer);
    else this.#known = Math.max(this.#known, outcome.version);
    return outcome;
  }

  #hear({ version, isSetBack }: NewEntries): void {
    this.#heard += Math.max(0, version - this.#known);
    this.#known = isSetBack ? version : Math.max(this.#known, version);
  }
}
