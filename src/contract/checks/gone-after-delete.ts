// What was deleted is gone.

import type { StoryCheck } from '../story/story.ts';

export const goneAfterDelete: StoryCheck<{ readonly status: number; readonly isListed: boolean | undefined }> = {
  meaning: 'What was deleted is not read any more (404 or 410), and no list has it.',
  *tell({ status, isListed }) {
    if (status < 400)
      yield { severity: 'finding', message: `what was deleted is still read with ${status}`, cause: 'read' };
    if (isListed) yield { severity: 'finding', message: 'what was deleted is still in the list', cause: 'listed' };
  },
};
