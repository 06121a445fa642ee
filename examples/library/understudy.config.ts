// What `understudy serve` serves in this folder: the document that this overlay extends.

import { defineConfig } from 'understudy-api';

export default defineConfig({ overlay: 'library.overlay.yaml' });
