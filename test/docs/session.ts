// The environment of a guide: a folder, a shell, free ports, and `npx understudy`.

import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { understudy } from '../support/command.ts';
import { install } from '../support/installed.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { placeBrowser } from './playwright-browser.ts';
import { findPorts, type Ports } from './ports.ts';
import { openShell, type Printed, type Running } from './terminal.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A running guide. */
export interface Session {
  readonly page: string;
  readonly folder: string;
  readonly ports: Ports;
  /** The default address of a server. */
  readonly defaultPort: string;
  readonly env: NodeJS.ProcessEnv;
  readonly shell: (command: string) => Promise<Printed>;
  /** Whether the package is installed, for code that imports it: then all commands are processes. */
  readonly isInstalled: boolean;
  /** Whether the folder or variables of the shell have changed. */
  hasMoved: boolean;
  /** Servers that are listening. */
  readonly servers: Server[];
  /** Outputs that differ from the page. */
  readonly corrections: { readonly lines: readonly [number, number]; readonly text: string }[];
}

export interface Server {
  readonly running: Running;
  readonly port: number;
}

export async function openSession(page: string, markdown: string): Promise<Session> {
  const folder = await temporaryFolder();
  const tools = await temporaryFolder();
  const home = await temporaryFolder();
  const ports = await findPorts(markdown);
  const defaultPort = ports.real('8080');
  const isInstalled = /'understudy-api[/']|npx (vitest|playwright|tsc)\b/.test(markdown);
  if (isInstalled) await install(folder);
  else await linkSources(folder);
  await cp(join(ROOT, 'examples/petstore/petstore.yaml'), join(folder, 'petstore.yaml'));
  // In a terminal curl shows no progress.
  await writeFile(join(home, '.curlrc'), 'silent\nshow-error\n');
  const bin = join(isInstalled ? join(folder, 'node_modules/understudy-api') : ROOT, 'bin/understudy.js');
  await writeFile(join(tools, 'npx'), npx(bin, defaultPort), { mode: 0o755 });
  await writeFile(join(tools, 'npm'), NPM, { mode: 0o755 });
  await symlink(process.execPath, join(tools, 'node'));
  // Scripts of a package.json call them.
  for (const name of ['understudy', 'understudy-api']) {
    const command = join(folder, 'node_modules/.bin', name);
    await rm(command, { force: true });
    await writeFile(command, `#!/bin/sh\nexec "${tools}/npx" ${name} "$@"\n`, { mode: 0o755 });
  }
  const env = {
    PATH: `${tools}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    CHROMIUM: process.env.CHROMIUM,
    GIT_AUTHOR_NAME: 'Reader',
    GIT_AUTHOR_EMAIL: 'reader@example.com',
    GIT_COMMITTER_NAME: 'Reader',
    GIT_COMMITTER_EMAIL: 'reader@example.com',
    npm_config_offline: 'true',
    PLAYWRIGHT_BROWSERS_PATH: join(home, 'browsers'),
  };
  if (/npx playwright test/.test(markdown)) await placeBrowser(join(home, 'browsers'));
  const shell = openShell(folder, env);
  return {
    page,
    folder,
    ports,
    defaultPort,
    env,
    shell,
    isInstalled,
    hasMoved: false,
    servers: [],
    corrections: [],
  };
}

/** Links this repository where npm would install the package. */
async function linkSources(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await symlink(ROOT, join(folder, 'node_modules/understudy-api'));
}

/** A replacement for `npm`: packages to install must be in this repository, and are available. */
const NPM = `#!/bin/sh
case $1 in
install|i|ci)
  shift
  for name in "$@"; do
    case $name in
    -*|understudy-api) ;;
    *) [ -d "${ROOT}node_modules/$name" ] || { echo "npm cannot install $name in guides" >&2; exit 1; } ;;
    esac
  done
  ;;
*) PATH=$(printf %s "$PATH" | sed 's/^[^:]*://') exec npm "$@" ;;
esac
`;

/** A replacement for `npx` that runs the programs of this repository. Servers reload files as in a terminal. */
function npx(bin: string, defaultPort: string): string {
  const programs = {
    vitest: 'vitest/vitest.mjs',
    playwright: '@playwright/test/cli.js',
    tsc: 'typescript/bin/tsc',
    vite: 'vite/bin/vite.js',
    buf: '@bufbuild/buf/bin/buf',
  };
  return `#!/bin/sh
while case $1 in -*) true;; *) false;; esac; do shift; done
name=$1
shift
case $name in
understudy|understudy-api)
  # A command behind -- has variables of its own.
  case " $* " in
  *" -- "*) ;;
  *)
    export PORT="\${PORT:-${defaultPort}}" UNDERSTUDY_URL="\${UNDERSTUDY_URL:-http://127.0.0.1:${defaultPort}}"
    export UNDERSTUDY_WATCH="\${UNDERSTUDY_WATCH:-true}"
    ;;
  esac
  exec node "${bin}" "$@"
  ;;
${Object.entries(programs)
  .map(([name, path]) => `${name}) exec node "${ROOT}node_modules/${path}" "$@" ;;`)
  .join('\n')}
*)
  echo "npx $name is not available in guides" >&2
  exit 127
  ;;
esac
`;
}

/** Starts an Understudy command in this process. Undefined for other commands, and those that need a shell or the installed package. */
export function startInProcess(session: Session, command: string): Running | undefined {
  const [program = '', name = '', ...args] = plainWords(command) ?? [];
  if (session.isInstalled || session.hasMoved || program !== 'npx' || !/^understudy(-api)?$/.test(name))
    return undefined;
  const url = `http://127.0.0.1:${session.defaultPort}`;
  const env = { PORT: session.defaultPort, UNDERSTUDY_URL: url, UNDERSTUDY_WATCH: 'true' };
  const { ended, output, stop } = understudy(args, { cwd: session.folder, env: args.includes('--') ? {} : env });
  return { ended: ended.then(({ code }) => code), output, stop };
}

/** The program and arguments of a command that needs no shell. */
function plainWords(command: string): string[] | undefined {
  if (/[|<>&;$`\\*~()#\n]/.test(command.replaceAll(/'[^']*'/g, ''))) return undefined;
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single = '', double = '') => single + double),
  );
}
