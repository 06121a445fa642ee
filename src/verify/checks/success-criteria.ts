// Check: the success criteria of a step are met.

export const successCriteria = {
  description:
    'The success criteria of each step of an Arazzo workflow are met; without criteria, the status is below 400. A failure that an action handles by going to another step or workflow is a warning. Checked by understudy run.',
};
