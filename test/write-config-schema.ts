// Writes spec/config.schema.json from the table of settings.

import { writeFileSync } from 'node:fs';
import { configSchema } from '../src/cli/config/config-schema.ts';

writeFileSync(
  new URL('../spec/config.schema.json', import.meta.url),
  `${JSON.stringify(configSchema(), undefined, 2)}\n`,
);
