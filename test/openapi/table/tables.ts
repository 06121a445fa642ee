// All tables, by subject.

import { accepted } from './accepted.ts';
import { bodies } from './bodies.ts';
import { documents } from './documents.ts';
import { mediaTypes } from './media-types.ts';
import { parameters } from './parameters.ts';
import { paths } from './paths.ts';
import { responses } from './responses.ts';
import type { Row } from './row.ts';
import { schemas } from './schemas.ts';
import { security } from './security.ts';

export const TABLES: Readonly<Record<string, readonly Row[]>> = {
  accepted,
  responses,
  bodies,
  documents,
  mediaTypes,
  parameters,
  paths,
  schemas,
  security,
};
