// A setting as data: values, default, flag and help.

/** The headings of settings in help and reference, besides the most used ones. */
export type SettingGroup = 'Serving' | 'Data' | 'Faults' | 'Security' | 'Network' | 'Replicas' | 'Output';

/** The valid values of a setting, as keywords of JSON Schema. */
export interface ValueSchema<Value = unknown> {
  readonly type?: 'object' | 'array' | 'string' | 'boolean' | 'integer';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly items?: ValueSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: ValueSchema | false;
  readonly oneOf?: readonly ValueSchema[];
  /** The type of the values, for the compiler; never set. */
  readonly valueType?: Value;
}

/** A setting without its schema. Its flag and environment variable are named after its key. */
export interface SettingOptions<Value = unknown> {
  /** Default: the setting is undefined where it is not given. */
  readonly default?: Value;
  /** The default of `understudy serve`, if it is another one. */
  readonly commandDefault?: Value;
  /** Describes the default in texts, if that is not one value. */
  readonly defaultNote?: string;
  /** Whether only `understudy serve` and other commands have it. Default: `createMockServer` has it, too. */
  readonly isCommandOnly?: boolean;
  /** Whether only a config or code can set it. Default: there are a flag and an environment variable. */
  readonly hasNoFlag?: boolean;
  /** A letter for the flag, such as `p` for `-p`. */
  readonly short?: string;
  /** The name of the value in help texts, such as FILE. Default: the flag is on or off. */
  readonly takes?: string;
  /** Its heading in help and reference. */
  readonly group?: SettingGroup;
  /** Whether help shows it first, with the most used ones. */
  readonly isCommon?: boolean;
  /** A clause for help, reference and config schema. */
  readonly help: string;
  /** Whether its value is never printed. */
  readonly isSecret?: boolean;
  /** Returns the requirement that a value violates. It replaces the schema for flags, variables and code. */
  readonly requirement?: (value: unknown) => string | undefined;
}

export interface Setting<Value = unknown> extends SettingOptions<Value> {
  readonly schema: ValueSchema<Value>;
}

export type SettingTable = Readonly<Record<string, Setting>>;

type Described<Value, Options> = Options & { readonly schema: ValueSchema<Value> };

/** A setting that is on or off. */
export function toggle<const Options extends SettingOptions<boolean>>(options: Options): Described<boolean, Options> {
  return { ...options, schema: { type: 'boolean' } };
}

/** A non-empty text. */
export function text<const Options extends SettingOptions<string>>(options: Options): Described<string, Options> {
  return { ...options, schema: TEXT };
}

/** A whole number from 0 to a maximum. */
export function integer<const Options extends SettingOptions<number>>(
  maximum: number,
  options: Options,
): Described<number, Options> {
  return { ...options, schema: { type: 'integer', minimum: 0, maximum } };
}

/** One of several words. */
export function choice<const Choice extends string, const Options extends SettingOptions<NoInfer<Choice>>>(
  choices: readonly Choice[],
  options: Options,
): Described<Choice, Options> {
  return { ...options, schema: { type: 'string', enum: choices } };
}

/** A value with structure, in a config or in code. */
export function structure<Value, const Options extends SettingOptions<Value>>(
  schema: ValueSchema<Value>,
  options: Options,
): Described<Value, Options & { readonly hasNoFlag: true }> {
  return { ...options, schema, hasNoFlag: true };
}

export const TEXT: ValueSchema<string> = { type: 'string', minLength: 1 };

type ValueOf<One> = One extends { readonly schema: ValueSchema<infer Value> } ? Value : never;

/** Values of all settings of a table; each may be left out. */
export type ConfigValues<Table> = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> };

/** Values of the settings that `createMockServer` has. */
export type ServerValues<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly isCommandOnly: true } ? never : Name]?: ValueOf<
    Table[Name]
  >;
};

/** The defaults of all settings that have one. */
export type DefaultValues<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly default: unknown } ? Name : never]: ValueOf<
    Table[Name]
  >;
};
