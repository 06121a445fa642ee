// The paths of the pages and their files.

/** The path of the inspector. */
export const INSPECTOR = '/inspector';
/** The path below which the files of the inspector are. */
export const PAGE_FILES = '/_understudy/page/';
/** The page to which a login at the reference returns. Users of Swagger UI register it under this name. */
export const LOGIN_RETURN = '/reference/oauth2-redirect.html';
/** The files of Swagger UI that are served, which the build copies. Its other pages request external hosts. */
export const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'oauth2-redirect.js'] as const;

const OWN_FILES = ['icon.svg', 'home.css', 'home.js', 'reference.css', 'reference.js'];

/** Where an api is shown. */
export interface ShownPaths {
  readonly json: string;
  readonly yaml: string;
  readonly reference: string;
  /** The document as the reference reads it. */
  readonly tried: string;
}

/** The paths of an API by its number, from 1. */
export function pathsOf(number: number): ShownPaths {
  const tried = `/reference/${number}.json`;
  return number === 1
    ? { json: '/openapi.json', yaml: '/openapi.yaml', reference: '/reference', tried }
    : { json: `/openapi/${number}.json`, yaml: `/openapi/${number}.yaml`, reference: `/reference/${number}`, tried };
}

/** The paths of all pages and files, except the files of the inspector. @param apis - their number */
export function listPagePaths(apis: number): string[] {
  return [
    '/',
    '/favicon.ico',
    INSPECTOR,
    LOGIN_RETURN,
    ...OWN_FILES.map((name) => `/_understudy/${name}`),
    ...SWAGGER_UI_FILES.map((name) => `/reference/${name}`),
    ...Array.from({ length: apis }, (_, index) => Object.values(pathsOf(index + 1))).flat(),
  ];
}
