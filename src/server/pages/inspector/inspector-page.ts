// The inspector: its page, and its modules.

import type { Express } from 'express';
import { once } from '../../../schema/once.ts';
import { getSandboxName } from '../../pipeline/sandbox/sandboxes.ts';
import type { WireHeaders } from '../../pipeline/wire.ts';
import { assetUrl, cacheForever, textAsset } from '../asset.ts';
import { pagesPath } from '../base-url.ts';
import { html } from '../html.ts';
import { icon, sendPage } from '../page.ts';
import { INSPECTOR, PAGE_FILES } from '../page-paths.ts';
import { INSPECTOR_STYLE } from './inspector-style.ts';
import { moduleName, readPageFiles } from './page-files.ts';

export const inspectorStyle = textAsset(`${PAGE_FILES}inspector.css`, 'text/css', INSPECTOR_STYLE);

/** Adds the page and its files. Their path contains a common version, because modules import one another without one. */
export function addInspector(app: Express): void {
  const read = once(readPageFiles);
  app.get(INSPECTOR, (request, response) => {
    const { files, libraries, version } = read();
    const [at, sandbox] = [pagesPath(request), getSandboxName(request.headers as WireHeaders)];
    const addressOf = (name: string) => `${at}${PAGE_FILES}${version}/${name}`;
    const imports = [...libraries].map(([library, name]) => [library, addressOf(name)]);
    sendPage(response, {
      title: 'Understudy: inspector',
      styles: [inspectorStyle],
      scripts: [],
      modules: {
        entry: addressOf(moduleName('inspector/main')),
        others: [...files.keys()].map(addressOf),
        map: JSON.stringify({ imports: Object.fromEntries(imports) }),
      },
      body: html`<div id="inspector" data-at="${at}" data-sandbox="${sandbox}" data-icon="${assetUrl(icon, at)}">
<main class="column fallback"><p>The inspector did not start. It needs JavaScript and a local host name such as localhost, or one of <code>--trusted-hosts</code>.
The same data is available as JSON: <a href="${at}/_understudy">${at}/_understudy</a>.</p></main>
<noscript><main class="column"><p>The inspector needs JavaScript. The same data is available as JSON: <a href="${at}/_understudy">${at}/_understudy</a>.</p></main></noscript>
</div>`,
      at,
    });
  });
  app.use(PAGE_FILES, ({ path }, response, next) => {
    const { files, version } = read();
    const [, folder, name = ''] = /^\/([^/]*)\/(.*)$/.exec(path) ?? [];
    const text = files.get(name);
    if (text === undefined) return next();
    if (folder === version) cacheForever(response);
    response.type('text/javascript').send(text);
  });
}
