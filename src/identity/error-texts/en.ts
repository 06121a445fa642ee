// Error texts in English; other languages have the same keys.

export const en = {
  limitExceeded: 'Limit exceeded',
  noPermissionOnProject: 'User has no permissions on this project',
  foreignApp: 'Application not found',
  unknownApp: "Application doesn't exist",
  unchangedApp: 'No changes',
  appNameTaken: 'Application already exists',
  unknownUser: 'User could not be found',
  unknownProject: 'Project not found',
  unknownProjectGrant: 'Grant not found',
  userGrantExists: 'User grant already exists',
} as const;

/** Changed texts of version 4.12 of the reference implementation. */
export const en412: Texts = { ...en, unknownProjectGrant: 'Project Grant not found' };

/** Which text. */
export type TextKey = keyof typeof en;

/** The texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;
