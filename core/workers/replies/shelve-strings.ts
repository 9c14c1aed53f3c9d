import type { LongTexts, TextStore } from '../../text/long-text.ts';
import { shelveParts } from '../../text/shelve-text.ts';
import { MAX_CUT_CHARACTERS } from './parse-reply.ts';

export interface ShelveTask {
  /** May hold marks. */
  readonly strings: readonly string[];
  readonly texts: LongTexts;
}

export interface ShelvedStrings {
  /** What stands for each of them, in their order. */
  readonly strings: readonly string[];
  /** What the new marks in them stand for. */
  readonly texts: LongTexts;
}

/** The task for a thread: puts long strings of a reply away that has come as events. */
export default function shelveStrings({ strings, texts }: ShelveTask): ShelvedStrings {
  const shelves: TextStore = new Map();
  const shortened = strings.map((string) => {
    // A mark is not blank, so a blank text cannot be one.
    if (!/\S/.test(string)) return string.slice(0, MAX_CUT_CHARACTERS);
    const shelved = shelveParts(string, texts);
    for (const [mark, long] of shelved.texts) shelves.set(mark, long);
    return shelved.text;
  });
  return { strings: shortened, texts: shelves };
}
