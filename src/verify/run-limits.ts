// Limits of a run: time, requests, findings.

export interface RunLimitSettings {
  /** In milliseconds. Default: unlimited. */
  readonly time?: number | undefined;
  /** Number of requests, without those that delete created items. Default: unlimited. */
  readonly requests?: number | undefined;
  /** Number of new errors. Default: unlimited. */
  readonly findings?: number | undefined;
}

/** Stops a run, or several, when a limit is reached. */
export interface RunLimits {
  /** The reached limit, such as `100 requests`. Undefined before. */
  readonly reached: string | undefined;
  /** Aborts when a limit is reached. */
  readonly signal: AbortSignal;
  /** Counts a request. @returns whether it may be sent */
  countRequest(): boolean;
  countFinding(): void;
  /** Runs work that the limits do not stop: the deletion of created items. */
  exempt<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the measurement of time. */
  close(): void;
}

/** The time begins now. */
export function createRunLimits({ time, requests, findings }: RunLimitSettings = {}): RunLimits {
  const stopping = new AbortController();
  const counts = { requests: 0, findings: 0 };
  let reached: string | undefined;
  let isExempt = false;
  const stop = (limit: string) => {
    reached ??= limit;
    stopping.abort();
  };
  const timer = time === undefined ? undefined : setTimeout(() => stop(`${time / 1000} s`), time);
  return {
    get reached() {
      return reached;
    },
    signal: stopping.signal,
    countRequest() {
      if (isExempt) return true;
      if (reached === undefined && counts.requests === requests) stop(counted(requests, 'request'));
      if (reached !== undefined) return false;
      counts.requests += 1;
      return true;
    },
    countFinding() {
      counts.findings += 1;
      if (counts.findings === findings) stop(counted(findings, 'finding'));
    },
    async exempt(work) {
      isExempt = true;
      try {
        return await work();
      } finally {
        isExempt = false;
      }
    },
    close: () => clearTimeout(timer),
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
