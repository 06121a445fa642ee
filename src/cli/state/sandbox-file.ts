// The file `sandboxes/<name>.json`: properties of a sandbox besides its records.

import { readFile } from 'node:fs/promises';
import type { CopiedSandbox } from '../../cluster/copy-state.ts';
import { createDocument } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { packageFile } from '../../schema/package-files.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** A sandbox without its records. Those of a snapshot are in a folder with its number: `<name>/snapshots/1`. */
interface SandboxFile extends Pick<CopiedSandbox, 'endsAfter' | 'controls'> {
  readonly snapshots?: readonly { readonly name: string; readonly seed: string }[];
}

const CONTROL = packageFile('spec/control.yaml');

const SEED = { type: 'string', maxLength: 200 };
/** The range of a date in JavaScript. */
const TIME = { type: 'number', minimum: -8.64e15, maximum: 8.64e15 };
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const CLOCK = objectOf({
  shown: { ...TIME, minimum: 0, maximum: Date.UTC(9899, 11, 31, 23, 59, 59, 999) },
  machine: TIME,
  speed: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000 },
  isFrozen: { type: 'boolean' },
});

const FAULTS = objectOf({
  next: COUNT,
  plans: {
    type: 'array',
    maxItems: 1000,
    items: objectOf({
      id: { type: 'string', pattern: '^fault-[1-9][0-9]{0,15}$' },
      key: { type: 'string', minLength: 1, maxLength: 100 },
      plan: { type: 'object' },
      isPaused: { type: 'boolean' },
      matched: COUNT,
      met: COUNT,
    }),
  },
});

const FILE = {
  ...objectOf({
    endsAfter: { type: 'number', minimum: 0, maximum: 1e9 },
    controls: {
      ...objectOf({ seed: SEED, faults: FAULTS, clock: CLOCK }),
      required: ['seed', 'faults'],
    },
    snapshots: {
      type: 'array',
      maxItems: 1000,
      items: objectOf({ name: { ...SEED, minLength: 1 }, seed: SEED }),
    },
  }),
  required: [],
};

/** An object with exactly these members. */
function objectOf(properties: Readonly<Record<string, object>>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

/** The text of the file. */
export function sandboxText({ endsAfter, controls, snapshots }: CopiedSandbox): string {
  const file: SandboxFile = {
    ...(endsAfter !== undefined && { endsAfter }),
    ...(controls && { controls }),
    snapshots: snapshots.map(({ name, seed }) => ({ name, seed })),
  };
  return `${stringifyJson(file, null, 2)}\n`;
}

/** @throws UsageError if the file is missing or invalid */
export async function readSandbox(path: string): Promise<SandboxFile> {
  let file: unknown;
  try {
    file = parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
  const violations = compileSchema(FILE)(file).map(({ pointer, message }) => `${pointer || 'the file'} ${message}`);
  const found = violations.length > 0 ? violations : await problemsOf(file as SandboxFile);
  if (found.length > 0) throw new UsageError(`${path} is not a valid sandbox:`, found);
  return file as SandboxFile;
}

async function problemsOf({ controls, snapshots = [] }: SandboxFile): Promise<string[]> {
  const names = snapshots.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  const plans = controls?.faults.plans ?? [];
  return [
    ...repeated.map((name) => `/snapshots two of them are called ${JSON.stringify(name)}`),
    ...(plans.length > 0 ? await problemsOfPlans(plans.map(({ plan }) => plan)) : []),
  ];
}

/** Problems of fault plans by the schema of the control API. Operations are not checked. */
async function problemsOfPlans(plans: readonly unknown[]): Promise<string[]> {
  const { references, validate: check } = createDocument(await openDocument(CONTROL));
  const schema = references.resolveAt<Schema>('/components/schemas/FaultPlan');
  if (!schema) throw new Error('the control API describes no fault plan');
  return plans.flatMap((plan, index) =>
    check(schema, plan, 'request').map(
      (finding) => `/controls/faults/plans/${index}/plan: ${describeFinding(finding)}`,
    ),
  );
}
