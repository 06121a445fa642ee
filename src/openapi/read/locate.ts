// File positions of the parts of a bundled document.

import type { DocumentFinding, Remark } from '../document-finding.ts';
import type { Origin } from './bundle.ts';
import type { DocumentFiles } from './document-files.ts';
import { type Excerpt, excerptsIn } from './excerpt.ts';
import { type Place, placesIn } from './places.ts';

/** The source of a part, with an excerpt. */
export interface Written extends Place {
  /** Absolute path or URL of the file. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) into the file. */
  readonly at: string;
  readonly excerpt: Excerpt;
}

/** Maximum findings of one document. */
const MOST = 1000;

/** Adds positions to findings, in text order. Files are read only if there are findings. */
export async function locate(
  remarks: readonly Remark[],
  origins: readonly Origin[],
  { root, read, nameOf }: Pick<DocumentFiles, 'root' | 'read' | 'nameOf'>,
): Promise<readonly DocumentFinding[]> {
  const byPointer = new Map(origins.map((origin) => [origin.pointer, origin]));
  const written = remarks.slice(0, MOST).map((remark) => ({ remark, ...originOf(remark.pointer, byPointer, root) }));
  const findings: DocumentFinding[] = [];
  for (const file of new Set(written.map((one) => one.file))) {
    const inFile = written.filter((one) => one.file === file);
    const places = placesIn(
      (await read(file)).toString(),
      inFile.map(({ at }) => at),
    );
    for (const { remark, at } of inFile)
      findings.push({ file: nameOf(file), ...(places.get(at) ?? { line: 1, column: 1 }), ...remark, pointer: at });
  }
  if (remarks.length > MOST) {
    const message = `${remarks.length - MOST} more findings are not shown`;
    findings.push({ file: nameOf(root), line: 1, column: 1, severity: 'warn', rule: 'too-many', pointer: '', message });
  }
  return findings.sort(
    (one, other) => one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column,
  );
}

/** Positions and excerpts of parts, by pointer. */
export async function writtenAt(
  pointers: readonly string[],
  origins: readonly Origin[],
  { root, read, nameOf }: Pick<DocumentFiles, 'root' | 'read' | 'nameOf'>,
): Promise<ReadonlyMap<string, Written>> {
  const byPointer = new Map(origins.map((origin) => [origin.pointer, origin]));
  const wanted = pointers.map((pointer) => ({ pointer, ...originOf(pointer, byPointer, root) }));
  const found = new Map<string, Written>();
  for (const file of new Set(wanted.map((one) => one.file))) {
    const inFile = wanted.filter((one) => one.file === file);
    const text = (await read(file)).toString();
    const places = placesIn(
      text,
      inFile.map(({ at }) => at),
    );
    const excerpts = excerptsIn(text);
    for (const { pointer, at } of inFile) {
      const place = places.get(at) ?? { line: 1, column: 1 };
      found.set(pointer, { file: nameOf(file), ...place, at, excerpt: excerpts(place) });
    }
  }
  return found;
}

/** The source file of a part, and the pointer into it. */
function originOf(
  pointer: string,
  origins: ReadonlyMap<string, Origin>,
  root: string,
): { readonly file: string; readonly at: string } {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const origin = origins.get(pointer.slice(0, end));
    if (origin) return { file: origin.file, at: origin.at + pointer.slice(end) };
  }
  return { file: root, at: pointer };
}
