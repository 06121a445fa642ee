// Log file format: a log is read as written, up to a torn end, or rejected.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/schema/usage-error.ts';
import { type LogEntry, logLine, parseLog, type ReadLog, readLog } from '../../src/store/disk/log-file-text.ts';
import type { LoggedChange } from '../../src/store/log/logged-change.ts';
import { checkProperty } from '../support/runs.ts';

const CHECKPOINT = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('__proto__', '\n', '\ud800', '\ufffd'),
);
const edit = fc.oneof(
  fc.tuple(text, text),
  fc.tuple(text, fc.record({ id: text, value: text })),
  fc.tuple(text, fc.record({ id: text }), text),
);
/** Changes, in the groups in which they were flushed. */
const groups = fc.array(fc.array(fc.array(edit, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});

interface Written {
  /** The header, then a line for each group. */
  readonly lines: readonly string[];
  /** The changes up to each line. */
  readonly upTo: readonly (readonly LoggedChange[])[];
}

/** The log of these groups, each flushed before the next one. */
function written(groups: readonly (readonly LoggedChange[])[]): Written {
  const lines = [logLine({ log: 1, checkpoint: CHECKPOINT })];
  const upTo: (readonly LoggedChange[])[] = [[]];
  for (const changes of groups) {
    const before = upTo.at(-1) ?? [];
    lines.push(logLine({ from: before.length + 1, flushed: before.length, changes }));
    upTo.push([...before, ...changes]);
  }
  return { lines, upTo };
}

/** Reads a log in two pieces. */
async function read(lines: Uint8Array | readonly string[], checkpoint = CHECKPOINT): Promise<ReadLog> {
  const bytes = 'buffer' in lines ? lines : Buffer.from(lines.join(''));
  const middle = bytes.length >> 1;
  async function* pieces() {
    yield bytes.subarray(0, middle);
    yield bytes.subarray(middle);
  }
  return readLog(await parseLog(pieces()), checkpoint, 'state.log');
}

/** The changes, or the message of the error. */
const outcome = (bytes: Uint8Array): Promise<readonly LoggedChange[] | string> =>
  read(bytes).then(
    ({ changes }) => changes,
    ({ message }: Error) => message,
  );

/** A log of three changes after the header, as its entries. */
const ENTRIES: readonly LogEntry[] = [
  { log: 1, checkpoint: CHECKPOINT },
  { from: 1, flushed: 0, changes: [[['cats', { id: '1' }]]] },
  { from: 2, flushed: 1, changes: [[['cats', { id: '2' }]]] },
  { from: 3, flushed: 2, changes: [[['cats', { id: '3' }]]] },
];
const LINES = ENTRIES.map(logLine);
const [HEADER = '', FIRST = '', SECOND = '', THIRD = ''] = LINES;
const CHANGES = ENTRIES.flatMap((entry) => ('changes' in entry ? entry.changes : []));

describe('a log', () => {
  test('is read as it was written', () => {
    return checkProperty(
      fc.asyncProperty(groups, async (changes) => {
        const { lines, upTo } = written(changes);
        const bytes = Buffer.from(lines.join(''));
        expect(await read(bytes)).toEqual({ changes: upTo.at(-1), length: bytes.length, newest: upTo.at(-1)?.length });
      }),
    );
  });

  test('that is truncated anywhere has all complete groups, and nothing else', () => {
    return checkProperty(
      fc.asyncProperty(groups, async (changes) => {
        const { lines, upTo } = written(changes);
        const bytes = Buffer.from(lines.join(''));
        const ends = lines.map((_, index) => Buffer.byteLength(lines.slice(0, index + 1).join('')));
        for (let length = 0; length <= bytes.length; length += 1) {
          const whole = ends.findLastIndex((end) => end <= length);
          const log = await read(bytes.subarray(0, length));
          expect(log.changes).toEqual(upTo[whole] ?? []);
          expect(log.length).toBeLessThanOrEqual(length);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('with one wrong byte is rejected with the position, unless the byte is in the last group, which may be missing', () => {
    return checkProperty(
      fc.asyncProperty(groups, fc.integer({ min: 1, max: 255 }), async (changes, flip) => {
        const { lines, upTo } = written(changes);
        const bytes = Buffer.from(lines.join(''));
        const lastGroup = Buffer.byteLength(lines.slice(0, -1).join(''));
        for (const [at, byte] of bytes.entries()) {
          bytes[at] = byte ^ flip;
          const is = await outcome(bytes);
          bytes[at] = byte;
          if (typeof is === 'string') expect(is).toMatch(/state\.log is damaged at byte \d+,/);
          else if (at >= lastGroup || upTo.length === 2) expect([upTo.at(-1), upTo.at(-2)]).toContainEqual(is);
          // Wrong bytes can still decode to the same text: several decode to U+FFFD.
          else expect(is).toEqual(upTo.at(-1));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('that was damaged is rejected with the position', async () => {
    const at = HEADER.length + FIRST.length;
    const bytes = Buffer.from(LINES.join(''));
    bytes[at + 30] = 0;
    await expect(read(bytes)).rejects.toThrow(
      `The log state.log is damaged at byte ${at + 1}, before changes that were stored.`,
    );
  });

  test.each([
    ['without its header', [FIRST, SECOND, THIRD], 0],
    ['without its first group', [HEADER, SECOND, THIRD], 1],
    ['without a group', [HEADER, FIRST, THIRD], 2],
    ['with its header twice', [HEADER, HEADER, FIRST], 1],
    ['with a group twice', [HEADER, FIRST, FIRST, SECOND], 2],
    ['with its last group twice', [HEADER, FIRST, FIRST], 2],
    ['with two swapped groups', [HEADER, SECOND, FIRST], 1],
    ['with a later header', [FIRST, HEADER, SECOND], 0],
  ])('%s is rejected', async (_, lines, line) => {
    const offset = lines.slice(0, line).join('').length;
    await expect(read(lines)).rejects.toThrow(new RegExp(`damaged at byte ${offset + 1},`));
  });

  test('is empty if its first group cannot be read and no later one was flushed', async () => {
    const half = FIRST.slice(0, 40);
    expect(await read([HEADER, half])).toEqual({ changes: [], length: HEADER.length + 1, newest: 0 });
    expect((await read([HEADER.slice(0, 20)])).changes).toEqual([]);
    expect((await read(['\0'.repeat(200)])).changes).toEqual([]);
    expect((await read(['\0'.repeat(HEADER.length), FIRST])).changes).toEqual([]);
  });

  test('is truncated before groups that were never flushed, as with relaxed durability', async () => {
    const unflushed = [1, 2, 3, 4].map((from) => logLine({ from, flushed: 1, changes: CHANGES.slice(0, 1) }));
    const [first = '', , third = '', fourth = ''] = unflushed;
    expect(await read([HEADER, first, '\0'.repeat(90), third, fourth])).toMatchObject({ newest: 1 });
    const later = logLine({ from: 3, flushed: 2, changes: CHANGES.slice(0, 1) });
    await expect(read([HEADER, first, '\0'.repeat(90), later])).rejects.toThrow(/damaged/);
  });

  test('of a newer format is rejected, with its number', async () => {
    const bytes = Buffer.from(logLine({ log: 2, checkpoint: CHECKPOINT } as never));
    await expect(read(bytes)).rejects.toThrow(/^The log state\.log has the format 2, .* \(it reads 1\)\./);
  });

  test('of another checkpoint is rejected', async () => {
    await expect(read(LINES, OTHER)).rejects.toThrow(UsageError);
    await expect(read(LINES, OTHER)).rejects.toThrow(/The state file of state\.log was changed since/);
  });
});

describe('a merge record in a log', () => {
  const note = logLine({ folded: OTHER, newest: 3, flushed: 3 });
  const fourth = logLine({ from: 4, flushed: 3, changes: CHANGES.slice(0, 1) });
  const fifth = logLine({ from: 5, flushed: 4, changes: CHANGES.slice(1, 2) });

  test('is damage at the start of a log, except beside its own checkpoint', async () => {
    for (const lines of [[note], [note, fourth]])
      await expect(read(lines)).rejects.toThrow('The log state.log is damaged at byte 1, before changes');
  });

  test('marks all changes before it as merged, beside the new checkpoint', async () => {
    expect(await read([...LINES, note], OTHER)).toMatchObject({ changes: [], newest: 3 });
    expect(await read([...LINES, note, fourth, fifth], OTHER)).toMatchObject({
      changes: CHANGES.slice(0, 2),
      newest: 5,
    });
  });

  test('is ignored beside the old checkpoint', async () => {
    expect(await read([...LINES, note, fourth])).toMatchObject({
      changes: [...CHANGES, ...CHANGES.slice(0, 1)],
      newest: 4,
    });
  });

  test('may follow a torn end, which is truncated', async () => {
    const torn = [...LINES, fourth.slice(0, 50), note];
    expect(await read(torn)).toMatchObject({ changes: CHANGES, length: LINES.join('').length + 1 });
    expect(await read(torn, OTHER)).toMatchObject({ changes: [] });
  });

  test('may be repeated: the last one of a checkpoint counts', async () => {
    const again = logLine({ folded: OTHER, newest: 4, flushed: 4 });
    expect(await read([...LINES, note, note, fourth, again, fifth], OTHER)).toMatchObject({
      changes: CHANGES.slice(1, 2),
    });
  });

  test('makes missing changes after it an error', async () => {
    await expect(read([...LINES, note, fifth], OTHER)).rejects.toThrow(/damaged/);
    await expect(read([...LINES, note, fourth.replace('cats', 'dogs'), fifth], OTHER)).rejects.toThrow(/damaged/);
  });

  test('allows truncation of later changes that were never flushed', async () => {
    const relaxed = [4, 5].map((from) => logLine({ from, flushed: 3, changes: CHANGES.slice(0, 1) }));
    const [, survivor = ''] = relaxed;
    expect(await read([...LINES, note, '\0'.repeat(80), survivor], OTHER)).toMatchObject({ changes: [], newest: 3 });
  });
});
