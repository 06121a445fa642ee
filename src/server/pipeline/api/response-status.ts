// Types of the statuses that the responses of an operation stand for.

/** The statuses of one response, by its key: a status, a class, or `default`, which has all that the others do not have. */
export type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Key extends StatusClass
    ? Exclude<StatusIn<Key>, Keys>
    : Exclude<HttpStatus, Keys | StatusIn<Extract<Keys, StatusClass>>>;

const STATUSES = [
  100, 101, 102, 103, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308, 400,
  401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 420, 421, 422, 423, 424,
  425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
] as const;

/** A status of HTTP. */
type HttpStatus = (typeof STATUSES)[number];

/** A class of statuses, as documents name it. */
export type StatusClass = '1XX' | '2XX' | '3XX' | '4XX' | '5XX';

/** The statuses of a class. */
type StatusIn<Class extends StatusClass> = Class extends `${infer First}XX` ? StatusFrom<First> : never;

type StatusFrom<First extends string, Status extends HttpStatus = HttpStatus> = Status extends HttpStatus
  ? `${Status}` extends `${First}${string}`
    ? Status
    : never
  : never;
