// Stands between clients and a server: passes everything on, and holds what has passed against the document.

import { randomBytes } from 'node:crypto';
import type { ServedApi } from '../../server/pipeline/api/load-api.ts';
import { type CheckId, PASSING_CHECK_IDS } from '../checks.ts';
import type { Found, Verdict } from '../verdict.ts';
import { type Accepting, accept } from './accept.ts';
import { callIn, createCalls } from './calls.ts';
import { createEnforcement } from './enforce.ts';
import { createFill } from './fill.ts';
import { type Beside, createFindings } from './findings.ts';
import { createJudge } from './judge.ts';
import { Memory } from './memory.ts';
import { Passage, type Way } from './passage.ts';
import type { Passed } from './passed.ts';
import { createRecording, type Recording } from './recording.ts';
import { createRedaction } from './redaction.ts';
import { tunnelWebSocket } from './tunnel.ts';
import { createUpstream, type UpstreamSettings } from './upstream.ts';
import { createWatch } from './watch.ts';

export interface ProxySettings {
  /** The api whose document everything is held against. */
  readonly served: ServedApi;
  readonly upstream: Omit<UpstreamSettings, 'connections'>;
  /** 0 picks a free one, which is the default. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default: all that an exchange can be held against. */
  readonly checks?: readonly CheckId[];
  /** A stand-in, and what it answers in place of the server. Default: nothing. */
  readonly fill?: {
    /** Where it listens. */
    readonly url: string;
    /** Whether it answers what the server does not have. */
    readonly isOpen: boolean;
    /** Operations that it answers whatever the server has. */
    readonly operations: readonly string[];
  };
  /** Whether what the document does not allow is refused, and does not pass. Default false. */
  readonly refuse?: boolean;
  /** A file that exchanges are written down in, as an HTTP Archive; and how long it may become, in bytes (default 256 MiB). */
  readonly record?: { readonly file: string; readonly limit?: number };
  /** Whether the server is asked by the host that clients name. Default: by its own. */
  readonly keepHost?: boolean;
  /** How long the server may take until its answer begins, in milliseconds. Default 60,000. */
  readonly timeout?: number;
  /** How long a client may take to say what it wants, or read nothing of its answer, in milliseconds. Default 60,000. */
  readonly silence?: number;
  /** How much of a body is looked at, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** How many clients may be connected. Default 1000. */
  readonly connections?: number;
  /** Told of each finding and each remark when it is met for the first time. */
  readonly onFound?: (found: Found) => void;
  /** Told of mistakes of ours. */
  readonly onError?: (thrown: unknown) => void;
}

export interface RunningProxy extends Pick<Accepting, 'url' | 'port'> {
  /** What was found so far, once all that has passed was looked at. */
  verdict(): Promise<Verdict>;
  /** What belongs to no operation. */
  readonly beside: Beside;
  /** What was recorded; undefined where nothing is. */
  readonly recorded: Recording['counts'] | undefined;
  /** Takes nothing new, and ends when all has passed. @param timeout - how long what is under way may take, in milliseconds */
  close(timeout?: number): Promise<void>;
}

/** For all bodies that are to be looked at, in bytes. */
const MEMORY = 64 * 1024 * 1024;
const MIB = 1024 * 1024;
const TOO_FAST = 'too many requests to check';

/** @throws Error if the address is taken, or the file of the recording cannot be written */
export async function startProxy(settings: ProxySettings): Promise<RunningProxy> {
  const { served, checks = PASSING_CHECK_IDS, fill, record, keepHost = false } = settings;
  const { timeout = 60_000, silence = 60_000, bodyLimit = MIB, connections = 1000 } = settings;
  const { onFound = () => undefined, onError = () => undefined } = settings;
  const began = performance.now();
  const upstream = createUpstream({ ...settings.upstream, connections });
  const standIn = fill && createUpstream({ url: fill.url, connections });
  const redaction = createRedaction(served.document);
  const judge = createJudge(served, new Set(checks), bodyLimit);
  const findings = createFindings(served.document, redaction);
  const recording =
    record && (await createRecording({ limit: 256 * MIB, ...record, url: upstream.url, bodyLimit, redaction }));

  const look = async (passed: Passed): Promise<void> => {
    try {
      redaction.learn(passed);
      const judgement = await judge.judge(passed);
      for (const found of findings.add(passed, judgement)) onFound(found);
      await recording?.add(passed, judgement.operation);
    } catch (error) {
      onError(error);
    }
  };
  const watch = createWatch(look, () => findings.pass(TOO_FAST));
  const way: Way = {
    upstream,
    name: `understudy-${randomBytes(4).toString('hex')}`,
    keepHost,
    timeout,
    silence,
    bodyLimit,
    memory: new Memory(MEMORY),
    fill:
      fill &&
      standIn &&
      createFill(served, { ...fill, operations: new Set(fill.operations), upstream, standIn, timeout }),
    enforcement: settings.refuse ? createEnforcement(served, judge, onError) : undefined,
    onPassed: watch.add,
  };
  const calls = createCalls(way);
  const listening = await accept(
    {
      request(client) {
        // By the end of this turn all that came with the head is there.
        queueMicrotask(() => {
          new Passage(way, client).pass().catch((error) => {
            onError(error);
            client.breakOff();
          });
        });
      },
      webSocket(request, socket, head) {
        findings.pass('a WebSocket');
        tunnelWebSocket(request, socket, head, way);
      },
      call(request, response) {
        const what = callIn(request);
        if (what === undefined) return false;
        findings.pass(what);
        calls.pass(request, response);
        return true;
      },
    },
    { port: settings.port ?? 0, host: settings.host ?? '127.0.0.1', connections, silence },
  );
  return {
    url: listening.url,
    port: listening.port,
    beside: findings,
    recorded: recording?.counts,
    async verdict() {
      await watch.settled();
      return findings.verdict({ url: upstream.url, checks, duration: performance.now() - began });
    },
    async close(timeout) {
      await listening.close(timeout);
      await watch.settled();
      upstream.close();
      calls.close();
      standIn?.close();
      await recording?.close();
    },
  };
}
