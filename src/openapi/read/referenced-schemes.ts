// Security schemes that requirements name by URI (OpenAPI 3.2, section 4.30).

import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerInFragment, pointerSegments, valueAtPointer } from '../../schema/json-pointer.ts';
import { visitDocumentParts } from './document-parts.ts';
import { setOwnProperty } from './hidden-values.ts';

/** A requirement, by its file and JSON Pointer. */
interface Requirement {
  readonly file: string;
  readonly at: string;
}

/** The components that a document gets for the schemes that its requirements name by URI. */
export interface ReferencedSchemes {
  /**
   * Replaces the URIs in the requirements of a file by the names of components, which refer to them.
   *
   * @param resolve - the reference from the document to a URI in this file
   * @returns whether a requirement was changed
   */
  addFrom(file: object, address: string, resolve: (uri: string) => string): boolean;
  /** The first requirement of each added component, by the pointer of the component. */
  readonly requirements: ReadonlyMap<string, Requirement>;
}

const SCHEMES = '/components/securitySchemes';

/** @param document - the parsed document; it is modified */
export function createReferencedSchemes(document: object): ReferencedSchemes {
  /** Names of components by their references. */
  const names = new Map<string, string>();
  const requirements = new Map<string, Requirement>();
  /** How often each name was given. */
  const uses = new Map<string, number>();

  function unusedName(name: string, schemes: object): string {
    for (;;) {
      const number = (uses.get(name) ?? 0) + 1;
      uses.set(name, number);
      const candidate = number === 1 ? name : `${name}_${number}`;
      if (!Object.hasOwn(schemes, candidate)) return candidate;
    }
  }

  function componentFor(reference: string, requirement: Requirement): string {
    const own = pointerInFragment(reference);
    // A component that does not exist is reported where it is required.
    const [, , component, ...below] = own?.startsWith(`${SCHEMES}/`) ? pointerSegments(own) : [];
    if (component !== undefined && below.length === 0) return component;
    const existing = names.get(reference);
    if (existing !== undefined) return existing;
    const schemes = ownObject(ownObject(document, 'components'), 'securitySchemes');
    const name = unusedName(nameOf(reference), schemes);
    setOwnProperty(schemes, name, { $ref: reference });
    names.set(reference, name);
    requirements.set(childPointer(SCHEMES, name), requirement);
    return name;
  }

  return {
    requirements,
    addFrom(file, address, resolve) {
      let isChanged = false;
      visitDocumentParts(file, {
        part({ part, parent, pointer }) {
          if (parent?.key !== 'security' || !Array.isArray(parent.part)) return;
          // Only the document has defaults for its operations.
          if (parent.parent?.depth === 0 && file !== document) return;
          for (const [uri, scopes] of Object.entries(part)) {
            if (!isUri(uri) || valueAtPointer(document, childPointer(SCHEMES, uri)) !== undefined) continue;
            const name = componentFor(resolve(uri), { file: address, at: childPointer(pointer(), uri) });
            Reflect.deleteProperty(part, uri);
            setOwnProperty(part, name, scopes);
            isChanged = true;
          }
        },
      });
      return isChanged;
    },
  };
}

/** The object of a member; one is added unless there is one. */
function ownObject(parent: object, key: string): object {
  const existing = Object.hasOwn(parent, key) ? (parent as Readonly<Record<string, unknown>>)[key] : undefined;
  if (isRecord(existing)) return existing;
  const created = {};
  setOwnProperty(parent, key, created);
  return created;
}

/** Whether a name is meant as a URI: names of components have no such characters. */
function isUri(name: string): boolean {
  return /[:/#]|\.(json|ya?ml)$/i.test(name) && URL.canParse(name, 'file:///');
}

/** A component name from the last part of a reference. */
function nameOf(reference: string): string {
  const [address = '', fragment = ''] = reference.split('#');
  const last =
    pointerSegments(fragment).at(-1) ??
    address
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '');
  return last?.replaceAll(/[^\w.-]+/g, '_') || 'scheme';
}
