// Metrics in the Prometheus text format. The only door to prom-client.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metric } from '../pipeline/metric.ts';
import type { CompletedRequest } from '../pipeline/request-log/observers.ts';

/** Counts requests, and renders the counts. */
export interface Metrics {
  count(response: CompletedRequest): void;
  /** All of it, in the text exposition format 0.0.4. */
  text(): Promise<string>;
}

/** The media type of the text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Maximum number of separately counted combinations of operation and status; each takes some hundred bytes, and a line
 * of text.
 */
const MOST_COUNTERS = 10_000;
/** How many operations have a histogram of their own, of a dozen lines each. */
const MOST_HISTOGRAMS = 500;
/** In seconds: from responses in memory to injected delays. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];
/** The label above the limit. */
const OTHER = 'other';

/** @param ownMetrics - returns metrics of other parts when they are scraped */
export function createMetrics(ownMetrics: () => readonly Metric[]): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'understudy_requests_total',
    help: 'Requests by operation and status, counted since metrics were first requested.',
    labelNames: ['api', 'operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'understudy_request_duration_seconds',
    help: 'Time from the end of the request to the start of the response.',
    labelNames: ['api', 'operation'],
    buckets: BUCKETS,
    registers,
  });
  const counters = new BoundedSet(MOST_COUNTERS);
  const histograms = new BoundedSet(MOST_HISTOGRAMS);
  const shown = new Map<string, Gauge | Counter>();
  const read = () => {
    for (const { name, help, kind = 'gauge', values } of ownMetrics()) {
      const samples = values();
      // Labels are known with the first value.
      if (samples.length === 0 && !shown.has(name)) continue;
      const labelNames = Object.keys(samples[0]?.labels ?? {});
      const Kind = kind === 'gauge' ? Gauge : Counter;
      const one = shown.get(name) ?? new Kind({ name, help, labelNames, registers });
      shown.set(name, one);
      one.reset();
      for (const { labels = {}, value } of samples) one.inc(labels, value);
    }
  };
  return {
    count({ api = '', operation = '', status, duration }) {
      const isKnown = counters.has(`${api} ${operation} ${status}`);
      requests.inc(isKnown ? { api, operation, status } : { api: OTHER, operation: OTHER, status: classOf(status) });
      const labels = histograms.has(`${api} ${operation}`) ? { api, operation } : { api: OTHER, operation: OTHER };
      durations.observe(labels, duration / 1000);
    },
    async text() {
      read();
      return register.metrics();
    },
  };
}

/** A status is anything from 100 to 999, but its class is one of a few. */
function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

/** Limits the labels that are counted separately, which clients can influence. */
class BoundedSet {
  readonly #most: number;
  readonly #names = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a name is in the set. It is added if there is room. */
  has(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#names.size >= this.#most) return false;
    this.#names.add(name);
    return true;
  }
}
