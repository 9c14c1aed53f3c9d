type Role = 'system' | 'user' | 'assistant';

/** One message of a conversation in any dialect. Pointers are those of the body that the client sent. */
export interface Message {
  readonly role: Role;
  /** The calls of an assistant message. */
  readonly calls?: readonly SentCall[];
  /** The results of a user message, which then has no text but may have files. */
  readonly results?: readonly SentResult[];
  readonly pointer: string;
  readonly text: string;
  readonly textPointer: string;
  readonly files: readonly SentFile[];
}

/** A call by the assistant. */
export interface SentCall {
  readonly pointer: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The result of a call. Its function is found by the ID. */
export interface SentResult {
  /** Points to the ID. */
  readonly pointer: string;
  readonly id: string;
  readonly content: string;
  readonly isError: boolean;
}

export interface SentFile {
  readonly pointer: string;
  readonly url: string;
  /** Undefined if the file has no name. It is then named by its kind. */
  readonly name: string | undefined;
  readonly kind: 'image' | 'file';
}
