// `understudy fault` and `understudy clock`.

import type { Clock, Fault, FaultPlan } from '../../client/client.ts';
import type { SandboxClock } from '../../client/clock.ts';
import { readPlan } from '../../mock/faults/plan-text.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { findHidingFault } from '../../server/control/hiding-fault.ts';
import { columns } from '../columns.ts';
import { usageError } from '../command-line.ts';
import { CLOCK, FAULT } from '../command-tables/control-behaviour.ts';
import { countedNoun } from '../counted-noun.ts';
import { controlCommand } from './control-command.ts';

export const fault = controlCommand(FAULT, async (sandbox, { positionals, values: { remove } }) => {
  // A plan may be given without quotes.
  const text = positionals.length > 0 ? positionals.join(' ') : undefined;
  const instead = text === undefined ? undefined : FLAGS.get(positionals[0] ?? '');
  if (instead !== undefined)
    throw usageError(FAULT, `${JSON.stringify(text)} is not a fault; use: understudy fault${instead}`);
  if (text !== undefined && remove !== undefined)
    throw usageError(FAULT, 'PLAN and --remove cannot be combined: add a fault, or remove one.');
  if (remove === 'all') {
    await sandbox.removeFaults();
    return { value: {}, lines: ['All faults removed.'] };
  }
  if (remove !== undefined) {
    await sandbox.control('removeFault', { id: remove });
    return { value: {}, lines: [`Fault ${remove} removed.`] };
  }
  if (text !== undefined) {
    const value = await sandbox.control('addFault', readPlan(text) as FaultPlan);
    const hiding = findHidingFault(value, (await sandbox.control('listFaults')).faults);
    const note = hiding ? `, hidden by ${hiding.id} until that one is finished or removed` : '';
    return { value, lines: [`Fault ${value.id} added${note}. Remove it with: understudy fault --remove ${value.id}`] };
  }
  const value = await sandbox.control('listFaults');
  return { value, lines: value.faults.length > 0 ? columns(value.faults.map(rowOf)) : ['No faults.'] };
});

/** How to write what other tools have commands for. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['list', ' (without arguments)'],
  ['ls', ' (without arguments)'],
  ['remove', ' --remove ID, or --remove all'],
  ['delete', ' --remove ID, or --remove all'],
  ['clear', ' --remove all'],
]);

function rowOf({ id, paused, over, matched, met, plan }: Fault): readonly string[] {
  const state = over ? 'finished' : paused ? 'paused' : 'active';
  return [id, state, `applied to ${met} of ${countedNoun(matched, 'request')}`, stringifyJson(plan)];
}

export const clock = controlCommand(CLOCK, async (sandbox, { positionals: [action, ...rest] }) => {
  const value = await changeClock(sandbox.clock, action, rest.join(' '));
  return { value, lines: [sentenceOf(value)] };
});

function sentenceOf({ now, frozen, speed, machine }: Clock): string {
  if (frozen) return `Clock frozen at ${now}.`;
  if (machine) return `Clock at ${now} (system time).`;
  return `Clock at ${now}${speed === 1 ? '' : `, running at ${speed} times normal speed`}.`;
}

const EXAMPLES = { set: '2027-01-01T00:00:00Z', advance: '2h 30m', speed: '10' } as const;

/** Runs an action of `clock`. @throws UsageError if its value is missing */
function changeClock(time: SandboxClock, action: string | undefined, value: string): Promise<Clock> {
  const required = (name: keyof typeof EXAMPLES) => {
    if (value !== '') return value;
    throw usageError(CLOCK, `clock ${name} needs a value, such as: understudy clock ${name} ${EXAMPLES[name]}`);
  };
  switch (action) {
    case undefined:
      return time.show();
    case 'set':
      return time.set(parseInstant(required(action)));
    case 'advance':
      return time.advance(parseDuration(required(action)));
    case 'freeze':
      return time.freeze(value === '' ? undefined : parseInstant(value));
    case 'speed':
      return time.speed(parseSpeed(required(action)));
    case 'resume':
      return time.resume();
    default:
      return time.reset();
  }
}

function parseInstant(text: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`${JSON.stringify(text)} is not a time; use one such as ${EXAMPLES.set}.`);
}

function parseDuration(text: string): string {
  if (/^(\d+(\.\d+)?(ms|[smhdw]) ?)+$/.test(text)) return text;
  if (text.startsWith('-'))
    throw new UsageError(`clock advance cannot go back by ${JSON.stringify(text)}; use clock set TIME.`);
  throw new UsageError(
    `${stringifyJson(text)} is not a duration; use one such as 500ms, 30s, ${EXAMPLES.advance} or 1d.`,
  );
}

function parseSpeed(text: string): number {
  const speed = Number(text);
  if (Number.isFinite(speed)) return speed;
  throw new UsageError(`clock speed needs a number, such as 10 or 0.5, not ${stringifyJson(text)}.`);
}
