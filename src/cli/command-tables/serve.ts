// `understudy serve`, with the table of settings as its flags.

import { defineCommand, type Flag } from '../command.ts';
import { FLAG_SETTINGS, flagOf, shownDefault, variableOf } from '../serve/setting-as-flag.ts';

const flags: Readonly<Record<string, Flag>> = Object.fromEntries(
  FLAG_SETTINGS.map(([name, setting]) => {
    const { short, takes, schema, defaultNote, help, group, isCommon, isSecret } = setting;
    const variable = variableOf(name);
    const shown = { short, takes, choices: schema.enum, default: shownDefault(setting), defaultNote };
    return [flagOf(name), { ...shown, help, group, isCommon, variable, isSecret }];
  }),
);

export const SERVE = defineCommand({
  name: 'serve',
  synonym: 'mock',
  group: 'Serve and set up a project',
  isCommon: true,
  arguments: '[FILE…]',
  summary: 'serve OpenAPI documents, or the APIs of the config',
  about: [
    'Serves OpenAPI documents. FILE is a path, a URL, or - for standard input. understudy FILE, understudy serve FILE and understudy mock FILE are the same.',
    'Without FILE it serves the APIs of the config in this folder (understudy.yaml, .yml or .json, or understudy.config.mjs, .js, .ts or .mts). Without a config, the OpenAPI document in this folder, or in openapi, spec or api. Without either, it ends with exit code 2.',
  ],
  flags,
  notes: [
    'Every setting can also be an environment variable (--body-limit as UNDERSTUDY_BODY_LIMIT) or a setting in the config (bodyLimit), which is read from the current folder. Flags come first, then variables, then the config.',
  ],
});

export const DEMO = defineCommand({
  ...SERVE,
  name: 'demo',
  synonym: undefined,
  isCommon: false,
  arguments: '',
  summary: 'serve the identity management API, the example that comes with Understudy',
  about: ['Serves the identity management API with the records of two small companies, over JSON, gRPC and gRPC-Web.'],
});
