// Applies the overlays of a document right after it was parsed.

import { isRecord } from '../../../schema/is-record.ts';
import { START, UsageError } from '../../../schema/usage-error.ts';
import type { DocumentFinding } from '../../document-finding.ts';
import type { SourceOrigin } from '../bundle-document.ts';
import type { DocumentFiles } from '../document-files.ts';
import { findPositions } from '../source-positions.ts';
import { applyOverlay } from './apply-overlay.ts';
import { Provenance } from './provenance.ts';
import { type Overlay, readOverlay } from './read-overlay.ts';

/** The result of all overlays. */
interface AppliedOverlays {
  /** Fields and actions without effect. */
  readonly findings: readonly DocumentFinding[];
  /** The sources of the values that overlays added. */
  originsIn(document: object): readonly SourceOrigin[];
}

/**
 * @param document - the parsed document; it is modified
 * @returns undefined if there are no overlays
 * @throws UsageError with overlay and position
 */
export async function applyOverlays(document: unknown, files: DocumentFiles): Promise<AppliedOverlays | undefined> {
  const { root, overlays, displayName: nameOf } = files;
  // Non-objects are rejected later, by `identifyDocument`.
  if (overlays.length === 0 || !isRecord(document)) return undefined;
  const provenance = new Provenance(root);
  const findings: DocumentFinding[] = [];
  for (const address of overlays) {
    const file = nameOf(address);
    const { text, overlay } = await openOverlay(address, files);
    const { ineffective } = applyOverlay(document, overlay, address, provenance);
    const extendsMessage = checkExtends(overlay, address, root);
    const problems = [
      ...overlay.ignoredFields,
      ...ineffective,
      ...(extendsMessage ? [{ pointer: '/extends', message: extendsMessage }] : []),
    ];
    const positions = findPositions(
      text,
      problems.map(({ pointer }) => pointer),
    );
    for (const { pointer, message } of problems) {
      const position = positions.get(pointer) ?? START;
      findings.push({ file, ...position, severity: 'warn', rule: 'overlay', pointer, message });
    }
  }
  return { findings, originsIn: (whole) => provenance.originsIn(whole) };
}

async function openOverlay(
  address: string,
  { read, displayName }: DocumentFiles,
): Promise<{ readonly text: string; readonly overlay: Overlay }> {
  try {
    const text = (await read(address)).toString();
    return { text, overlay: readOverlay(text) };
  } catch (error) {
    const { line, column } = (error instanceof UsageError && error.position) || START;
    const position = { line, column, file: displayName(address) };
    throw new UsageError((error as Error).message, [], { position, cause: error });
  }
}

/** A message if an overlay extends another document. */
function checkExtends({ extends: document }: Overlay, address: string, root: string): string | undefined {
  if (document === undefined || !URL.canParse(document, address)) return undefined;
  const extended = new URL(document, address).href;
  return extended === root ? undefined : `it extends ${document}, but is used for another document`;
}
