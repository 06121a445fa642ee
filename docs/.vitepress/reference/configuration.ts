// The page about the configuration, from the table of settings.

import { API_SETTINGS_SCHEMA } from '../../../src/cli/config/config-schema.ts';
import type { Setting } from '../../../src/cli/serve/setting.ts';
import { variableOf } from '../../../src/cli/serve/setting.ts';
import { SETTINGS } from '../../../src/cli/table/serve.ts';
import { blocks, cell, code, GENERATED, table } from './write.ts';

export function configurationPage(): string {
  const settings = Object.entries<Setting>(SETTINGS);
  const groups = Map.groupBy(settings, ([, { group }]) => group ?? 'Serving');
  return blocks(
    '# Configuration',
    GENERATED,
    '`understudy serve` and other commands read one configuration from the working folder: `understudy.yaml`, `understudy.yml` or `understudy.json`; or code in `understudy.config.mjs`, `.js`, `.ts` or `.mts`. Two of them are an error. `understudy init` writes `understudy.yaml`, with `--handlers` it writes `understudy.config.ts`.',
    '```yaml\n# yaml-language-server: $schema=./node_modules/understudy-api/spec/config.schema.json\napis:\n  - document: openapi.yaml\n    handlers: handlers\nport: 3001\nrecords: 10\n```',
    'The comment lets editors complete and check the file by its JSON Schema, `understudy-api/spec/config.schema.json`; in JSON, write it as `"$schema"`. Paths are relative to the file. The same settings in code:',
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
    '## APIs',
    'An item of `apis` in YAML or JSON. In code, use `defineApi`, which also takes functions.',
    table(
      ['setting', 'description'],
      Object.entries(API_SETTINGS_SCHEMA.properties ?? {}).map(([name, { description = '' }]) => [
        code(name),
        cell(description),
      ]),
    ),
    '## Without a flag',
    table(
      ['setting', 'description'],
      [
        ['`apis`', 'the APIs to serve. Default: the document in the folder'],
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
