// Mutants of reading and indexing OpenAPI documents.

import { sampleOf } from './mutant.ts';

export const OPENAPI = sampleOf('openapi', [
  [
    'symlink-out',
    "A symbolic link in the document's folder leads to a file outside of it, which is read.",
    'openapi/read/document-files.ts',
    'const real = realPathOf(path);',
    'const real: string | undefined = path;',
    'test/openapi/read/open-document.test.ts',
  ],
  [
    'redirect-host',
    'A redirect leads to a host that --allow-fetch does not name.',
    'openapi/read/document-files.ts',
    'requireNamed(url, hosts);',
    'if (redirects === 0) requireNamed(url, hosts);',
    'test/openapi/read/document-files.test.ts',
  ],
  [
    'redirects-4',
    'The fifth redirect is rejected.',
    'openapi/read/document-files.ts',
    'redirects <= MOST_REDIRECTS',
    'redirects < MOST_REDIRECTS',
    'test/openapi/read/document-files.test.ts',
  ],
  [
    'accept-q0',
    'A media type with q=0 is acceptable.',
    'openapi/negotiate-media-types.ts',
    'if (liked && liked.weight > 0)',
    'if (liked && liked.weight >= 0)',
    'test/openapi/negotiate-media-types.test.ts',
  ],
  [
    'empty-value',
    'A path parameter may be empty beside literal text.',
    'openapi/lookup/path-template.ts',
    'return end <= first.length ? undefined',
    'return end < first.length ? undefined',
    'test/openapi/lookup/path-index.test.ts',
  ],
  [
    'optional-security',
    'Optional security is required.',
    'openapi/security.ts',
    'secured: alternatives.length > 0 && !isOpen,',
    'secured: alternatives.length > 0,',
    'test/openapi/operation.test.ts',
  ],
  [
    'list-of-two',
    'Two values become one text if a parameter may be a list or a scalar.',
    'openapi/parameters/read-styled.ts',
    'pieces.length < 2 && mayBeScalar(meaning)',
    'pieces.length <= 2 && mayBeScalar(meaning)',
    'test/openapi/parameters/parameter-reader.test.ts',
  ],
  [
    'status-class',
    'A response of a class (4XX) is not found by its status.',
    'openapi/operation-responses.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    'byKey.get(`${Math.floor(status / 100)}XX`) ??',
    '',
    'test/openapi/operation-responses.test.ts',
  ],
  [
    'overlay-twice',
    'An overlay with two targets of the same location updates it twice.',
    'openapi/read/overlay/apply-overlay.ts',
    "found.set(kindOf(value) === 'primitive' ? childPointer('', ...place) : value, place);",
    'found.set({}, place);',
    'test/openapi/read/overlay/apply-overlays.test.ts',
  ],
  [
    'any-port',
    'A server without a port is not recognised on another port.',
    'openapi/servers.ts',
    "'(?::\\\\d+)?'",
    "''",
    'test/openapi/servers.test.ts',
  ],
]);
