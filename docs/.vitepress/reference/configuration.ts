// The page about the configuration, from the table of settings and the schema of the config file.

<<<<<<< HEAD
import { API } from '../../../src/cli/config-schema.ts';
import type { Setting } from '../../../src/cli/setting.ts';
import { variableOf } from '../../../src/cli/setting.ts';
=======
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Setting, variableOf } from '../../../src/cli/setting.ts';
>>>>>>> 3e3a2316 (docs: configuration by its schema)
import { SETTINGS } from '../../../src/cli/table/serve.ts';
import { DOCS } from '../pages.ts';
import { PROPERTY_HEADS, propertyRows, type Schema } from './schema.ts';
import { blocks, cell, code, GENERATED, table } from './write.ts';

const link = (name: string) => `#${name.toLowerCase()}`;

export function configurationPage(): string {
  const schema: Schema = JSON.parse(readFileSync(join(DOCS, '../spec/config.schema.json'), 'utf8'));
  const settings = Object.entries<Setting>(SETTINGS);
  const others = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(SETTINGS, name) && name !== 'apis' && name !== '$schema',
  );
  return blocks(
    '# Configuration',
    GENERATED,
<<<<<<< HEAD
    '`understudy serve` and other commands read one configuration from the working folder: `understudy.yaml`, `understudy.yml` or `understudy.json`; or code in `understudy.config.ts`, `.mjs` or `.js`. Two of them are an error. `understudy init` writes `understudy.yaml`, with `--handlers` it writes `understudy.config.ts`.',
    '```yaml\n# yaml-language-server: $schema=./node_modules/understudy-api/spec/config.schema.json\napis:\n  - document: openapi.yaml\n    handlers: handlers\nport: 3001\nrecords: 10\n```',
    'The comment lets editors complete and check the file by its JSON Schema, `understudy-api/spec/config.schema.json`; in JSON, write it as `"$schema"`. Paths are relative to the file. The same settings in code:',
=======
    '`understudy` reads a configuration from the working folder: `understudy.yaml`, `.yml` or `.json`, or `understudy.config.ts`, `.mjs` or `.js` where it contains code.',
    '```yaml\nport: 3001\nrecords: 10\ndelay: 100-300\napis:\n  - document: openapi.yaml\n    handlers: handlers\n```',
>>>>>>> 3e3a2316 (docs: configuration by its schema)
    "```ts\nimport { defineConfig } from 'understudy-api';\n\nexport default defineConfig({ port: 3001, records: 10, delay: '100-300' });\n```",
    'Editors complete `understudy.yaml` by its JSON Schema, [spec/config.schema.json](../../spec/config.schema.json), in the package `understudy-api/spec/config.schema.json`.',
    'Settings of the tables below are also flags and environment variables. A flag comes before a variable, a variable before the configuration.',
    ...[...Map.groupBy(settings, ([, { group }]) => group ?? 'Serving')].flatMap(([group, entries]) => [
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
<<<<<<< HEAD
    '## APIs',
    'An item of `apis` in YAML or JSON. In code, use `defineApi`, which also takes functions.',
    table(
      ['setting', 'description'],
      Object.entries(API.properties ?? {}).map(([name, { description = '' }]) => [code(name), cell(description)]),
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
=======
    '## Settings without a flag',
    table(PROPERTY_HEADS, propertyRows({ properties: Object.fromEntries(others) }, link)),
    '## APIs',
    'Each entry of `apis` is a document with its own settings:',
    table(PROPERTY_HEADS, propertyRows(schema.properties?.apis?.items ?? {}, link)),
>>>>>>> 3e3a2316 (docs: configuration by its schema)
  );
}
