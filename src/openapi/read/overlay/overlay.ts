// Applies the overlays of a document right after it was parsed.

import { UnreadableText } from '../../../schema/yaml.ts';
import type { DocumentFinding } from '../../document-finding.ts';
import { isRecord } from '../../is-record.ts';
import type { Origin } from '../bundle.ts';
import type { DocumentFiles } from '../document-files.ts';
import { placesIn } from '../places.ts';
import { applyOverlay, Provenance } from './apply-overlay.ts';
import { type Overlay, readOverlay } from './read-overlay.ts';

/** The result of all overlays. */
export interface Overlaid {
  /** Fields and actions without effect. */
  readonly findings: readonly DocumentFinding[];
  /** The sources of the values that overlays added. */
  originsIn(document: object): readonly Origin[];
}

/**
 * @param document - the parsed document; it is modified
 * @returns undefined if there are no overlays
 * @throws UnreadableText with overlay, position and reason
 */
export async function overlay(document: unknown, files: DocumentFiles): Promise<Overlaid | undefined> {
  const { root, overlays, nameOf } = files;
  // Non-objects are rejected later, by `knownDocument`.
  if (overlays.length === 0 || !isRecord(document)) return undefined;
  const provenance = new Provenance(root);
  const findings: DocumentFinding[] = [];
  for (const address of overlays) {
    const file = nameOf(address);
    const text = await textOf(address, files);
    const overlay = parsed(text, file);
    const { unheeded } = applyOverlay(document, overlay, address, provenance);
    const meant = meantFor(overlay, address, root);
    const told = [...overlay.surplus, ...unheeded, ...(meant ? [{ pointer: '/extends', message: meant }] : [])];
    const places = placesIn(
      text,
      told.map(({ pointer }) => pointer),
    );
    for (const { pointer, message } of told) {
      const place = places.get(pointer) ?? { line: 1, column: 1 };
      findings.push({ file, ...place, severity: 'warn', rule: 'overlay', pointer, message });
    }
  }
  return { findings, originsIn: (whole) => provenance.originsIn(whole) };
}

async function textOf(address: string, { read, nameOf }: DocumentFiles): Promise<string> {
  try {
    return (await read(address)).toString();
  } catch (error) {
    throw unusable(nameOf(address), error as Error);
  }
}

function parsed(text: string, file: string): Overlay {
  try {
    return readOverlay(text);
  } catch (error) {
    throw error instanceof UnreadableText ? unusable(file, error) : error;
  }
}

function unusable(file: string, { message, line = 1, column = 1 }: Error & Partial<UnreadableText>): UnreadableText {
  return new UnreadableText(message, { line, column, file });
}

/** A message if an overlay extends another document. */
function meantFor({ extends: document }: Overlay, address: string, root: string): string | undefined {
  if (document === undefined || !URL.canParse(document, address)) return undefined;
  const meant = new URL(document, address).href;
  return meant === root ? undefined : `it extends ${document}, but is used for another document`;
}
