// The log as it stands in its file: a line for each flush, with a checksum; and what it says when it is read again.

import { hash } from 'node:crypto';
import { Problems } from '../schema/problems.ts';
import type { LoggedChange } from './logged-change.ts';

/** The version of the format. */
const FORMAT = 1;

/** A line of a log. */
export type LogEntry =
  /** Always the first one: which checkpoint the changes come on top of, by its SHA-256. */
  | { readonly log: typeof FORMAT; readonly checkpoint: string }
  /**
   * Changes that were written together. They are counted from 1; `from` is the number of the first one, and up to `flushed` all were
   * known to be safe when these were written.
   */
  | { readonly from: number; readonly flushed: number; readonly changes: readonly LoggedChange[] }
  /** All changes up to here are part of the checkpoint with this SHA-256; `newest` is the number of the last one. */
  | { readonly folded: string; readonly newest: number; readonly flushed: number };

/** What a log says. */
export interface ReadLog {
  /** What was done since the checkpoint. */
  readonly changes: readonly LoggedChange[];
  /** How many bytes from the start can be relied on. What comes after them was never acknowledged. */
  readonly length: number;
  /** The number of the newest change; 0 when there is none. */
  readonly newest: number;
}

const SUM_LENGTH = 16;
const NEWLINE = 10;

/**
 * A line: the first half of the SHA-256 of what follows, a blank, the entry as JSON. It begins on a line of its own, wherever what comes
 * before it ends; and no one damaged byte can join two lines.
 */
export function logLine(entry: LogEntry): string {
  const text = JSON.stringify(entry);
  return `\n${sumOf(text)} ${text}\n`;
}

/**
 * Reads a log.
 *
 * A damaged line is the torn end of the log, if nothing after it shows that it had been flushed; then it was never acknowledged.
 *
 * @param checkpoint - the SHA-256 of the checkpoint that stands beside it
 * @throws Problems with the offset, if something that had been flushed is damaged or missing, the log belongs to another checkpoint, or a newer version wrote it
 */
export function readLog(bytes: Uint8Array, checkpoint: string, path: string): ReadLog {
  const all = linesOf(bytes);
  for (const { entry } of all) if (entry && 'log' in entry && entry.log !== FORMAT) throw newer(path, entry.log);
  const folded = all.findLastIndex(({ entry }) => entry && 'folded' in entry && entry.folded === checkpoint);
  // What stands before the note that it was folded is part of the checkpoint, damaged or not.
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
  return { changes, length: bytes.length, newest };
}

function flushedBy(entry: LogEntry | undefined): number {
  return entry && 'flushed' in entry ? entry.flushed : 0;
}

interface Line {
  readonly offset: number;
  /** Undefined when it is not what somebody wrote. */
  readonly entry: LogEntry | undefined;
}

/** Lines with something in them. One that does not end is damaged. */
function linesOf(bytes: Uint8Array): Line[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: Line[] = [];
  for (let offset = 0; offset < buffer.length; ) {
    const end = buffer.indexOf(NEWLINE, offset);
    const text = buffer.toString('utf8', offset, end === -1 ? buffer.length : end);
    if (text !== '') lines.push({ offset, entry: end === -1 ? undefined : entryOf(text) });
    offset = end === -1 ? buffer.length : end + 1;
  }
  return lines;
}

function entryOf(line: string): LogEntry | undefined {
  const text = line.slice(SUM_LENGTH + 1);
  return line === `${sumOf(text)} ${text}` ? JSON.parse(text) : undefined;
}

function sumOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, SUM_LENGTH);
}

function damaged(path: string, offset: number): Problems {
  return new Problems(
    `The log ${path} is damaged at byte ${offset}, in the middle of changes that had been kept. Bring the file back from a copy; or move it away to go on with the state beside it, without any of its changes.`,
    [],
  );
}

function changedMeanwhile(path: string): Problems {
  return new Problems(
    `The state beside ${path} was changed by somebody else while this log holds changes to what it was before. Bring the state file back as it was; or move the log away to go on without its changes.`,
    [],
  );
}

function newer(path: string, format: unknown): Problems {
  return new Problems(
    `The log ${path} has the format ${JSON.stringify(format)}, which this version does not read: it reads ${FORMAT}. Start the version that wrote it; or move the log away to go on without its changes.`,
    [],
  );
}
