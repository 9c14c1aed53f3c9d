import { neutralise } from '../text/neutralise.ts';
import { sharePart, type SharedPart, type SharedText, wholeText } from '../text/shared-text.ts';

/** A shorter copy, in UTF-16 code units, is a string. */
const SHORT_CHARACTERS = 32_768;

/** The piscina task: the copy of a long text that judges see. */
export default function neutraliseText(parts: SharedText['parts']): string | SharedPart {
  const copy = neutralise(wholeText(parts));
  return copy.length <= SHORT_CHARACTERS ? copy : sharePart(copy);
}
