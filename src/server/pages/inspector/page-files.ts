// Modules and libraries of a page; in a clone their types are stripped.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFolder } from '../../../schema/package-files.ts';

/** The JavaScript that a page loads. */
interface PageFiles {
  /** Texts by name, which is a path. Files refer to one another as they do in `src`. */
  readonly files: ReadonlyMap<string, string>;
  /** The names of the libraries, by the names under which modules import them. */
  readonly libraries: ReadonlyMap<string, string>;
  /** Another word for other files. */
  readonly version: string;
}

/** The folders of `src` whose modules run in a browser. */
const ROOMS = ['inspector', 'client', 'schema/json'];
/** Libraries by the names under which modules import them, and the file of each that browsers read, if Node reads another one. */
const LIBRARIES = { preact: undefined, 'preact/hooks': undefined, htm: 'htm.mjs' } as const;

const suffix = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

export function readPageFiles(): PageFiles {
  const files = new Map([...ROOMS.flatMap(readModules), ...Object.entries(LIBRARIES).map(readLibrary)]);
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\n${text}\n`);
  const libraries = new Map(Object.keys(LIBRARIES).map((name) => [name, libraryName(name)]));
  return { files, libraries, version: hash.digest('hex').slice(0, 12) };
}

/** The name of a module by its path without a suffix. */
export function moduleName(path: string): string {
  return path + suffix;
}

function libraryName(name: string): string {
  return `library/${name.replace('/', '-')}.js`;
}

function readModules(room: string): (readonly [name: string, text: string])[] {
  const folder = fileURLToPath(codeFolder(`${room}/`));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith(suffix) && !name.endsWith('.d.ts'),
  );
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [`${room}/${name.replaceAll('\\', '/')}`, suffix === '.ts' ? stripped(text) : text];
  });
}

function readLibrary([name, file]: readonly [string, string | undefined]): readonly [name: string, text: string] {
  const found = createRequire(import.meta.url).resolve(name);
  const path = file === undefined ? found : join(dirname(found), file);
  return [libraryName(name), readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')];
}

/** Node warns that this API may change, which users cannot do anything about. */
function stripped(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return module.stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
