// The files in a request: its body, or the files of a form.

import { isRecord } from '../../../schema/is-record.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { fileNameIn, takesFile } from '../inference/file-content.ts';
import { isUploadedFile, type UploadedFile } from '../items/uploaded-file.ts';

/** A file, by its name among the files of an item; empty for its content. */
export interface SentFile {
  readonly name: string;
  readonly file: UploadedFile;
}

/** @param isContent - whether the path is that of a file: then a text body is a file, too */
export function findSentFiles(request: OperationRequest, isContent = false): readonly SentFile[] {
  const { headers, operation } = request;
  const { body, query } = request.parts;
  const isText = isContent && takesFile(operation, true);
  const bytes = body instanceof Uint8Array ? body : isText && typeof body === 'string' ? Buffer.from(body) : undefined;
  if (bytes) {
    const type = headers['content-type'] ?? 'application/octet-stream';
    return [{ name: '', file: { name: findFileName(headers, query), type, bytes } }];
  }
  if (!isRecord(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter(isUploadedFile)
      .slice(0, 1)
      .map((file) => ({ name: fileNameIn(name), file })),
  );
}

const NAMES = ['name', 'filename', 'fileName', 'file_name'];

/** The name of a file that is the body: in the query, or in Content-Disposition (RFC 6266) or Slug (RFC 5023). */
function findFileName(headers: OperationRequest['headers'], query: Readonly<Record<string, unknown>>): string {
  const [, quoted, plain] = /\bfilename=(?:"([^"]*)"|([^;\s]+))/i.exec(headers['content-disposition'] ?? '') ?? [];
  const sent = NAMES.map((name) => query[name]).find((value) => typeof value === 'string' && value !== '');
  return String(quoted ?? plain ?? sent ?? headers.slug ?? '');
}
