// The middleware in apps of other frameworks, installed from the npm registry beside the package.

import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { install } from '../../support/installed.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FRAMEWORKS = {
  express4: 'npm:express@4.22.3',
  express5: 'npm:express@5.3.0',
  connect: '3.7.0',
  fastify: '5.12.8',
  '@fastify/middie': '9.3.6',
  '@nestjs/core': '12.5.1',
  '@nestjs/common': '12.5.1',
  '@nestjs/platform-express': '12.5.1',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
  webpack: '5.113.0',
  'webpack-dev-server': '6.1.0',
};

const APPS = fileURLToPath(new URL('frameworks/apps.mjs', import.meta.url));
const PETSTORE = fileURLToPath(new URL('../../../examples/petstore/petstore.yaml', import.meta.url));
const run = promisify(execFile);
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

test(
  'apps of all frameworks respond to the paths of the document, and to their own',
  async () => {
    const [packaged, cwd] = await Promise.all([temporaryFolder(), temporaryFolder()]);
    await install(packaged);
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ type: 'module', dependencies: FRAMEWORKS }));
    await writeFile(join(cwd, 'entry.mjs'), 'export {};\n');
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd });
    await mkdir(join(cwd, 'node_modules'), { recursive: true });
    await symlink(join(packaged, 'node_modules/understudy-api'), join(cwd, 'node_modules/understudy-api'));
    await cp(APPS, join(cwd, 'apps.mjs'));
    await cp(PETSTORE, join(cwd, 'petstore.yaml'));
    const { stdout } = await run(process.execPath, ['apps.mjs'], { cwd });
    const right = { created: [201, 4], found: 'Rex', own: 'own', missing: 404, inspector: 200 };
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      ['Express 4', 'Express 5', 'Connect', 'Fastify', 'NestJS', 'webpack-dev-server'].map((name) => ({
        name,
        ...right,
      })),
    );
  },
  TIMEOUT,
);
