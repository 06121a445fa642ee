// The version of this package.

import { readFile } from 'node:fs/promises';
import { packageFile } from '../schema/package-files.ts';

/** The version of this package. */
export async function ownVersion(): Promise<string> {
  const about = await readFile(packageFile('package.json'), 'utf8');
  return JSON.parse(about).version;
}
