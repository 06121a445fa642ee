// Settings: stored state, generated data, faults.

import type { MAIN } from '../../server/pipeline/sandbox/sandbox.ts';
import { STATE_LIMIT } from '../../store/state-limit.ts';
import { choice, integer, type SettingTable, text, toggle } from './setting.ts';

export const DATA_SETTINGS = {
  /** The folder of the state files. Default: state is in memory only; of `understudy serve`, the folder `data`. */
  data: text({
    takes: 'DIR',
    group: 'Data',
    help: 'folder for saved state',
    commandDefault: 'data',
  }),
  /**
   * What stored changes survive: a power failure (`group`: concurrent changes share a flush), the end of the process
   * (`relaxed`), or nothing (`memory`: `data` is ignored). Default `group`.
   */
  durability: choice(['group', 'relaxed', 'memory'], {
    takes: 'MODE',
    group: 'Data',
    help: 'what a saved change survives: group (power loss), relaxed (a crash of the process) or memory (neither)',
    default: 'group',
  }),
  /** The number of generated items per resource, below each parent. Default 3. */
  records: integer(10_000, {
    takes: 'NUMBER',
    group: 'Data',
    help: 'items per collection that are generated where there are no fixtures',
    default: 3,
  }),
  /** Short for `records: 0`. Default false. */
  empty: toggle({
    isCommandOnly: true,
    group: 'Data',
    help: 'start without items; same as --records 0',
    default: false,
  }),
  /**
   * A workflow of an Arazzo document that makes the initial data, as `FILE#workflowId`. It runs in memory before the
   * server listens. Default: the fixtures are the initial data.
   */
  seedWorkflow: text({
    isCommandOnly: true,
    takes: 'FILE#ID',
    group: 'Data',
    help: 'run this workflow of an Arazzo document at start; its result is the initial data, also after a reset',
  }),
  /** The random seed of generated data and, with a fixed clock, of ids. Default `main`. */
  seed: text({
    hasNoFlag: true,
    group: 'Data',
    help: 'seed of generated data',
    // Only the type is imported: commands should not load the code of sandboxes.
    default: 'main' satisfies typeof MAIN,
  }),
  /** The language of generated names and words, as a locale of faker such as `de` or `pt_BR`. Default `en`. */
  locale: text({
    takes: 'LOCALE',
    group: 'Data',
    help: 'language of generated names and words, such as de, fr or pt_BR',
    default: 'en',
  }),
  /** The maximum number of sandboxes besides `main`. Default 100. */
  sandboxes: integer(100_000, {
    takes: 'NUMBER',
    group: 'Data',
    help: 'maximum number of sandboxes beside main',
    default: 100,
  }),
  /** Minutes without a request after which a sandbox expires. Default 60. */
  sandboxIdle: integer(10_000_000, {
    takes: 'MINUTES',
    group: 'Data',
    help: 'remove a sandbox after this time without a request',
    default: 60,
  }),
  /**
   * The maximum state of one API in one sandbox, in bytes of JSON. A change that exceeds it is rejected. Default
   * 1073741824 (1 GiB).
   */
  stateLimit: integer(2 ** 40, {
    takes: 'BYTES',
    group: 'Data',
    help: 'largest state of one API in one sandbox, as JSON',
    default: STATE_LIMIT,
  }),
  /**
   * Faults active from startup in all sandboxes, such as `updateApp: status=503, rate=0.1`, separated by `;`. Default:
   * none.
   */
  fault: text({
    takes: 'PLANS',
    group: 'Faults',
    help: "faults active from startup, such as 'updateApp: status=503, rate=0.1; /pets/*: reset'",
    default: '',
  }),
  /** A delay of every response, in milliseconds: `250`, or between two bounds: `100-500`. Default: none. */
  delay: text({
    takes: 'TIME',
    group: 'Faults',
    help: 'milliseconds to delay each response, such as 250 or 100-500',
    default: '',
  }),
} as const satisfies SettingTable;
