// Steps of a release: `node release/release.ts STEP`. See "Releases" in CONTRIBUTING.md.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notesOf, setDate } from './changelog.ts';
import { BREWED, formulaOf, type Release } from './formula.ts';
import { installedPackages } from './packages.ts';
import { shippedBom } from './sbom.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { version, devDependencies } = manifest;

/** Each step, with the arguments that follow its name. */
const STEPS: Readonly<Record<string, (...args: readonly string[]) => void>> = {
  /** Before `npm version` changes anything. npm itself rejects a clone with changes. */
  check() {
    if (/\bOWNER\b/.test(manifest.repository.url))
      throw new Error('package.json has no owner yet: see "Releases" in CONTRIBUTING.md');
    const branch = execFileSync('git', ['branch', '--show-current'], { cwd: ROOT, encoding: 'utf8' }).trim();
    if (branch !== 'main') throw new Error(`releases are made on main, and this is ${branch}`);
    setDate(read('CHANGELOG.md'), process.env.npm_new_version ?? version, '');
  },
  /** Writes today's date into the changelog, after `npm version` has changed the version. */
  date() {
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(join(ROOT, 'CHANGELOG.md'), setDate(read('CHANGELOG.md'), version, today));
  },
  /** Prints the notes of the release. */
  notes() {
    process.stdout.write(notesOf(read('CHANGELOG.md'), version));
  },
  /** Prints the bill of materials. @param dist - the built package */
  sbom(dist = join(ROOT, 'dist')) {
    const sbom = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--workspaces=false'];
    const all = JSON.parse(execFileSync('npm', sbom, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }));
    const lock = JSON.parse(read('package-lock.json'));
    const installed = installedPackages().map(
      (path) => `${path.replace(/^.*node_modules\//, '')}@${lock.packages[path].version}`,
    );
    const bundled = readFileSync(join(dist, 'bundled-libraries.txt'), 'utf8').matchAll(/^(@?[^@\s]+@\d\S*) \(.+\)$/gm);
    const pages = JSON.parse(readFileSync(join(dist, 'swagger-ui/package.json'), 'utf8'));
    const shipped = new Set([
      ...installed,
      ...[...bundled].map(([, name = '']) => name),
      `${pages.name}@${pages.version}`,
      `node@${devDependencies.node}`,
    ]);
    console.log(JSON.stringify(shippedBom(all, manifest.name, shipped), undefined, 2));
  },
  /** Prints the Homebrew formula. @param folder - has the archives of the executables */
  formula(folder = '.') {
    const digestOf = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, `understudy-${name}.tar.gz`)))
        .digest('hex');
    const { description, homepage, license, repository } = manifest;
    const release = {
      version,
      description,
      homepage,
      license,
      repository: repository.url.replace(/^git\+|\.git$/g, ''),
    };
    const digests = Object.fromEntries(BREWED.map((one) => [one, digestOf(one)])) as Release['digests'];
    process.stdout.write(formulaOf({ ...release, digests }));
  },
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const step = STEPS[name];
  if (!step) throw new Error(`"${name}" is no step; there are ${Object.keys(STEPS).join(', ')}`);
  step(...args);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
