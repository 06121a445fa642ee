// Check: a workflow can be executed.

export const workflowCompleted = {
  description:
    'Each step of an Arazzo workflow can be executed: its inputs are valid, the path and the body of its request have values, the workflows that it calls succeed, and the number of steps is limited (--max-steps). Checked by understudy run.',
};
