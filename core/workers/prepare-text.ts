import { LONG_ANSWER_CHARACTERS, type LongTexts } from '../text/long-text.ts';
import { neutralise } from '../text/neutralise.ts';
import { shelveIfLong, unshelve } from '../text/shelve-text.ts';

export interface TextTask {
  /** May hold marks. */
  readonly text: string;
  readonly texts: LongTexts;
}

export interface PreparedText {
  /** Short, or a mark. */
  readonly text: string;
  readonly texts: LongTexts;
}

/** The piscina task: the copy of a long text that judges see. */
export default function prepareText({ text, texts }: TextTask): PreparedText {
  return shelveIfLong(neutralise(unshelve(text, texts)), LONG_ANSWER_CHARACTERS);
}
