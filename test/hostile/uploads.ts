// An API that accepts bodies of every kind, attacked in addition to the identity API.

import { type Api, defineApi } from '../../src/index.ts';

type Operations = { upload: { input: unknown; output: { readonly ok: boolean }; secured: false } };

export const uploads: Api<Operations, Record<never, never>, undefined> = defineApi<
  Operations,
  Record<never, never>,
  undefined
>({
  name: 'uploads',
  document: new URL('uploads.yaml', import.meta.url),
  handlers: { upload: () => ({ ok: true }) },
});
