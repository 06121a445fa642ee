// Mutants of the comparison of documents, lint and the command line.

import { sampleOf } from './mutant.ts';

export const CHANGES = sampleOf('changes', [
  [
    'same-sunset',
    'A sunset that did not change is a change.',
    'changes/lifecycle.ts',
    'is < (dayOf(before)',
    'is <= (dayOf(before)',
    'test/changes/operations.test.ts',
  ],
  [
    'renamed-parameter',
    'A path whose parameter was renamed is another path.',
    'changes/match.ts',
    "path.replace(/\\{[^{}]*\\}/g, '{}')",
    'path',
    'test/changes/operations.test.ts',
  ],
  [
    'max-raised',
    'A higher maxLength counts as narrower.',
    'changes/schema/bounds.ts',
    "(keyword.startsWith('min') ? after.value > before.value : after.value < before.value)",
    'after.value > before.value',
    'test/changes/schemas.test.ts',
  ],
  [
    'enum-replaced',
    'An enum that lost one value and has a further one counts as replaced.',
    'changes/schema/values.ts',
    'gone.length === old.values.value.size && gone.length > 0',
    'gone.length > 0',
    'test/changes/schemas.test.ts',
  ],
  [
    'optional-tag',
    'An optional property tells alternatives apart.',
    'changes/schema/overlap.ts',
    'if (!meaning.required.has(name)) continue;',
    '',
  ],
  [
    'redirect-fails',
    'A redirect counts as an error.',
    'changes/operation/answers.ts',
    'return !/^[123]/.test(key);',
    'return !/^[12]/.test(key);',
    'test/changes/operations.test.ts',
  ],
  [
    'example-told-twice',
    'A wrong example in a shared schema is reported for each operation.',
    'lint/rules/example-contradicts-schema.ts',
    'if (told.size === told.add(cause).size) continue;',
    '',
  ],
  [
    'read-only-name',
    'A readOnly property shares its name with a parameter.',
    'lint/rules/shared-name.ts',
    'if (readOnly.has(key) || told.has(key)) continue;',
    'if (told.has(key)) continue;',
    'test/lint/own-rules.slow.test.ts',
  ],
  [
    'fail-under',
    '--fail-under fails at exactly the percentage.',
    'cli/fail-under.ts',
    'totals[respect].percent < percent',
    'totals[respect].percent <= percent',
    'test/cli/steer.test.ts',
  ],
  [
    'probe-logged',
    'Each health check is logged.',
    'cli/log.ts',
    'return answered.status !== before;',
    'return true;',
    'test/cli/log.process.test.ts',
  ],
]);
