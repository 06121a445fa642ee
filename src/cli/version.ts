// The version of this package.

import { readFileSync } from 'node:fs';
import { packageFile } from '../schema/package-files.ts';

/** The version of this package. */
export function ownVersion(): string {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version;
}
