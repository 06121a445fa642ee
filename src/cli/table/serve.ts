// `understudy serve` and its settings.

import type { Config } from '../../app/config.ts';
import { defineCommand, type Flag } from '../command.ts';
import { type Setting, variableOf } from '../serve/setting.ts';
import { API_SETTINGS } from './serve-api.ts';
import { SERVER_SETTINGS } from './serve-server.ts';

/** Every setting that has a flag, by its name in the config. */
export const SETTINGS = { ...API_SETTINGS, ...SERVER_SETTINGS } satisfies Partial<Record<keyof Config, Setting>>;

const flags = Object.fromEntries(
  Object.values<Setting>(SETTINGS).map(({ flag, read: _, maximum: __, ...rest }): [string, Flag] => [
    flag,
    { ...rest, variable: variableOf(flag) },
  ]),
);

export const SERVE = defineCommand({
  name: 'serve',
  synonym: 'mock',
  group: 'Serve and set up a project',
  isCommon: true,
  arguments: '[FILE…]',
  summary: 'serve OpenAPI documents, or the APIs of the config',
  about: [
    'Serves OpenAPI documents. FILE is a path, a URL, or - for standard input.',
    'Without FILE it serves the APIs of the config in this folder (understudy.yaml, .yml or .json, or understudy.config.mjs, .js, .ts or .mts). Without a config, the OpenAPI document in this folder, or in openapi, spec or api. Without either, the identity API.',
  ],
  flags,
  notes: [
    'Every setting can also be an environment variable (--body-limit as UNDERSTUDY_BODY_LIMIT) or a setting in the config (bodyLimit), which is read from the current folder. Flags come first, then variables, then the config.',
  ],
});
