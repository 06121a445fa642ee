// `npm run release` in a clone, and the assets of a release.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BREWED } from '../../release/formula.ts';
import { install } from '../support/installed.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A clone of a repository with the scripts of ours, and a key that signs. */
async function clone(owner: string) {
  const [origin, folder] = [await temporaryFolder(), join(await temporaryFolder(), 'clone')];
  const key = join(await temporaryFolder(), 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const run = (program: string, ...words: readonly string[]) =>
    execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  execFileSync('git', ['clone', '--quiet', origin, folder], { stdio: 'pipe' });
  const settings = {
    'user.name': 'CI',
    'user.email': 'ci@example.com',
    'gpg.format': 'ssh',
    'user.signingkey': `${key}.pub`,
  };
  for (const [name, value] of Object.entries(settings)) run('git', 'config', name, value);
  run('git', 'checkout', '--quiet', '-b', 'main');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { name, version, type, scripts, repository } = manifest;
  const url = repository.url.replace(/[\w-]+(?=\/understudy\.git$)/, owner);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type, scripts, repository: { url } }));
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 0.2.0 (not released yet)\n\n- More.\n');
  for (const path of ['release', '.npmrc']) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  run('git', 'add', '.');
  run('git', 'commit', '--quiet', '--message=Begin');
  return { folder, origin, run };
}

test('npm run release sets version and date, and pushes a signed tag', async () => {
  const { folder, origin, run } = await clone('somebody');
  run('npm', 'run', 'release', '--', 'minor');
  const today = new Date().toISOString().slice(0, 10);
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(`## 0.2.0 (${today})\n`);
  const pushed = execFileSync('git', ['cat-file', 'tag', 'v0.2.0'], { cwd: origin, encoding: 'utf8' });
  expect(pushed).toMatch(/\nRelease 0\.2\.0\n-----BEGIN SSH SIGNATURE-----\n/);
  const manifest = execFileSync('git', ['show', 'main:package.json'], { cwd: origin, encoding: 'utf8' });
  expect(JSON.parse(manifest).version).toBe('0.2.0');
  expect(run('git', 'status', '--short')).toBe('');
});

test('npm run release changes nothing without an owner, notes of the version, or the branch main', async () => {
  const { run, folder } = await clone('somebody');
  const release = (words: readonly string[]) => {
    try {
      return run('npm', 'run', 'release', '--', ...words);
    } catch (error) {
      return (error as { readonly stderr: string }).stderr;
    }
  };
  expect(release(['patch'])).toContain('CHANGELOG.md starts with "## 0.2.0 (not released yet)"; write "## 0.1.1 ');
  run('git', 'checkout', '--quiet', '-b', 'other');
  expect(release(['minor'])).toContain('releases are made on main, and this is other');
  run('git', 'checkout', '--quiet', 'main');
  expect([run('git', 'status', '--short'), run('git', 'tag')]).toEqual(['', '']);
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  writeFileSync(join(folder, 'package.json'), text.replace('somebody', 'OWNER'));
  run('git', 'commit', '--quiet', '--all', '--message=Forget');
  expect(release(['minor'])).toContain('package.json has no owner yet: see "Releases" in CONTRIBUTING.md');
});

test('the assets are an archive for each system, a bill of materials, a formula, and digests of all', async () => {
  const folder = await temporaryFolder();
  await install(folder);
  const [executables, assets] = [join(folder, 'executables'), join(folder, 'assets')];
  for (const name of [...BREWED, 'windows-x64']) {
    mkdirSync(join(executables, `understudy-${name}`), { recursive: true });
    writeFileSync(
      join(executables, `understudy-${name}`, name === 'windows-x64' ? 'understudy.exe' : 'understudy'),
      name,
    );
  }
  const dist = join(folder, 'node_modules/understudy-api/dist');
  execFileSync(join(ROOT, 'release/assets.sh'), [executables, assets], { env: { ...process.env, DIST: dist } });
  const archives = [...BREWED, 'windows-x64'].map((name) => `understudy-${name}.tar.gz`);
  const described = [...archives, 'understudy.cdx.json', 'understudy.rb'];
  expect(readdirSync(assets).sort()).toEqual(['SHA256SUMS', ...described].sort());
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: assets });
  const digests = readFileSync(join(assets, 'SHA256SUMS'), 'utf8');
  expect([...digests.matchAll(/^\w{64} {2}(.+)$/gm)].map(([, name]) => name).sort()).toEqual(described.sort());

  const formula = readFileSync(join(assets, 'understudy.rb'), 'utf8');
  for (const name of BREWED) {
    const [digest = ''] =
      digests
        .split('\n')
        .find((line) => line.endsWith(`-${name}.tar.gz`))
        ?.split(' ') ?? [];
    expect(formula).toContain(`understudy-${name}.tar.gz"\n      sha256 "${digest}"`);
  }
  const unpacked = await temporaryFolder();
  execFileSync('tar', ['-xzf', join(assets, 'understudy-linux-x64.tar.gz'), '-C', unpacked]);
  expect(readdirSync(unpacked).sort()).toEqual(['LICENSE-understudy.txt', 'understudy']);
  expect(statSync(join(unpacked, 'understudy')).mode & 0o777).toBe(0o755);

  const { metadata, components } = JSON.parse(readFileSync(join(assets, 'understudy.cdx.json'), 'utf8'));
  expect(metadata.component.name).toBe('understudy-api');
  const names = components.map(({ name }: { readonly name: string }) => name);
  // Installed, bundled, copied for a page, and the Node of executables and images.
  expect(names).toEqual(expect.arrayContaining(['ajv', 'express', 'pg', 'swagger-ui-dist', 'node']));
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(vitest|typescript|playwright-core)$/)]));
});
