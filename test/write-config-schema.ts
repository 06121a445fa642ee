// Writes spec/config.schema.json from the table of settings.

import { writeFileSync } from 'node:fs';
import { configSchema } from '../src/cli/config/config-data.ts';

/** The content of the file. */
export const CONFIG_SCHEMA_TEXT = `${JSON.stringify(configSchema(), undefined, 2)}\n`;

if (import.meta.main) writeFileSync(new URL('../spec/config.schema.json', import.meta.url), CONFIG_SCHEMA_TEXT);
