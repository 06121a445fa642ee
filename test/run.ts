// `npm test`: types, code and tests in parallel. Test output is printed immediately, other output at the end.
// A test checks that the shipped documents have no findings.

import { spawn } from 'node:child_process';

const SCRIPTS = ['typecheck', 'lint'];

/** Runs a script of package.json. @returns its name if it failed */
function run(script: string, args: readonly string[] = [], stdio: 'inherit' | 'pipe' = 'pipe'): Promise<string[]> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], { stdio: ['ignore', stdio, stdio] });
  const message: Buffer[] = [];
  child.stdout?.on('data', (bytes: Buffer) => void message.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => void message.push(bytes));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(`${Buffer.concat(message)}`);
      resolve(code === 0 ? [] : [script]);
    });
  });
}

const tests = run('test:daily', process.argv.slice(2), 'inherit');
const failed = (await Promise.all([...SCRIPTS.map((script) => run(script)), tests])).flat();
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
