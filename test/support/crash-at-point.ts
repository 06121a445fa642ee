// Preload (`node --import`) that kills the process at a point of its disk work: CRASH_AT, a `Crash` as JSON.

import { constants, writeSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Crash, Operation, Point } from '../crash/points.ts';
import { creates, cutPower, flushed, overwrites, removes, renames, writes } from './power-cut.ts';

const crash: Crash = JSON.parse(process.env.CRASH_AT ?? '{}');
const { open, rename, unlink } = fs;
/** Number of bytes that identify the type of a log line. */
const START_OF_LINE = 64;
const TURNS = 50;
let timesLeft = crash.count;
let isEnding = false;

/**
 * Ends the process if this is the point. Some turns of the event loop come first, in which nothing may be acknowledged that
 * depends on later steps: a client would receive it.
 *
 * @param lastAct - runs last. No code runs after SIGKILL
 */
async function reach(point: Point, lastAct?: () => void): Promise<void> {
  // No later operation reaches the disk.
  if (isEnding) await new Promise(() => undefined);
  if (point !== crash.point) return;
  timesLeft -= 1;
  if (timesLeft > 0) return;
  isEnding = true;
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  if (crash.powerCut) cutPower(crash.powerCut);
  lastAct?.();
  process.kill(process.pid, 'SIGKILL');
}

async function through<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  await reach(`before ${operation}`);
  const result = await work();
  await reach(`after ${operation}`);
  return result;
}

/** The file with the minimum length of a log. */
function isLength(path: string): boolean {
  return path.endsWith('.log.length');
}

function isLog(path: string): boolean {
  return path.endsWith('.log');
}

/** Half of the written text, without the preallocated zeros behind it. */
function halfOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return bytes.subarray(0, end >> 1);
}

/** @param isThrough - whether writes are flushed by the system at once */
function watchLog(file: FileHandle, path: string, isThrough: boolean): void {
  const { write, datasync } = file;
  let written: 'append' | 'note' = 'append';
  Object.assign(file, {
    write: async (bytes: Uint8Array, from: number, length: number, position: number) => {
      const start = new TextDecoder().decode(bytes.subarray(from, from + START_OF_LINE));
      written = start.includes('{"folded":') ? 'note' : 'append';
      const half = halfOf(bytes.subarray(from, from + length));
      await reach(`halfway through ${written}`, () => void writeSync(file.fd, half, 0, half.length, position));
      const result = await through(written, () => {
        writes(path, position);
        return Reflect.apply(write, file, [bytes, from, length, position]);
      });
      if (isThrough) await through(`${written} flush`, async () => flushed(path));
      return result;
    },
    datasync: () =>
      through(`${written} flush`, async () => {
        await datasync.call(file);
        flushed(path);
      }),
  });
}

function watchCheckpoint(file: FileHandle, path: string): void {
  const { write, datasync } = file;
  Object.assign(file, {
    write: async (bytes: Uint8Array, from: number, length: number, position: number) => {
      if (position > 0) await reach('between checkpoint pieces');
      return through('checkpoint write', () => {
        writes(path, position);
        return Reflect.apply(write, file, [bytes, from, length, position]);
      });
    },
    datasync: () =>
      through('checkpoint flush', async () => {
        await datasync.call(file);
        flushed(path);
      }),
  });
}

/** Written through; overwrites the line before. */
function watchLength(file: FileHandle, path: string): void {
  const { write } = file;
  Object.assign(file, {
    write: (...args: readonly unknown[]) =>
      through('length write', async () => {
        overwrites(path);
        const result = await Reflect.apply(write, file, args);
        flushed(path);
        return result;
      }),
  });
}

function watchFolder(folder: FileHandle, path: string): void {
  const { sync } = folder;
  Object.assign(folder, {
    sync: () =>
      through('folder flush', async () => {
        await sync.call(folder);
        flushed(path);
      }),
  });
}

Object.assign(fs, {
  async open(path: string, flags: number | 'r' = 'r', mode?: number) {
    const has = (flag: number) => flags !== 'r' && (flags & flag) !== 0;
    if (has(constants.O_TRUNC) || has(constants.O_EXCL)) creates(path);
    const file = await open(path, flags, mode);
    if (flags === 'r') watchFolder(file, path);
    else if (isLength(path)) watchLength(file, path);
    else if (isLog(path)) watchLog(file, path, has(constants.O_DSYNC));
    else watchCheckpoint(file, path);
    return file;
  },
  rename: (from: string, to: string) =>
    through('checkpoint rename', () => {
      renames(from, to);
      return rename(from, to);
    }),
  unlink(path: string) {
    if (!isLog(path) && !isLength(path)) return unlink(path);
    return through(isLog(path) ? 'log removal' : 'length removal', () => {
      removes(path);
      return unlink(path);
    });
  },
});
syncBuiltinESMExports();
