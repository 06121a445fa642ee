// File positions of the parts of a bundled document.

import type { TextPosition } from '../../schema/usage-error.ts';
import type { DocumentFinding, UnlocatedFinding } from '../document-finding.ts';
import type { SourceOrigin } from './bundle-document.ts';
import type { DocumentFiles } from './document-files.ts';
import { createExcerpts, type Excerpt } from './excerpt.ts';
import { findPositions } from './source-positions.ts';

/** The source of a part, with an excerpt. */
export interface PartLocation extends TextPosition {
  /** Absolute path or URL of the file. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) into the file. */
  readonly at: string;
  readonly excerpt: Excerpt;
}

/** Maximum findings of one document. */
const MAX_FINDINGS = 1000;

/** Adds positions to findings, in text order. Files are read only if there are findings. */
export async function locateFindings(
  unlocated: readonly UnlocatedFinding[],
  origins: readonly SourceOrigin[],
  { root, read, displayName: nameOf }: Pick<DocumentFiles, 'root' | 'read' | 'displayName'>,
): Promise<readonly DocumentFinding[]> {
  const byPointer = new Map(origins.map((origin) => [origin.pointer, origin]));
  const located = unlocated
    .slice(0, MAX_FINDINGS)
    .map((finding) => ({ remark: finding, ...findOrigin(finding.pointer, byPointer, root) }));
  const findings: DocumentFinding[] = [];
  for (const file of new Set(located.map((one) => one.file))) {
    const inFile = located.filter((one) => one.file === file);
    const positions = findPositions(
      (await read(file)).toString(),
      inFile.map(({ at: filePointer }) => filePointer),
    );
    for (const { remark: finding, at: filePointer } of inFile)
      findings.push({
        file: nameOf(file),
        ...(positions.get(filePointer) ?? { line: 1, column: 1 }),
        ...finding,
        pointer: filePointer,
      });
  }
  if (unlocated.length > MAX_FINDINGS) {
    const message = `${unlocated.length - MAX_FINDINGS} more findings are not shown`;
    findings.push({ file: nameOf(root), line: 1, column: 1, severity: 'warn', rule: 'too-many', pointer: '', message });
  }
  return findings.sort(
    (one, other) => one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column,
  );
}

/** Positions and excerpts of parts, by pointer. */
export async function locateParts(
  pointers: readonly string[],
  origins: readonly SourceOrigin[],
  { root, read, displayName: nameOf }: Pick<DocumentFiles, 'root' | 'read' | 'displayName'>,
): Promise<ReadonlyMap<string, PartLocation>> {
  const byPointer = new Map(origins.map((origin) => [origin.pointer, origin]));
  const wanted = pointers.map((pointer) => ({ pointer, ...findOrigin(pointer, byPointer, root) }));
  const found = new Map<string, PartLocation>();
  for (const file of new Set(wanted.map((one) => one.file))) {
    const inFile = wanted.filter((one) => one.file === file);
    const text = (await read(file)).toString();
    const positions = findPositions(
      text,
      inFile.map(({ at: filePointer }) => filePointer),
    );
    const excerpts = createExcerpts(text);
    for (const { pointer, at: filePointer } of inFile) {
      const position = positions.get(filePointer) ?? { line: 1, column: 1 };
      found.set(pointer, { file: nameOf(file), ...position, at: filePointer, excerpt: excerpts(position) });
    }
  }
  return found;
}

/** The source file of a part, and the pointer into it. */
function findOrigin(
  pointer: string,
  origins: ReadonlyMap<string, SourceOrigin>,
  root: string,
): { readonly file: string; readonly at: string } {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const origin = origins.get(pointer.slice(0, end));
    if (origin) return { file: origin.file, at: origin.at + pointer.slice(end) };
  }
  return { file: root, at: pointer };
}
