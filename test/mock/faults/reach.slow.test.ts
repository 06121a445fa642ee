// Every fault kind reaches every client: from a plan, a request header, or the start option.

import { describe, expect, test } from 'vitest';
import { FAULT_KINDS, reportedOf } from '../../support/fault-kinds.ts';
import { seen } from '../../support/seen.ts';
import { CLIENTS } from '../../support/sights.ts';

const cases = Object.entries(CLIENTS).flatMap(([title, clients]) => clients.map((client) => ({ title, client })));
const written = FAULT_KINDS.filter((kind) => kind.written !== undefined);

describe.each(cases)('$title', ({ title, client }) => {
  test.each(FAULT_KINDS)('$title in a plan', async (kind) => {
    const { steps, requestLog } = kind;
    const { sight, exchanges, faults } = await seen(client, kind);
    expect(sight).toBe(await reportedOf(kind.title, title));
    const warnings = ['injected fault fault-1'];
    expect(exchanges).toMatchObject(steps.map(() => ({ ...requestLog, warnings })));
    expect(faults).toMatchObject([{ matched: steps.length, met: steps.length, over: steps.length > 1 }]);
  });

  test.each(written)('$written in the request header', async (kind) => {
    const { sight, exchanges, faults } = await seen(client, kind, { 'x-understudy-fault': kind.written });
    expect(sight).toBe(await reportedOf(kind.title, title));
    expect(exchanges).toMatchObject([
      { ...kind.requestLog, warnings: ['injected fault of header x-understudy-fault'] },
    ]);
    expect(faults).toEqual([]);
  });

  test.each(written)('$written as a start option', async (kind) => {
    const { written: fault = '', requestLog } = kind;
    const { sight, exchanges, faults } = await seen(client, kind, {}, { fault });
    expect(sight).toBe(await reportedOf(kind.title, title));
    expect(exchanges).toMatchObject([{ ...requestLog, warnings: ['injected fault fault-1'] }]);
    expect(faults).toMatchObject([{ matched: 1, met: 1, over: false }]);
  });
});
