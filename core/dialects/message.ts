type Role = 'system' | 'user' | 'assistant';

/** One message of a conversation, whatever dialect it came in. Pointers are in the body as it was sent. */
export interface Message {
  readonly role: Role;
  /** Of the assistant. */
  readonly calls?: readonly SentCall[];
  /** Of the user: then the message is of one or several results alone, beside its files. */
  readonly results?: readonly SentResult[];
  readonly pointer: string;
  readonly text: string;
  readonly textPointer: string;
  readonly files: readonly SentFile[];
}

/** A call of the assistant's. */
export interface SentCall {
  readonly pointer: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a call came to. Its function is found by the ID. */
export interface SentResult {
  /** Of the ID. */
  readonly pointer: string;
  readonly id: string;
  readonly content: string;
  readonly isError: boolean;
}

export interface SentFile {
  readonly pointer: string;
  readonly url: string;
  /** Undefined where it has none; then it is named by its kind. */
  readonly name: string | undefined;
  readonly kind: 'image' | 'file';
}
