// The JSON Schema of the config, from the table of settings.

import type { Setting, ValueSchema } from '../../app/settings/setting.ts';
import { SETTINGS } from '../../app/settings/settings.ts';
import { shownDefault } from '../serve/setting.ts';

/** The schema of understudy.yaml and understudy.json, as spec/config.schema.json has it. */
export function configSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config of Understudy',
    description: 'understudy.yaml, understudy.yml or understudy.json',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The address of this schema, for editors.' },
      ...Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, describedSchema(setting)])),
    },
    additionalProperties: false,
  } as const;
}

/** The schema of a setting with its help and default. */
function describedSchema(setting: Setting): ValueSchema {
  const { schema, help, defaultNote } = setting;
  const shown = shownDefault(setting) ?? defaultNote;
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
  return { ...schema, description: shown === undefined ? sentence : `${sentence} Default: ${shown}.` };
}
