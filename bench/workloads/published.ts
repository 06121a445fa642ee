// Understudy as its users have it: packed, and installed without development dependencies.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import { inRepository } from '../repository.ts';

/** Builds, packs and installs the package below a folder. Returns a command with settings. */
export function publish(folder: string): (...settings: readonly string[]) => Contender['command'] {
  const place = join(folder, 'installed');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{}');
  const packed = npm(inRepository('.'), 'pack', '--silent', '--pack-destination', place).trim().split('\n').at(-1);
  npm(place, 'install', '--no-audit', '--no-fund', `./${packed}`);
  const command = join(place, 'node_modules/understudy-api/bin/understudy.js');
  return (...settings) =>
    (port) => [process.execPath, command, 'demo', '--port', `${port}`, ...settings];
}

function npm(cwd: string, ...words: readonly string[]): string {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
