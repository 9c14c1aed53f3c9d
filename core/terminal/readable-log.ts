import type { DestinationStream } from 'pino';
import { onOneLine } from './printable-text.ts';

const LEVELS: Readonly<Record<string, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** A terminal, for a person: of each line of JSON the time of day, the level, the message and the fields. */
export function readableOutput(terminal: { readonly write: (text: string) => unknown }): DestinationStream {
  return { write: (line) => void terminal.write(`${readableLine(line)}\n`) };
}

export function readableLine(json: string): string {
  const { level, time, msg, ...fields }: Readonly<Record<string, unknown>> = JSON.parse(json);
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const name = LEVELS[String(level)] ?? String(level);
  return `${clock} ${name.padEnd(5)} ${onOneLine([msg, ...facts].join(' '))}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
