// The part of src that is mutated, and whose tests judge: named by AREA in the environment, else all that are worth it.

export const AREA = process.env.AREA ?? '{store,server/pipeline,identity}';
