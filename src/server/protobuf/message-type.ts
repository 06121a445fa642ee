// Converts messages of one protobuf type between bytes and values.

/** A message that was read. */
export interface ReadMessage {
  /** In the canonical protobuf JSON mapping, but for lists with `x-singular`. */
  readonly value: unknown;
  /** A sentence for each place where there were fields that the type does not know. They are ignored. */
  readonly unknownFields: readonly string[];
}

/** One protobuf message type. Values have the form of the document's JSON. */
export interface MessageType {
  /** Its full name, such as `shop.v1.GetPetRequest`. */
  readonly name: string;
  /** @throws ApiError `invalid_argument` if the bytes are no such message */
  fromBinary(bytes: Uint8Array): ReadMessage;
  /** Reads the canonical protobuf JSON of the message. @throws ApiError `invalid_argument` if it is no such message */
  fromJson(json: unknown): ReadMessage;
  /** @throws Error if the value is no such message */
  toBinary(value: unknown): Uint8Array;
  /** The canonical protobuf JSON of a value, fields with their default value included. @throws Error if it is no such message */
  toJson(value: unknown): unknown;
}

/** A message of any type: its full name, and its bytes (google.protobuf.Any). */
export interface PackedMessage {
  readonly type: string;
  readonly value: Uint8Array;
}

/** The messages of a document: of its RPCs, and of error details. */
export interface Messages {
  /** The request and the response of an operation that has an `x-rpc`. */
  of(operationId: string): { readonly input: MessageType; readonly output: MessageType } | undefined;
  /**
   * A JSON object with `@type` as a message of that type; undefined for other objects. An unknown type is given by its
   * bytes: `value`, in base64, as in `google.protobuf.Any`.
   */
  pack(detail: unknown): PackedMessage | undefined;
}
