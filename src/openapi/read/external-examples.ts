// Examples in files of their own (`externalValue`), read with the document.

import { parseData } from '../../schema/data-file.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { describeWithPosition } from '../../schema/usage-error.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import { cachedMediaType, isJson } from '../media-type.ts';
import type { DocumentFiles } from './document-files.ts';
import { type VisitedPart, visitDocumentParts } from './document-parts.ts';
import { setOwnProperty } from './hidden-values.ts';

/** Maximum bytes of all examples of one document. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum files of examples of one document. */
export const MAX_FILES = 1000;
/** How long the examples of one document are read, in milliseconds. A slow host may take half of it for one file. */
const MAX_TIME = 60_000;

/** The external examples of a document and of the files that it references. */
export interface ExternalExamples {
  /**
   * Replaces each `externalValue` of a file by the value that it leads to. Only what `$ref` may read is read.
   *
   * @param resolve - the address of a URI in this file
   * @returns whether the file was changed
   */
  addFrom(file: object, resolve: (uri: string) => string): Promise<boolean>;
  /** The sources of the values, and findings about those that cannot be read. @param document - the bundled document */
  describe(document: object): {
    readonly origins: readonly { readonly pointer: string; readonly file: string; readonly at: string }[];
    readonly findings: readonly UnlocatedFinding[];
  };
}

interface ExampleObject {
  readonly externalValue?: unknown;
}

export function createExternalExamples({ read }: Pick<DocumentFiles, 'read'>): ExternalExamples {
  const sources = new Map<object, string>();
  const failures = new Map<object, string>();
  /** Contents by address; also the failed ones. */
  const contents = new Map<string, Promise<Uint8Array>>();
  let bytes = 0;
  let time = 0;

  function readOnce(address: string): Promise<Uint8Array> {
    const known = contents.get(address);
    if (known) return known;
    if (contents.size >= MAX_FILES) throw new Error(`a document may have ${MAX_FILES} files of examples`);
    if (time >= MAX_TIME) throw new Error(`reading all external examples takes more than ${MAX_TIME / 1000} s`);
    const start = performance.now();
    const content = read(address).finally(() => {
      time += performance.now() - start;
    });
    contents.set(address, content);
    return content;
  }

  async function readValue(address: string, owner: Owner): Promise<unknown> {
    const checkSize = () => {
      if (bytes > MAX_BYTES) throw new Error(`all external examples together have more than ${MAX_BYTES} bytes`);
    };
    checkSize();
    const content = await readOnce(address);
    // Each example is a copy.
    bytes += content.length;
    checkSize();
    const text = decode(content);
    return isData(address, owner) ? parseData(text, 'last') : text;
  }

  return {
    async addFrom(file, resolve) {
      const found: { readonly part: object; readonly uri: string; readonly owner: Owner }[] = [];
      visitDocumentParts(file, {
        part(visited) {
          const { externalValue } = visited.part as ExampleObject;
          // Nothing else has this field.
          if (typeof externalValue !== 'string' || hasValue(visited.part)) return;
          found.push({ part: visited.part, uri: externalValue, owner: ownerOf(visited) });
        },
      });
      let isChanged = false;
      for (const { part, uri, owner } of found) {
        const address = resolve(uri);
        // A serialised parameter or header is no value.
        if (owner.isParameter && !isData(address, owner)) continue;
        try {
          setOwnProperty(part, 'value', await readValue(address, owner));
          Reflect.deleteProperty(part, 'externalValue');
          sources.set(part, address);
          isChanged = true;
        } catch (error) {
          failures.set(part, describeWithPosition(error as Error));
        }
      }
      return isChanged;
    },
    describe(document) {
      const origins: { readonly pointer: string; readonly file: string; readonly at: string }[] = [];
      const findings: UnlocatedFinding[] = [];
      if (sources.size === 0 && failures.size === 0) return { origins, findings };
      visitDocumentParts(document, {
        part({ part, pointer }) {
          const file = sources.get(part);
          if (file !== undefined) origins.push({ pointer: childPointer(pointer(), 'value'), file, at: '' });
          const reason = failures.get(part);
          if (reason === undefined) return;
          const { externalValue } = part as ExampleObject;
          const message = `the example ${externalValue} is not used: ${reason}`;
          findings.push({
            severity: 'warn',
            rule: 'external-example',
            pointer: childPointer(pointer(), 'externalValue'),
            message,
          });
        },
      });
      return { origins, findings };
    },
  };
}

/** Whether an example has its value in the document. */
function hasValue(example: object): boolean {
  return ['value', 'dataValue', 'serializedValue'].some((field) => Object.hasOwn(example, field));
}

/** The subject of an example. */
interface Owner {
  /** The media type of a body; undefined for a component or a parameter. */
  readonly type: string | undefined;
  /** Whether it is a parameter or header without a media type. */
  readonly isParameter: boolean;
}

function ownerOf(example: VisitedPart): Owner {
  const owner = example.parent?.key === 'examples' ? example.parent.parent : undefined;
  if (owner?.parent?.key === 'content') return { type: `${owner.key}`, isParameter: false };
  // The other owner of `examples` is `components`.
  return { type: undefined, isParameter: owner !== undefined && owner.depth > 1 };
}

/** Whether a file has data in JSON or YAML, not a serialised body of another media type. */
function isData(address: string, { type }: Owner): boolean {
  const media = type === undefined ? undefined : cachedMediaType(type);
  return /\.(json|ya?ml)$/i.test(new URL(address).pathname) && (!media || isJson(media));
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Error('it is not text in UTF-8');
  }
}
