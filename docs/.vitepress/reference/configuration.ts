// The page about the configuration, from the table of settings.

import type { Setting } from '../../../src/cli/setting.ts';
import { variableOf } from '../../../src/cli/setting.ts';
import { SETTINGS } from '../../../src/cli/table/serve.ts';
import { blocks, cell, code, GENERATED, table } from './write.ts';

export function configurationPage(): string {
  const settings = Object.entries<Setting>(SETTINGS);
  const groups = Map.groupBy(settings, ([, { group }]) => group ?? 'Serving');
  return blocks(
    '# Configuration',
    GENERATED,
    '`understudy serve` reads a configuration from the working folder: `understudy.config.ts`, `.mjs` or `.js`. `understudy init` writes one.',
    "```ts\nimport { defineConfig } from 'understudy-api';\n\nexport default defineConfig({ port: 3001, records: 10, delay: '100-300' });\n```",
    'Each setting is also a flag and an environment variable. A flag comes before a variable, a variable before the configuration.',
    ...[...groups].flatMap(([group, entries]) => [
      `## ${group}`,
      table(
        ['setting', 'flag', 'variable', 'description', 'default'],
        entries.map(([name, { flag, takes, help, default: value, defaultNote }]) => [
          code(name),
          code(`--${flag}${takes ? ` ${takes}` : ''}`),
          code(variableOf(flag)),
          cell(help),
          value === undefined ? cell(defaultNote ?? '') : code(value),
        ]),
      ),
    ]),
    '## Without a flag',
    table(
      ['setting', 'description'],
      [
        ['`apis`', 'the APIs to serve, made with `defineApi`. Default: the document in the folder'],
        ['`credentials`', 'the accepted credentials. Default: all'],
        ['`seed`', 'seed of generated data'],
        [
          '`skipOperations`',
          'operations that `verify` and `parity` never send: operationIds, or `METHOD /path` with `*`',
        ],
      ],
    ),
  );
}
