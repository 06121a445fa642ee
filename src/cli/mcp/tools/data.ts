// Tools for records and states: read, seed, reset, snapshots, undo, compare.

import type { Document } from '../../../openapi/document.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import { controlTool } from '../control-tool.ts';
import { DATA_NOTE, type Tool } from '../tool.ts';

/** @param document - of the control API */
export function dataTools(document: Document): readonly Tool[] {
  return [
    controlTool(document, {
      name: 'list_collections',
      operation: 'listCollections',
      title: 'List collections',
      description:
        'Lists the collections of stored records with their sizes, and the fixtures that reset can return to.',
      effect: 'reads',
      takes: [],
    }),
    controlTool(document, {
      name: 'describe_collection',
      operation: 'describeCollection',
      title: 'Describe a collection',
      description: 'Lists the properties of the records of a collection, with types and required ones.',
      effect: 'reads',
    }),
    controlTool(document, {
      name: 'list_records',
      operation: 'listRecords',
      title: 'List records',
      description: `Lists stored records of a collection, a page at a time. ${DATA_NOTE}`,
      effect: 'reads',
      takes: ['collection', 'api', 'limit', 'after'],
      defaults: { limit: 20 },
    }),
    controlTool(document, {
      name: 'change_records',
      operation: 'changeRecords',
      title: 'Create, change or delete records',
      description:
        'Changes stored records, all or none: `add` a record, create `count` generated ones, `replace`, `patch` (with `id`) or `remove` one. All records stay valid; undo takes it back.',
      effect: 'changes',
    }),
    controlTool(document, {
      name: 'reset',
      operation: 'resetSandbox',
      title: 'Reset the sandbox',
      description:
        'Resets records to the fixtures, the clock and the random seed; removes faults and recorded requests.',
      effect: 'destroys',
      isIdempotent: true,
    }),
    controlTool(document, {
      name: 'snapshot',
      operation: 'createSnapshot',
      title: 'Take a snapshot',
      description: 'Stores the state of the sandbox under a name, for restore and compare_states.',
      effect: 'changes',
    }),
    controlTool(document, {
      name: 'restore',
      operation: 'restoreSnapshot',
      title: 'Restore a snapshot',
      description: 'Returns the sandbox to the state of a snapshot.',
      effect: 'destroys',
      isIdempotent: true,
    }),
    controlTool(document, {
      name: 'list_changes',
      operation: 'listChanges',
      title: 'List changes',
      description: 'Lists the changes of the stored records, with the operation that made each, oldest first.',
      effect: 'reads',
      defaults: { limit: 20 },
    }),
    controlTool(document, {
      name: 'undo',
      operation: 'undoChanges',
      title: 'Undo changes',
      description: 'Undoes the newest changes of the stored records, also a reset or a restore. Default: one change.',
      effect: 'destroys',
    }),
    controlTool(document, {
      name: 'compare_states',
      operation: 'showDifference',
      title: 'Compare two states',
      description: `Lists the records that differ between two states: \`fixtures\`, \`snapshot:NAME\`, or now (no \`to\`). ${DATA_NOTE}`,
      effect: 'reads',
      defaults: { limit: 20 },
      check({ from, to = 'fixtures' }) {
        // The control API compares with other sandboxes, too, which belong to other agents.
        for (const state of [from, to])
          if (state !== 'fixtures' && !state.startsWith('snapshot:'))
            throw new UsageError('A state is `fixtures` or `snapshot:NAME`; without `to`, it is the present one.');
      },
    }),
  ];
}
