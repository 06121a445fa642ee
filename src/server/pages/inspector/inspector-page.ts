// The inspector page: its frame and modules.

import { getSandboxName } from '../../pipeline/sandbox/sandboxes.ts';
import type { WireRequest, WireResponse } from '../../pipeline/wire.ts';
import { assetUrl, textAsset } from '../asset.ts';
import { sandboxPath } from '../base-url.ts';
import { html } from '../html.ts';
import { icon, pageResponse } from '../page.ts';
import { createResponseCache } from '../response-cache.ts';
import { PAGE_FILES } from './inspector-paths.ts';
import { INSPECTOR_STYLE } from './inspector-style.ts';
import { contentVersion, moduleName, type PageFile, pageLibraries, pageModules } from './page-files.ts';

const style = textAsset(`${PAGE_FILES}inspector.css`, 'text/css', INSPECTOR_STYLE);

/** The responses. */
export interface InspectorPage {
  /** The page, for the sandbox of the request. */
  show(request: WireRequest): WireResponse;
  /** A file of the page, by its name after the version; undefined if it is unknown. */
  file(name: string): WireResponse | undefined;
}

/** Reads the files of the page once. Their path contains a common version, because modules import one another without one. */
export function createInspectorPage(): InspectorPage {
  const [modules, libraries] = [pageModules(), pageLibraries()];
  const files = [...modules, ...libraries.values()];
  const version = contentVersion(files);
  const known = new Map(files.map((file) => [file.name, file]));
  const cache = createResponseCache();
  const addressIn = (at: string, { name }: Pick<PageFile, 'name'>) => `${at}${PAGE_FILES}${version}/${name}`;
  return {
    show(request) {
      const [at, sandbox] = [sandboxPath(request), getSandboxName(request.headers)];
      const imports = [...libraries].map(([name, file]) => [name, addressIn(at, file)]);
      return cache.get(`page ${at} ${sandbox}`, known, () =>
        pageResponse({
          title: 'Understudy: inspector',
          styles: [style],
          scripts: [],
          modules: {
            entry: addressIn(at, { name: moduleName('inspector/main') }),
            others: files.map((file) => addressIn(at, file)),
            map: JSON.stringify({ imports: Object.fromEntries(imports) }),
          },
          body: html`<div id="inspector" data-at="${at}" data-sandbox="${sandbox}" data-icon="${assetUrl(icon, at)}">
<main class="column fallback"><p>The inspector did not start. It needs JavaScript and a local host name such as localhost, or one of <code>--trusted-hosts</code>.
The same data is available as JSON: <a href="${at}/_understudy">${at}/_understudy</a>.</p></main>
<noscript><main class="column"><p>The inspector needs JavaScript. The same data is available as JSON: <a href="${at}/_understudy">${at}/_understudy</a>.</p></main></noscript>
</div>`,
          at,
        }),
      );
    },
    file(asked) {
      if (asked === 'inspector.css')
        return cache.get('style', style, () => answerFile({ type: style.type, text: INSPECTOR_STYLE }, false));
      const slash = asked.indexOf('/');
      const [isVersion, name] = [asked.slice(0, slash) === version, asked.slice(slash + 1)];
      const file = known.get(name);
      return file && cache.get(`${name} ${isVersion}`, file, () => answerFile(file, isVersion));
    },
  };
}

/** With another version in its path, a file must not be cached. */
function answerFile({ type, text }: Pick<PageFile, 'type' | 'text'>, isVersion: boolean): WireResponse {
  return {
    status: 200,
    headers: {
      'content-type': type,
      'cache-control': isVersion ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: text,
  };
}
