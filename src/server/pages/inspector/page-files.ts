// Modules and libraries of a page; in a clone their types are stripped.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFolder } from '../../../schema/package-files.ts';

/** A file that a browser is given. */
export interface PageFile {
  /** Below the path of all of them. Files refer to one another as they do in `src`. */
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The folders of `src` whose modules run in a browser. */
const ROOMS = ['inspector', 'client'];
/** Libraries by the names under which modules import them, and the file of each that browsers read, if Node reads another one. */
const LIBRARIES = { preact: undefined, 'preact/hooks': undefined, htm: 'htm.mjs' } as const;
const JAVASCRIPT = 'text/javascript; charset=utf-8';

const suffix = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** The modules of the page. */
export function pageModules(): readonly PageFile[] {
  return ROOMS.flatMap((room) => {
    const folder = fileURLToPath(codeFolder(`${room}/`));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith(suffix) && !name.endsWith('.d.ts'),
    );
    return names.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return {
        name: `${room}/${name.replaceAll('\\', '/')}`,
        type: JAVASCRIPT,
        text: suffix === '.ts' ? stripped(text) : text,
      };
    });
  });
}

/** The name of a module by its path without a suffix. */
export function moduleName(path: string): string {
  return path + suffix;
}

/** The libraries, by the names under which modules import them. */
export function pageLibraries(): ReadonlyMap<string, PageFile> {
  const require = createRequire(import.meta.url);
  return new Map(
    Object.entries(LIBRARIES).map(([name, file]) => {
      const found = require.resolve(name);
      const path = file === undefined ? found : join(dirname(found), file);
      const text = readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
      return [name, { name: `library/${name.replace('/', '-')}.js`, type: JAVASCRIPT, text }];
    }),
  );
}

/** Another word for other files. */
export function contentVersion(files: readonly PageFile[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\n${text}\n`);
  return hash.digest('hex').slice(0, 12);
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
