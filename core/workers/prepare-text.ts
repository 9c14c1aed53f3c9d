import { LONG_ANSWER_CHARACTERS, type LongTexts } from '../text/long-text.ts';
import { neutralise } from '../text/neutralise.ts';
import { shelveIfLong, unshelve } from '../text/shelve-text.ts';

export interface TextTask {
  /** May hold marks. */
  readonly text: string;
  readonly texts: LongTexts;
  /** A judge is to read it. */
  readonly isForJudge: boolean;
}

export interface PreparedText {
  /** Short, or a mark. */
  readonly text: string;
  readonly texts: LongTexts;
}

/** The piscina task: whatever is to be done once with a long text before the event loop hands it on. */
export default function prepareText({ text, texts, isForJudge }: TextTask): PreparedText {
  const whole = unshelve(text, texts);
  return shelveIfLong(isForJudge ? neutralise(whole) : whole, LONG_ANSWER_CHARACTERS);
}
