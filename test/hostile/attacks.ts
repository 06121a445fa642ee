// All attacks, for `npm run test:hostile`, one per file.

import type { Attack } from './attack.ts';
import { loginsNobodyEnds } from './attacks/abandoned-logins.ts';
import { everyKindOfBody } from './attacks/every-kind-of-body.ts';
import { faultPlans } from './attacks/fault-plans.ts';
import { foreignImages } from './attacks/foreign-images.ts';
import { formsOfBareKeys } from './attacks/forms-of-bare-keys.ts';
import { fullBodies } from './attacks/full-bodies.ts';
import { idleFollowers } from './attacks/idle-followers.ts';
import { impossibleSchemas, largeDocuments } from './attacks/large-documents.ts';
import { manyRecords } from './attacks/many-records.ts';
import { pipelinedResets } from './attacks/pipelined-resets.ts';
import { rapidResets } from './attacks/rapid-resets.ts';
import { refusedWorlds } from './attacks/rejected-sandboxes.ts';
import { journalReaders } from './attacks/request-log-readers.ts';
import { storedPlans } from './attacks/stored-fault-plans.ts';
import { unfinishedHeads } from './attacks/unfinished-heads.ts';
import { unfinishedUploads, unfinishedUploads2 } from './attacks/unfinished-uploads.ts';
import { unreadAnswers, unreadStreams } from './attacks/unread-responses.ts';
import { waiters } from './attacks/waiters.ts';
import { wideRecords } from './attacks/wide-records.ts';

export const ATTACKS: readonly Attack[] = [
  ...everyKindOfBody,
  faultPlans,
  foreignImages,
  formsOfBareKeys,
  ...fullBodies,
  idleFollowers,
  storedPlans,
  journalReaders,
  impossibleSchemas,
  ...largeDocuments,
  loginsNobodyEnds,
  refusedWorlds,
  unfinishedHeads,
  manyRecords,
  pipelinedResets,
  rapidResets,
  unfinishedUploads,
  unfinishedUploads2,
  unreadAnswers,
  unreadStreams,
  waiters,
  wideRecords,
];
