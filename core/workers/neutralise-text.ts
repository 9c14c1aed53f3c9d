import { neutralise } from '../text/neutralise.ts';
import { sharePart, type SharedPart, type SharedText, wholeText } from '../text/shared-text.ts';

/** A copy up to this many UTF-16 code units is a string. The tokens of a longer one are counted here, once for all judges. */
const SHORT_CHARACTERS = 8_192;

/** The piscina task. It makes the copy of a long text that judges see. */
export default function neutraliseText(parts: SharedText['parts']): string | SharedPart {
  const copy = neutralise(wholeText(parts));
  return copy.length <= SHORT_CHARACTERS ? copy : sharePart(copy);
}
