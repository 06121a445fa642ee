// The page about the configuration, from the table of settings.

import { API_SCHEMA } from '../../../src/app/settings/api-schema.ts';
import type { Setting } from '../../../src/app/settings/setting.ts';
import { SETTINGS } from '../../../src/app/settings/settings.ts';
import { FLAG_SETTINGS, flagOf, shownDefault, variableOf } from '../../../src/cli/serve/setting-as-flag.ts';
import { blocks, cell, code, GENERATED, table } from './write.ts';

export function configurationPage(): string {
  const groups = Map.groupBy(FLAG_SETTINGS, ([, { group }]) => group ?? 'Serving');
  const others = Object.entries<Setting>(SETTINGS).filter(([, { hasNoFlag }]) => hasNoFlag);
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
        entries.map(([name, setting]) => [
          code(name),
          code(`--${flagOf(name)}${setting.takes ? ` ${setting.takes}` : ''}`),
          code(variableOf(name)),
          cell(setting.help),
          defaultOf(setting),
        ]),
      ),
    ]),
    '## APIs',
    'An item of `apis` in YAML or JSON. In code, use `defineApi`, which also takes functions.',
    table(
      ['setting', 'description'],
      Object.entries(API_SCHEMA.properties ?? {}).map(([name, { description = '' }]) => [
        code(name),
        cell(description),
      ]),
    ),
    '## Without a flag',
    table(
      ['setting', 'description', 'default'],
      others.map(([name, setting]) => [code(name), cell(setting.help), defaultOf(setting)]),
    ),
  );
}

function defaultOf(setting: Setting): string {
  const value = shownDefault(setting);
  return value === undefined ? cell(setting.defaultNote ?? '') : code(value);
}
