// Reads a config file in YAML or JSON, validated by its JSON Schema.

import { dirname, resolve } from 'node:path';
import { apiNames } from '../../app/api-names.ts';
import type { Config } from '../../app/config.ts';
import type { ApiData } from '../../app/settings/api-schema.ts';
import type { Setting, ValueSchema } from '../../app/settings/setting.ts';
import { SETTINGS } from '../../app/settings/settings.ts';
import { findPositions } from '../../openapi/read/source-positions.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { parseData } from '../../schema/data-file.ts';
import { readRegularFile } from '../../schema/read-regular-file.ts';
import { START, UsageError } from '../../schema/usage-error.ts';
import type { AnyLoginApi } from '../../server/oidc/login/login-api.ts';
import { shownDefault } from '../serve/setting-as-flag.ts';
import { configProblems } from './config-problems.ts';

/** @throws UsageError with line and column of each violation of the schema */
export async function readConfigData(path: string): Promise<Config> {
  const text = (await readRegularFile(path)).toString();
  const value = (isEmpty(text) ? {} : parsed(path, text)) ?? {};
  const found = configProblems(configSchema(), value);
  if (found.length > 0) {
    const places = findPositions(
      text,
      found.map(({ pointer }) => pointer),
    );
    throw invalid(
      path,
      found.map(({ pointer, message }) => ({ ...(places.get(pointer) ?? START), message })),
    );
  }
  const {
    $schema: _,
    apis,
    ...settings
  } = value as Omit<Config, 'apis'> & {
    readonly $schema?: string;
    readonly apis?: readonly ApiData[];
  };
  const [first, ...others] = apis ? apisOf(apis, dirname(path)) : [];
  return { ...settings, ...(first && { apis: [first, ...others] }) };
}

/** Whether a text contains only comments. */
function isEmpty(text: string): boolean {
  return text.replace(/^\s*#.*$/gm, '').trim() === '';
}

function parsed(path: string, text: string): unknown {
  try {
    return parseData(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw invalid(path, [{ ...(error.position ?? START), message: error.message }]);
  }
}

interface Located {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

function invalid(path: string, problems: readonly Located[]): UsageError {
  const shown = shownPath(path);
  return new UsageError(
    `Invalid config ${shown}:`,
    problems.map(({ line, column, message }) => `${shown}:${line}:${column}  ${message}`),
  );
}

/** @param folder - the base of relative paths */
function apisOf(apis: readonly ApiData[], folder: string): AnyLoginApi[] {
  const at = (path: string) => (/^\w+:\/\//.test(path) ? path : resolve(folder, path));
  const all = (paths: string | readonly string[]) => [paths].flat().map(at);
  const names = apiNames(apis.map(({ document }) => at(document)));
  return apis.map(({ document, name, overlay, fixtures, handlers, infer = true, ...rest }, index) => {
    return {
      ...rest,
      name: name ?? names[index] ?? '',
      document: at(document),
      infer,
      ...(overlay !== undefined && { overlay: all(overlay) }),
      ...(fixtures !== undefined && { fixtures: all(fixtures) }),
      ...(handlers !== undefined && { handlerFolder: at(handlers) }),
    };
  });
}

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
