import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Puts a style around a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** For files, pipes and tests. */
export const PLAIN: Paint = (_style, text) => text;

/** Colours only where the stream is a terminal that takes them; NO_COLOR turns them off. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}
