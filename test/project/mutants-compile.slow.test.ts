// Planted faults: each replacement uses existing names, so that only its intended effect breaks.

import { API } from 'typescript/unstable/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from '../../bench/mutants/faults.ts';
import { applyPatches, type Fault } from '../../bench/mutants/plant.ts';
import { SAMPLE } from '../../bench/mutants/sample.ts';
import { inRepository } from '../../bench/repository.ts';

const ROOT = inRepository('');
const CONFIG = inRepository('tsconfig.json');

/** Errors that a fault may have: a value of another type, or unused code. */
const ALLOWED: ReadonlySet<number> = new Set([
  2322, // Type '…' is not assignable to type '…'.
  2353, // Object literal may only specify known properties.
  6133, // '…' is declared but its value is never read.
  6198, // All destructured elements are unused.
]);

const patch = (from: string, to: string): Fault => ({
  id: 'stale',
  patches: [['src/identity/result-page.ts', from, to]],
});
/** Faults that do not compile, with the errors that are expected. */
const STALE: readonly (readonly [title: string, fault: Fault, error: RegExp])[] = [
  ['an unknown name', patch('String(total),', 'String(sum),'), /TS2304 Cannot find name 'sum'/],
  ['an unknown property', patch('String(total),', 'String(total.sum),'), /TS2339 Property 'sum' does not exist/],
  ['an unknown module', patch("from './timestamp.ts'", "from './time.ts'"), /TS2307 Cannot find module/],
  ['an unknown export', patch('import { timestamp }', 'import { time as timestamp }'), /TS2305 .*no exported member/],
  ['broken syntax', patch('String(total),', 'String(total,'), /TS1005/],
];

describe('a planted fault', () => {
  let errors: ReadonlyMap<Fault, readonly string[]>;
  beforeAll(() => {
    errors = compileFaults([...FAULTS, ...SAMPLE, ...STALE.map(([, fault]) => fault)]);
  });

  test.each([...FAULTS, ...SAMPLE])('$id uses existing names', (fault) => {
    expect(errors.get(fault)).toEqual([]);
  });

  test.each(STALE)('is reported with %s', (_, fault, error) => {
    expect(errors.get(fault)?.join('\n')).toMatch(error);
  });
});

/** Compiles the project with each fault, in memory. @returns the errors in the files of each */
function compileFaults(faults: readonly Fault[]): ReadonlyMap<Fault, readonly string[]> {
  const errors = new Map<Fault, readonly string[]>();
  let planted: ReadonlyMap<string, string> = new Map();
  const compiler = new API({ cwd: ROOT, fs: { readFile: (path) => planted.get(path) } });
  try {
    compiler.updateSnapshot({ openProjects: [CONFIG] });
    for (const group of groupByFiles(faults)) {
      const before = planted;
      planted = new Map(group.flatMap((fault) => [...applyPatches(ROOT, fault)]));
      using snapshot = compiler.updateSnapshot({ fileChanges: { changed: [...before.keys(), ...planted.keys()] } });
      const program = snapshot.getProject(CONFIG)?.program;
      if (!program) throw new Error(`${CONFIG} is not open`);
      for (const fault of group) {
        const sources = fault.patches.map(([file]) => inRepository(file)).filter((path) => path.endsWith('.ts'));
        const found = sources.flatMap((path) => [
          ...program.getSyntacticDiagnostics(path),
          ...program.getSemanticDiagnostics(path),
        ]);
        const wrong = found.filter(({ code }) => !ALLOWED.has(code));
        errors.set(
          fault,
          wrong.map(({ fileName, code, text }) => `${fileName?.slice(ROOT.length)}: TS${code} ${text}`),
        );
      }
    }
    return errors;
  } finally {
    compiler.close();
  }
}

/** Groups of faults in different files, which can be compiled together. */
function groupByFiles(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const groups: { faults: Fault[]; files: Set<string> }[] = [];
  for (const fault of faults) {
    const files = fault.patches.map(([file]) => file);
    const group = groups.find((one) => files.every((file) => !one.files.has(file)));
    if (!group) groups.push({ faults: [fault], files: new Set(files) });
    group?.faults.push(fault);
    for (const file of files) group?.files.add(file);
  }
  return groups.map((group) => group.faults);
}
