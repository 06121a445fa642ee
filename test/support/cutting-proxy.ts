// A TCP proxy that cuts and stalls connections, at byte offsets drawn from a seed.

import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';

/** The disturbances of a storm. */
export interface Storm {
  /** Average number of bytes in one direction of a connection between two disturbances. */
  readonly bytes: number;
  /** The share of cuts; the rest are stalls. From 0 to 1. */
  readonly cuts: number;
  /** The longest stall, in milliseconds. */
  readonly stall: number;
}

export interface CuttingProxy {
  readonly port: number;
  /** How often it has cut and stalled connections by itself. */
  readonly troubles: { readonly cuts: number; readonly stalls: number };
  /** Starts disturbances; without a value, stops them. */
  storm(storm: Storm | undefined): void;
  /** Cuts all current connections. */
  cut(): void;
  /** Forwards nothing and closes no connection, until `release`. */
  hold(): void;
  release(): void;
  /** Forwards nothing on the current connections until they are cut, as for a machine that stopped responding. */
  strand(): void;
  /** The target of new connections. */
  leadTo(target: NetConnectOpts): void;
  /** Cuts all connections and accepts no more. */
  close(): Promise<void>;
}

/**
 * Starts a proxy of `target` on a free port, without disturbances. The offsets for the n-th connection follow from the seed.
 */
export async function cuttingProxy(seed: string, target: NetConnectOpts): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const stranded = new WeakSet<Socket>();
  const troubles = { cuts: 0, stalls: 0 };
  let to = target;
  let storm: Storm | undefined;
  let held: PromiseWithResolvers<void> | undefined;
  let connections = 0;

  /** Forwards data in one direction. @throws Error if it is cut */
  async function pass(from: Socket, into: Socket, random: RandomNumbers): Promise<void> {
    const write = async (bytes: Buffer) => {
      await held?.promise;
      if (stranded.has(from)) return;
      await new Promise<void>((resolve, reject) => {
        into.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    };
    const far = () => Math.ceil(-Math.log(1 - random()) * (storm?.bytes ?? 0));
    /** Number of bytes before the next disturbance. */
    let left: number | undefined;
    for await (const chunk of from) {
      let bytes: Buffer = chunk;
      while (storm) {
        left ??= far();
        if (left >= bytes.length) break;
        await write(bytes.subarray(0, left));
        bytes = bytes.subarray(left);
        left = undefined;
        if (random() < storm.cuts) {
          troubles.cuts += 1;
          throw new Error('cut');
        }
        troubles.stalls += 1;
        await wait(random() * storm.stall);
      }
      if (left !== undefined) left -= bytes.length;
      await write(bytes);
    }
    await held?.promise;
    if (!stranded.has(from)) into.end();
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    connections += 1;
    const upstream = connect({ ...to, allowHalfOpen: true, noDelay: true } as NetConnectOpts);
    const pair = [client, upstream];
    const cut = () => {
      for (const socket of pair) end(socket);
    };
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', cut);
    }
    pass(client, upstream, createRandomNumbers(`${seed} ${connections} up`)).catch(cut);
    pass(upstream, client, createRandomNumbers(`${seed} ${connections} down`)).catch(cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    troubles,
    storm(next) {
      storm = next;
    },
    cut() {
      for (const socket of sockets) end(socket);
    },
    hold() {
      held ??= Promise.withResolvers();
    },
    release() {
      held?.resolve();
      held = undefined;
    },
    strand() {
      for (const socket of sockets) stranded.add(socket);
    },
    leadTo(next) {
      to = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      proxy.release();
      proxy.cut();
      await closed;
    },
  };
  return proxy;
}

/** Only TCP has a reset; and Node never releases a socket that is reset while its end is pending. */
function end(socket: Socket): void {
  if (socket.remoteAddress === undefined || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
