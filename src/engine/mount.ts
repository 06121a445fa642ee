// The parts of a stand-in that answer requests, in one list: each says which requests are its own.

import { type Answered, Witnesses } from './answered.ts';
import type { Remember } from './beside.ts';
import { answerPreflight, type Shared, withCors } from './cors.ts';
import { Failure } from './failure.ts';
import { describeFailure } from './refusal.ts';
import { pathBelow, withinSandbox } from './sandbox-path.ts';
import { redactTarget } from './security/redact-text.ts';
import { pathOf, type WireBody, type WireRequest, type WireResponse } from './wire.ts';

/** A request before its body is read. */
export type RequestHead = Omit<WireRequest, 'body' | 'stream' | 'exceeds'>;

/** A part of a stand-in with requests of its own. */
export interface Mount {
  /**
   * Whether a request is its own. Those before it in the list were asked first.
   *
   * @param path - of its target, below that of the sandbox if it names one
   */
  owns(head: RequestHead, path: string): boolean;
  answer(request: WireRequest): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
  /** Longest body that is read for it, in bytes. Default: as long as the stand-in reads any. */
  readonly bodyLimit?: number;
  /**
   * Whether it takes bodies as they come (`WireRequest.stream`), and so bounds them itself, and ends the answers that it gives bit by bit when it is
   * closed. Default false.
   */
  readonly streams?: boolean;
  /** Whether it remembers the exchange itself. Default: it does not. */
  readonly records?: (request: WireRequest) => boolean;
  /** Whether it tells witnesses itself what it has answered. Default false. */
  readonly tells?: boolean;
  /**
   * Lets pages of other origins ask it whatever it answers, and others answer their preflights: what they may send to a path, and read of its answers. Default: they
   * may not.
   */
  readonly cors?: (path: string) => Shared;
}

/** Who answers a request: never throws. */
export interface Answering {
  readonly bodyLimit?: number | undefined;
  readonly streams?: boolean | undefined;
  answer(request: WireRequest): Promise<WireResponse<WireBody>>;
}

/** All parts of a stand-in. */
export interface Mounts {
  /** Who answers a request. */
  of(head: RequestHead): Answering;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** What is answered when not even a failure could be described. */
const unexpected: WireResponse = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(describeFailure(Failure.from(undefined))),
};

/**
 * Asks each mount in turn.
 *
 * @param mounts - the last one takes what nobody else owns
 * @param onError - told of what a mount throws
 * @param remember - told of what no mount remembers itself. Default: nobody is
 * @param witnesses - told of what is answered. Default: nobody is
 */
export function createMounts(
  mounts: readonly [...Mount[], Mount],
  onError: (thrown: unknown) => void,
  remember?: Remember,
  witnesses = new Witnesses(),
): Mounts {
  const parts = mounts.map((mount) => ({ mount, answering: answeringOf(mount, { onError, witnesses, remember }) }));
  const last = answeringOf(mounts[mounts.length - 1] as Mount, { onError, witnesses, remember });
  return {
    of(head) {
      const path = pathBelow(head.target);
      return parts.find(({ mount }) => mount.owns(head, path))?.answering ?? last;
    },
  };
}

interface Told {
  readonly onError: (thrown: unknown) => void;
  readonly witnesses: Witnesses;
  readonly remember: Remember | undefined;
}

function answeringOf(mount: Mount, { onError, witnesses, remember }: Told): Answering {
  return {
    bodyLimit: mount.bodyLimit,
    streams: mount.streams,
    async answer(came) {
      try {
        const request = withinSandbox(came);
        const began = witnesses.areThere ? performance.now() : 0;
        // Only browsers name an origin.
        const shared = request.headers.origin === undefined ? undefined : mount.cors?.(pathOf(request.target));
        const permission = shared && answerPreflight(request, shared);
        if (permission) {
          remember?.(request, permission);
          if (witnesses.areThere) witnesses.tell(answered(request, permission, began));
          return permission;
        }
        const response = await mount.answer(request);
        if (remember && !mount.records?.(request)) remember(request, response);
        if (!mount.tells && witnesses.areThere) witnesses.tell(answered(request, response, began));
        return mount.cors ? withCors(request, response, shared) : response;
      } catch (thrown) {
        // Pages show what apis say of themselves, and an api may throw. A listener would tell the client how.
        onError(thrown);
        return unexpected;
      }
    },
  };
}

function answered(request: WireRequest, { status }: WireResponse<WireBody>, began: number): Answered {
  const { target } = request;
  return { request, target: () => redactTarget(target, NO_NAMES), status, duration: performance.now() - began };
}
