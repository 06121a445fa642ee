// Reads and validates a coverage file.

import type { Coverage } from '../../coverage/coverage-report.ts';
import { createDocument } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { packageFile } from '../../schema/package-files.ts';
import { readRegularFile } from '../../schema/read-regular-file.ts';
import { UsageError } from '../../schema/usage-error.ts';

const CONTROL = packageFile('spec/control.yaml');

/** @throws UsageError if the file does not exist, or is not the output of `understudy coverage --json` */
export async function readCoverage(path: string): Promise<Coverage> {
  const invalid = (reasons: readonly string[]) => new UsageError(`${path} is not coverage written by --json:`, reasons);
  let value: unknown;
  try {
    value = JSON.parse(`${await readRegularFile(path)}`);
  } catch (error) {
    throw invalid([(error as Error).message]);
  }
  const { references, validate } = createDocument(await openDocument(CONTROL));
  const schema = references.resolveAt<Schema>('/components/schemas/Coverage');
  const findings = schema ? validate(schema, value, 'response') : [];
  if (findings.length > 0) throw invalid(findings.map(describeFinding));
  return value as Coverage;
}
