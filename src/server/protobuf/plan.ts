// The protobuf form of a document as plain data, from which descriptors and `.proto` files are made.

/** The scalar types of protobuf that a document can have (https://protobuf.dev/programming-guides/proto3/#scalar). */
export type ProtobufScalar = 'string' | 'bool' | 'bytes' | 'double' | 'float' | 'int32' | 'int64' | 'uint32' | 'uint64';

/** The type of one value. Names are full names; messages may be of `google.protobuf`. */
export type ValueType =
  | {
      readonly kind: 'scalar';
      readonly scalar: ProtobufScalar;
      /** Whether it is a 64-bit integer that is a number in the document's JSON. */
      readonly isNumber: boolean;
    }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'message'; readonly name: string };

export interface FieldPlan {
  /** Its name in JSON. */
  readonly jsonName: string;
  /** Its name in protobuf, in snake_case. */
  readonly name: string;
  readonly number: number;
  readonly type: ValueType;
  /** `optional`: single, with presence. `map`: from text to `type`. */
  readonly cardinality: 'single' | 'optional' | 'repeated' | 'map';
  /** The name in protobuf of the choice that it belongs to. */
  readonly oneof: string | undefined;
  /** Whether the document's JSON has a list of one element for it (`x-singular`). */
  readonly singular: boolean;
  /** The most items of a list; undefined where the document does not bound it. */
  readonly mostItems: number | undefined;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string | undefined;
  /** JSON pointer to its place in the document. */
  readonly pointer: string;
}

export interface EnumPlan {
  readonly name: string;
  readonly fullName: string;
  readonly values: readonly { readonly name: string; readonly number: number }[];
  readonly description: string | undefined;
  readonly pointer: string;
}

export interface MessagePlan {
  readonly name: string;
  readonly fullName: string;
  /** By number. */
  readonly fields: readonly FieldPlan[];
  /** The names of its choices, in the order of their first fields. */
  readonly oneofs: readonly string[];
  readonly reserved: readonly number[];
  /** Nested in it. */
  readonly messages: readonly MessagePlan[];
  readonly enums: readonly EnumPlan[];
  /** Whether the document's JSON may have properties that are no fields. */
  readonly open: boolean;
  /** Further full names. */
  readonly aliases: readonly string[];
  readonly description: string | undefined;
  readonly pointer: string;
}

export interface RpcPlan {
  readonly name: string;
  readonly operationId: string;
  /** Full names of messages. */
  readonly input: string;
  readonly output: string;
  readonly description: string | undefined;
  readonly pointer: string;
}

/** The protobuf package of a document, with its one service. */
export interface ProtobufPlan {
  readonly package: string;
  readonly service: string;
  /** Further full names of the service. */
  readonly aliases: readonly string[];
  readonly rpcs: readonly RpcPlan[];
  readonly messages: readonly MessagePlan[];
  readonly enums: readonly EnumPlan[];
  readonly description: string | undefined;
}

/** A reason why a document has no protobuf form, with its position: a sentence for its author. */
export interface PlanProblem {
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** A number that a document does not give. */
export interface MissingNumber {
  readonly word: 'x-field-numbers' | 'x-field-number' | 'x-enum-numbers';
  /** JSON pointer of the object that has to give it. */
  readonly at: string;
  /** Of `x-field-numbers`, its property. */
  readonly name?: string;
  /** The full name of the message in which it must be another one than all others; that of the enum's schema, for all of an enum. */
  readonly within: string;
  /** Numbers that are given there. */
  readonly taken: readonly unknown[];
  /** How many numbers there have to be. Default 1. */
  readonly count?: number;
}

/** A message and all that are nested in it. */
export function withNested(message: MessagePlan): readonly MessagePlan[] {
  return [message, ...message.messages.flatMap(withNested)];
}
