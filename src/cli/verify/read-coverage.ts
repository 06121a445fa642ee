// Coverage that was written into a file.

import type { Coverage } from '../../coverage/coverage-report.ts';
import { createDocument } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { packageFile } from '../../schema/package-files.ts';
import { readRegularFile } from '../../schema/read-regular-file.ts';
import { UsageError } from '../../schema/usage-error.ts';

const CONTROL = packageFile('spec/control.yaml');

/** @throws UsageError if the file is not there, or was not written by `understudy coverage --json` */
export async function readCoverage(path: string): Promise<Coverage> {
  const refuse = (why: readonly string[]) => new UsageError(`${path} is not coverage written by --json:`, why);
  let value: unknown;
  try {
    value = JSON.parse(`${await readRegularFile(path)}`);
  } catch (error) {
    throw refuse([(error as Error).message]);
  }
  const { references, validate: check } = createDocument(await openDocument(CONTROL));
  const schema = references.resolveAt<Schema>('/components/schemas/Coverage');
  const findings = schema ? check(schema, value, 'response') : [];
  if (findings.length > 0) throw refuse(findings.map(describeFinding));
  return value as Coverage;
}
