// Commands as data: names, arguments, flags and help texts.

/** A flag of a command. */
export interface Flag {
  /** A letter for the flag, such as `p` for `-p`. */
  readonly short?: string;
  /** The name of its value in help texts, such as FILE. Default: the flag is on or off. */
  readonly takes?: string;
  /** Whether it may be given several times. */
  readonly isRepeatable?: boolean;
  /** The values that it accepts. Default: any. */
  readonly choices?: readonly string[];
  /** The value if the flag is missing. */
  readonly default?: string;
  /** Describes a default that is not one value. */
  readonly defaultNote?: string;
  readonly help: string;
  /** Its heading in help texts. Default: Flags. */
  readonly group?: string;
  /** Whether help shows it first, with the most used ones. */
  readonly isCommon?: boolean;
  /** The environment variable with the same meaning. */
  readonly variable?: string;
  /** Whether its value is never printed. */
  readonly isSecret?: boolean;
}

/** Flags by name, without their dashes. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** The groups of commands, in the order of `understudy help`. */
export const COMMAND_GROUPS = [
  'Serve and set up a project',
  'Work with documents',
  'Test servers',
  'Control a running server',
  'Help',
] as const;

/** One command. */
export interface Command<Flags extends FlagTable = FlagTable> {
  readonly name: string;
  /** Another name for it. */
  readonly synonym?: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** Whether `understudy help` lists it first, with the most used ones. */
  readonly isCommon?: boolean;
  /** Its arguments as in help texts: `OLD NEW`, `FILE…`; optional ones in brackets: `[DOCUMENT [URL]]`. */
  readonly arguments: string;
  /** The valid first arguments, if they are a fixed list. */
  readonly actions?: readonly string[];
  /** Its forms, if `arguments` does not show all of them. */
  readonly usage?: readonly string[];
  /** A summary for the list of commands. */
  readonly summary: string;
  /** The description, as paragraphs. */
  readonly about: readonly string[];
  readonly flags: Flags;
  /** Paragraphs below the flags. */
  readonly notes?: readonly string[];
  /** Exit codes with a special meaning in this command. */
  readonly exitCodes?: Readonly<Record<number, string>>;
}

/** The parsed values of flags. */
export type FlagValues<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]: Flags[Name] extends { readonly takes: string }
    ? Flags[Name] extends { readonly isRepeatable: true }
      ? readonly string[] | undefined
      : ValueOf<Flags[Name]> | (Flags[Name] extends { readonly default: string } ? never : undefined)
    : boolean;
};

type ValueOf<One extends Flag> = One extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

/** Returns a command unchanged, with the types of its flags. */
export function defineCommand<const Flags extends FlagTable>(command: Command<Flags>): Command<Flags> {
  return command;
}

/** The forms of a command, without `understudy`. */
export function formsOf({ name, arguments: given, flags, usage }: Command): readonly string[] {
  const hasFlags = Object.keys(flags).length > 0;
  return usage ?? [[name, ...(hasFlags ? ['[FLAGS]'] : []), ...(given === '' ? [] : [given])].join(' ')];
}
