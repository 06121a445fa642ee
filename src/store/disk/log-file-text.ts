// The text format of the log: a line with a checksum for each flush.

import { hash } from 'node:crypto';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { LoggedChange } from '../log/logged-change.ts';
import { splitLines } from './split-lines.ts';

/** The version of the format. */
const FORMAT = 1;

/** A line of a log. */
export type LogEntry =
  /** Always the first line: the SHA-256 of the checkpoint before the changes. */
  | { readonly log: typeof FORMAT; readonly checkpoint: string }
  /**
   * Changes that were written together. They are counted from 1; `from` is the number of the first one, and up to `flushed` all were
   * known to be safe when these were written.
   */
  | { readonly from: number; readonly flushed: number; readonly changes: readonly LoggedChange[] }
  /** All changes up to here are part of the checkpoint with this SHA-256; `newest` is the number of the last one. */
  | { readonly folded: string; readonly newest: number; readonly flushed: number };

/** The content of a log. */
export interface ReadLog {
  /** The changes since the checkpoint. */
  readonly changes: readonly LoggedChange[];
  /** Valid bytes from the start. Later ones were never acknowledged. */
  readonly length: number;
  /** The number of the newest change; 0 if there is none. */
  readonly newest: number;
}

const SUM_LENGTH = 16;

/** A line with text in it. */
interface Line {
  readonly offset: number;
  /** Undefined where the line is damaged or has no end. */
  readonly entry: LogEntry | undefined;
}

/** The file of a log, before it is known which checkpoint it belongs to. */
export interface LogFile {
  readonly lines: readonly Line[];
  /** How many bytes have text: zeros may follow. */
  readonly length: number;
  /** Of the file, in bytes. */
  readonly size: number;
}

export const EMPTY_LOG: LogFile = { lines: [], length: 0, size: 0 };

/**
 * A line: the first half of the SHA-256 of the rest, a blank, the entry as JSON. It always begins after a line feed,
 * and no single damaged byte can join two lines.
 */
export function logLine(entry: LogEntry): string {
  return `\n${withChecksum(stringifyJson(entry))}\n`;
}

/** A text after its checksum. */
export function withChecksum(text: string): string {
  return `${hash('sha256', text, 'hex').slice(0, SUM_LENGTH)} ${text}`;
}

/** The text after a checksum; undefined if the checksum is of another text. */
export function withoutChecksum(line: string): string | undefined {
  const text = line.slice(SUM_LENGTH + 1);
  return line === withChecksum(text) ? text : undefined;
}

/** Reads the file of a log. */
export async function parseLog(pieces: AsyncIterable<Uint8Array>): Promise<LogFile> {
  const lines: Line[] = [];
  let length = 0;
  let size = 0;
  for await (const { offset, bytes, isEnded } of splitLines(pieces)) {
    size = offset + bytes.length + (isEnded ? 1 : 0);
    const text = isEnded ? bytes : bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
    length = isEnded ? size : offset + text.length;
    if (text.length > 0) lines.push({ offset, entry: isEnded ? entryOf(text) : undefined });
  }
  return { lines, length, size };
}

function entryOf(line: Buffer): LogEntry | undefined {
  const text = withoutChecksum(line.toString());
  return text === undefined ? undefined : (parseJson(text) as LogEntry);
}

/**
 * The content of a log beside a checkpoint.
 *
 * A damaged line is the torn end of the log, if nothing after it shows that it had been flushed; then it was never
 * acknowledged.
 *
 * @param checkpoint - the SHA-256 of the checkpoint
 * @throws UsageError with the offset, if flushed data is damaged or missing, the log belongs to another checkpoint, or a
 * newer version wrote it
 */
export function readLog({ lines: all, length }: LogFile, checkpoint: string, path: string): ReadLog {
  for (const { entry } of all) if (entry && 'log' in entry && entry.log !== FORMAT) throw newer(path, entry.log);
  const folded = all.findLastIndex(({ entry }) => entry && 'folded' in entry && entry.folded === checkpoint);
  // Lines before the note of a fold are part of the checkpoint, damaged or not.
  const lines = all.slice(Math.max(folded, 0));
  const changes: LoggedChange[] = [];
  let newest = 0;
  for (const [index, { entry, offset }] of lines.entries()) {
    if (entry === undefined) {
      if (lines.slice(index).some((later) => flushedBy(later.entry) > newest)) throw damaged(path, offset);
      return { changes, length: offset, newest };
    }
    if (index === 0) {
      if ('changes' in entry || ('folded' in entry && folded === -1)) throw damaged(path, offset);
      if ('log' in entry && entry.checkpoint !== checkpoint) throw changedMeanwhile(path);
      if ('folded' in entry) newest = entry.newest;
    } else if ('changes' in entry && entry.from === newest + 1) {
      changes.push(...entry.changes);
      newest += entry.changes.length;
    } else if (!('folded' in entry)) throw damaged(path, offset);
  }
  return { changes, length, newest };
}

function flushedBy(entry: LogEntry | undefined): number {
  return entry && 'flushed' in entry ? entry.flushed : 0;
}

function damaged(path: string, offset: number): UsageError {
  return new UsageError(
    `The log ${path} is damaged at byte ${offset}, before changes that were stored. Restore the file from a copy; or, to start with the state file only, move it and ${path}.length away.`,
  );
}

function changedMeanwhile(path: string): UsageError {
  return new UsageError(
    `The state file of ${path} was changed since this log was written, so the log does not match it. Restore the state file; or, to start without the changes of the log, move the log away.`,
  );
}

function newer(path: string, format: unknown): UsageError {
  return new UsageError(
    `The log ${path} has the format ${stringifyJson(format)}, which this version cannot read (it reads ${FORMAT}). Start the version that wrote it; or, to start without its changes, move it and ${path}.length away.`,
  );
}
