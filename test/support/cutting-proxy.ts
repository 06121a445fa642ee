// A proxy of TCP that cuts and stalls what goes through it, at bytes drawn from a seed.

import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';

/** What goes wrong while it storms. */
export interface Storm {
  /** How many bytes pass, in one direction of one connection, before something happens to it: as many as this on average. */
  readonly bytes: number;
  /** How much of what happens is a cut; the rest are stalls. From 0 to 1. */
  readonly cuts: number;
  /** The longest stall, in milliseconds. */
  readonly stall: number;
}

export interface CuttingProxy {
  readonly port: number;
  /** How often it has cut and stalled a connection of its own accord. */
  readonly troubles: { readonly cuts: number; readonly stalls: number };
  /** From now on things go wrong, or, with nothing, nothing does. */
  storm(storm: Storm | undefined): void;
  /** Cuts all connections that there are. */
  cut(): void;
  /** Lets nothing through any more, and no connection go, until `release`. */
  hold(): void;
  release(): void;
  /** Lets nothing through any more of the connections that there are, until they are cut: as of a machine that is gone without a word. */
  strand(): void;
  /** Where connections lead that are made from now on. */
  leadTo(target: NetConnectOpts): void;
  /** Cuts all connections and takes no more. */
  close(): Promise<void>;
}

/**
 * Starts one on a free port, before what listens at `target`. It begins calmly. The bytes at which something happens to the n-th connection follow from the seed.
 */
export async function cuttingProxy(seed: string, target: NetConnectOpts): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const stranded = new WeakSet<Socket>();
  const troubles = { cuts: 0, stalls: 0 };
  let to = target;
  let storm: Storm | undefined;
  let held: PromiseWithResolvers<void> | undefined;
  let connections = 0;

  /** Passes on what comes in one direction. @throws Error if it is cut */
  async function pass(from: Socket, into: Socket, random: RandomNumbers): Promise<void> {
    const write = async (bytes: Buffer) => {
      await held?.promise;
      if (stranded.has(from)) return;
      await new Promise<void>((resolve, reject) => {
        into.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    };
    const far = () => Math.ceil(-Math.log(1 - random()) * (storm?.bytes ?? 0));
    /** How many bytes pass before something happens. */
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

/** Only TCP has a reset; and Node never lets go of a socket that is reset while its end is on the way. */
function end(socket: Socket): void {
  if (socket.remoteAddress === undefined || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
