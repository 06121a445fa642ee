// What refusals say in English; every other language says the same.

export const en = {
  limitExceeded: 'Limit exceeded',
  noPermissionOnProject: 'User has no permissions on this project',
  unknownApp: "Application doesn't exist",
  unchangedApp: 'No changes',
  appNameTaken: 'Application already exists',
  unknownUser: 'User could not be found',
  unknownProject: 'Project not found',
  unknownProjectGrant: 'Grant not found',
  userGrantExists: 'User grant already exists',
} as const;

/** Which text. */
export type TextKey = keyof typeof en;

/** The texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;
