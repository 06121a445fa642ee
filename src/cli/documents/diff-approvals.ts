// Accepted changes of `understudy diff`: a file that people review and keep beside the document.

import { readFile, writeFile } from 'node:fs/promises';
import { type DocumentChange, subjectOf } from '../../diff/document-change.ts';
import { parseData } from '../../schema/data-file.ts';
import { isRecord } from '../../schema/is-record.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { writeYaml } from '../../schema/yaml.ts';

type Change = Pick<DocumentChange, 'rule' | 'message' | 'operations'>;

/** An accepted change. */
interface Approval {
  readonly rule: string;
  /** The message without its operations. */
  readonly change: string;
  /** The change is accepted for these operations only. */
  readonly operations: readonly string[];
  readonly reason: string;
}

interface Approvals {
  /** Why a change was accepted, which may be empty; undefined if it was not. */
  reasonOf(change: Change): string | undefined;
  /** The accepted changes that were not met, a line each. */
  listUnused(): readonly string[];
}

/** @param file - none: no change is accepted. @throws UsageError if it cannot be used */
export async function readApprovals(file: string | undefined): Promise<Approvals> {
  const approvals = file === undefined ? [] : parseApprovals(file, await contentOf(file));
  const met = new Set<Approval>();
  return {
    reasonOf(change) {
      const found = approvals.find(
        (one) =>
          one.rule === change.rule &&
          one.change === changeIn(change) &&
          change.operations.every((operation) => one.operations.includes(operation)),
      );
      if (found) met.add(found);
      return found?.reason;
    },
    listUnused: () => approvals.filter((one) => !met.has(one)).map(({ rule, change }) => `${rule}: ${change}`),
  };
}

/** Accepts changes, with the reasons that are known. */
export async function writeApprovals(file: string, changes: readonly Change[], known: Approvals): Promise<void> {
  const approvals = changes.map((change): Approval => {
    const { rule, operations } = change;
    return { rule, change: changeIn(change), operations, reason: known.reasonOf(change) ?? '' };
  });
  await writeFile(file, `# Accepted changes of the API, for understudy diff --approvals\n${writeYaml(approvals)}`);
}

function changeIn({ message, operations }: Change): string {
  const subject = `${subjectOf(operations)}: `;
  if (operations.length === 0) return message;
  return message.startsWith(subject) ? message.slice(subject.length) : message.slice(message.indexOf(': ') + 2);
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--approvals: ${file}: ${code === 'ENOENT' ? 'file not found' : message}.`);
  }
}

function parseApprovals(file: string, text: string): readonly Approval[] {
  const data = parseData(text);
  if (!Array.isArray(data)) throw new UsageError(`--approvals: ${file} must be a list of changes.`);
  return data.map((one: unknown, index) => {
    const { rule, change, operations = [], reason = '' } = isRecord(one) ? one : {};
    if (typeof rule !== 'string' || typeof change !== 'string' || !Array.isArray(operations))
      throw new UsageError(`--approvals: item ${index + 1} of ${file} needs a rule, a change and its operations.`);
    return { rule, change, operations: operations.map(String), reason: String(reason) };
  });
}
