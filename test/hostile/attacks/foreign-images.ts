// A foreign page with many images, each at a new host name of this machine.

import { request } from 'node:http';
import type { Attack } from '../attack.ts';

const IMAGES = { short: 100, full: 2000 };
const PATHS = ['/management/v1/healthz', '/nowhere', '/.well-known/openid-configuration', '/_understudy/state'];

export const foreignImages: Attack = {
  title: 'images of a foreign page that try to create sandboxes',
  async run({ port, url }, size) {
    for (let count = 0; count < IMAGES[size]; count += 1) {
      const status = await statusOf(port, `world-${count}.localhost:${port}`, PATHS[count % PATHS.length] ?? '/');
      if (status !== 403) throw new Error(`an image got ${status}`);
    }
    const listed = (await (await fetch(`${url}/_understudy/sandboxes`)).json()) as { readonly sandboxes: unknown[] };
    if (listed.sandboxes.length > 1) throw new Error(`${listed.sandboxes.length - 1} sandboxes were created`);
    return IMAGES[size];
  },
};

/** The status that a browser gets for an `<img>`; `fetch` would send its own Host header. */
function statusOf(port: number, host: string, path: string): Promise<number | undefined> {
  const headers = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
