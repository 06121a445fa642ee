// The folders with the fixtures of an API: named ones, or `fixtures` beside the document.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filePath, pathInPage } from '../../../schema/file-path.ts';
import type { AnyApi } from './api.ts';

/** The settings that select the folders. */
type FixtureOwner = Pick<AnyApi, 'document' | 'infer' | 'fixtures'>;

/** The named folders, else the optional one, if it exists. */
export function fixtureFolders(api: FixtureOwner): readonly string[] {
  const beside = optionalFixtureFolder(api);
  if (beside !== undefined) return existsSync(beside) ? [beside] : [];
  return [api.fixtures ?? []].flat().map(filePath);
}

/**
 * The folder `fixtures` beside the document, for an API with `infer` and without `fixtures`. It need not exist, and may
 * have another purpose.
 */
export function optionalFixtureFolder({ document, infer, fixtures }: FixtureOwner): string | undefined {
  const path = infer && fixtures === undefined ? documentPath(document) : undefined;
  return path === undefined ? undefined : join(dirname(path), 'fixtures');
}

/** The path of a document; undefined for one from a host. */
function documentPath(document: AnyApi['document']): string | undefined {
  const location = typeof document === 'string' || document instanceof URL ? document : document.location;
  const url = typeof location === 'string' && /^\w+:\/\//.test(location) ? new URL(location) : location;
  if (typeof url === 'string' || url.protocol === 'file:' || pathInPage(url) !== undefined) return filePath(url);
  return undefined;
}
