// Validating reverse proxy: forwards all requests, and validates exchanges.

import { randomBytes } from 'node:crypto';
import type { ServedApi } from '../../server/pipeline/api/load-api.ts';
import { type CheckId, TRAFFIC_CHECK_IDS } from '../checks.ts';
import type { GroupedFinding } from '../finding-groups.ts';
import type { Verdict } from '../verdict.ts';
import { BodyMemory } from './body-memory.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import { createCheckQueue } from './check-queue.ts';
import { createEnforcement } from './enforcement.ts';
import { createExchangeChecker } from './exchange-checker.ts';
import { createExchangeRedaction } from './exchange-redaction.ts';
import { createFallbackMock } from './fallback-mock.ts';
import { createHarRecording, type HarRecording } from './har-recording.ts';
import { listenForClients, type ProxyListener } from './listen-for-clients.ts';
import { ProxiedExchange, type ProxyContext } from './proxied-exchange.ts';
import { createProxyFindings, type TrafficCounts } from './proxy-findings.ts';
import { createStreamingCalls, streamingCallName } from './streaming-calls.ts';
import { createUpstream, type UpstreamSettings } from './upstream.ts';
import { tunnelWebSocket } from './websocket-tunnel.ts';

export interface ProxySettings {
  /** The API with the document. */
  readonly served: ServedApi;
  readonly upstream: Omit<UpstreamSettings, 'connections'>;
  /** 0 picks a free one, which is the default. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default: all that apply to exchanges. */
  readonly checks?: readonly CheckId[];
  /** A mock server, and the requests that it answers. Default: none. */
  readonly mock?: {
    /** Where it listens. */
    readonly url: string;
    /** Whether it answers missing operations. */
    readonly mocksMissing: boolean;
    /** Operations that it always answers. */
    readonly operations: readonly string[];
  };
  /** Whether invalid exchanges are rejected. Default false. */
  readonly enforce?: boolean;
  /** A file that exchanges are written down in, as an HTTP Archive; and how long it may become, in bytes (default 256 MiB). */
  readonly record?: { readonly file: string; readonly limit?: number };
  /** Whether the upstream receives the host that clients name. Default: its own. */
  readonly keepHost?: boolean;
  /** Timeout until the response of the upstream begins, in milliseconds. Default 60,000. */
  readonly timeout?: number;
  /**
   * Timeout of a client that sends no complete request, or reads nothing of its response, in milliseconds. Default
   * 60,000.
   */
  readonly idleTimeout?: number;
  /** Maximum number of inspected body bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** How many clients may be connected. Default 1000. */
  readonly connections?: number;
  /** Called with each new finding. */
  readonly onFound?: (found: GroupedFinding) => void;
  /** Called with internal errors. */
  readonly onError?: (thrown: unknown) => void;
}

export interface RunningProxy extends Pick<ProxyListener, 'url' | 'port'> {
  /** The findings so far, after all waiting checks. */
  verdict(): Promise<Verdict>;
  /** Data that belong to no operation. */
  readonly traffic: TrafficCounts;
  /** The counts of the recording; undefined without one. */
  readonly recorded: HarRecording['counts'] | undefined;
  /** Stops accepting, and ends after open requests. @param timeout - of these, in milliseconds */
  close(timeout?: number): Promise<void>;
}

/** For all inspected bodies, in bytes. */
const MEMORY = 64 * 1024 * 1024;
const MIB = 1024 * 1024;
const TOO_FAST = 'too many requests to check';

/** @throws Error if the address is in use, or the file of the recording cannot be written */
export async function startProxy(settings: ProxySettings): Promise<RunningProxy> {
  const { served, checks = TRAFFIC_CHECK_IDS, mock, record, keepHost = false } = settings;
  const { timeout = 60_000, idleTimeout = 60_000, bodyLimit = MIB, connections = 1000 } = settings;
  const { onFound = () => undefined, onError = () => undefined } = settings;
  const began = performance.now();
  const upstream = createUpstream({ ...settings.upstream, connections });
  const mockUpstream = mock && createUpstream({ url: mock.url, connections });
  const redaction = createExchangeRedaction(served.document);
  const checker = createExchangeChecker(served, new Set(checks), bodyLimit, upstream.base);
  const findings = createProxyFindings(served.document, redaction);
  const recording =
    record && (await createHarRecording({ limit: 256 * MIB, ...record, url: upstream.url, bodyLimit, redaction }));

  const check = async (passed: CapturedExchange): Promise<void> => {
    try {
      redaction.learn(passed);
      const judgement = await checker.check(passed);
      for (const found of findings.add(passed, judgement)) onFound(found);
      if (passed.response?.stream !== 'events') await recording?.add(passed, judgement.operation);
    } catch (error) {
      onError(error);
    }
  };
  const checkQueue = createCheckQueue(check, () => findings.countUnchecked(TOO_FAST));
  const context: ProxyContext = {
    upstream,
    name: `understudy-${randomBytes(4).toString('hex')}`,
    keepHost,
    timeout,
    idleTimeout,
    bodyLimit,
    memory: new BodyMemory(MEMORY),
    fallbackMock:
      mock &&
      mockUpstream &&
      createFallbackMock(served, {
        ...mock,
        operations: new Set(mock.operations),
        upstream,
        mock: mockUpstream,
        timeout,
      }),
    enforcement: settings.enforce ? createEnforcement(served, checker, onError) : undefined,
    onExchange: checkQueue.add,
    onUpstream: findings.countUpstream,
  };
  const calls = createStreamingCalls(context);
  const listening = await listenForClients(
    {
      request(client) {
        // All data that came with the head have arrived by then.
        queueMicrotask(() => {
          new ProxiedExchange(context, client).run().catch((error) => {
            onError(error);
            client.abort();
          });
        });
      },
      webSocket(request, socket, head) {
        findings.countUnchecked('a WebSocket');
        tunnelWebSocket(request, socket, head, context);
      },
      call(request, response) {
        const what = streamingCallName(request);
        if (what === undefined) return false;
        findings.countUnchecked(what);
        calls.forward(request, response);
        return true;
      },
    },
    { port: settings.port ?? 0, host: settings.host ?? '127.0.0.1', connections, idleTimeout },
  );
  return {
    url: listening.url,
    port: listening.port,
    traffic: findings,
    recorded: recording?.counts,
    async verdict() {
      await checkQueue.settled();
      return findings.verdict({ url: upstream.url, checks, duration: performance.now() - began });
    },
    async close(timeout) {
      await listening.close(timeout);
      await checkQueue.settled();
      upstream.close();
      calls.close();
      mockUpstream?.close();
      await recording?.close();
    },
  };
}
