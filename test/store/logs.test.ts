// The shared contract of all logs; logs that violate it fail.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Disk } from '../../src/store/disk/disk.ts';
import { machineDisk } from '../../src/store/disk/disk.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import type { SharedLog } from '../../src/store/log/store-log.ts';
import { LOG_PROMISES, logCases, type Place } from '../support/cases/log.cases.ts';
import { createSharedPlace } from '../support/shared-place.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ALONE = 'one process writes it, a second one is rejected';

logCases({
  name: 'memory',
  place: () => ({ log: memoryLog }),
  skips: {
    reopening: 'it ends with the process, that is what it is for',
    others: 'no other process has it',
    history: 'it ends with the process',
    failure: 'there is nothing that can fail',
  },
});

logCases({
  name: 'a JSON file',
  place: onDisk,
  skips: { others: ALONE, history: 'the undo history starts when the store is opened' },
});

logCases({
  name: 'a place that is shared within a process',
  place: () => shared(),
  skips: { failure: 'it cannot fail' },
});

async function onDisk(): Promise<Place> {
  const path = join(await temporaryFolder(), 'state.json');
  let failing = false;
  const disk: Disk = {
    ...machineDisk,
    async open(...given) {
      const file = await machineDisk.open(...given);
      return {
        ...file,
        async write(bytes, offset) {
          if (!failing) return file.write(bytes, offset);
          failing = false;
          await file.write(bytes.subarray(0, bytes.length / 2), offset);
          throw new Error('ENOSPC: no space left on device, write');
        },
      };
    },
  };
  return {
    log: () => openDurable(path, { check: () => [], disk }),
    failNext() {
      failing = true;
    },
  };
}

function shared(isQuiet = false): { log(): SharedLog } {
  const place = createSharedPlace();
  place.isQuiet = isQuiet;
  return { log: () => place.log('main/animals') };
}

/** Logs that each violate the contract in one way. */
const BROKEN: readonly [does: string, (log: SharedLog) => Partial<SharedLog>][] = [
  ['appends nothing', () => ({ append: async (steps, onTopOf) => ({ version: onTopOf + steps.length }) })],
  [
    'appends only the first step',
    (log) => ({
      append: async ([step, ...rest], onTopOf) => {
        await log.append(step ? [step] : [], onTopOf);
        return { version: onTopOf + 1 + rest.length };
      },
    }),
  ],
  [
    'replaces no existing records',
    (log) => ({
      replace: async (whole, onTopOf) => (onTopOf === -1 ? log.replace(whole, -1) : { version: onTopOf + 1 }),
    }),
  ],
  [
    'ignores the version',
    (log) => {
      return {
        append: async (steps, onTopOf) => {
          const outcome = await log.append(steps, onTopOf);
          return 'newer' in outcome ? log.append(steps, outcome.newer.version) : outcome;
        },
      };
    },
  ],
  ['notifies no subscriber', () => ({ subscribe: () => () => undefined })],
  ['notifies no subscriber before the end of a barrier', () => ({ newest: async () => undefined })],
  [
    'loses the positions',
    (log) => ({
      open: async () => {
        const { whole, ...stored } = await log.open();
        return { ...stored, whole: whole && { records: whole.records } };
      },
    }),
  ],
  ['loses the entries', (log) => ({ open: async () => ({ ...(await log.open()), entries: [] }) })],
  [
    'sorts the properties of records',
    (log) => ({
      open: async () => {
        const stored = await log.open();
        const sorted = (_: string, value: unknown) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).sort())
            : value;
        return { ...stored, whole: stored.whole && JSON.parse(JSON.stringify(stored.whole, sorted)) };
      },
    }),
  ],
];

test.each(BROKEN)('the contract is violated by a log that %s', async (_, breaking) => {
  const held = await Promise.all(
    LOG_PROMISES.filter(({ needs }) => needs !== 'failure').map(async ({ check }) => {
      const { log } = shared(true);
      const broken = async () => {
        const whole = await log();
        return { ...whole, ...breaking(whole) };
      };
      return check({ log: broken }).then(
        () => true,
        () => false,
      );
    }),
  );
  expect(held).toContain(false);
});
