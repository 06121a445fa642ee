// A folder from which `understudy serve` serves the pets API.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary.ts';

/** Makes a folder with a config file. `settings` is the text of an object, in which `pets` is the API. */
export async function petsFolder(settings = '{ apis: [pets] }'): Promise<string> {
  const folder = await temporaryFolder();
  const api = new URL('api.ts', import.meta.url).href;
  await writeFile(
    join(folder, 'understudy.config.mjs'),
    `import { pets } from ${JSON.stringify(api)};\nexport default ${settings};\n`,
  );
  return folder;
}
