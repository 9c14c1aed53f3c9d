import { afterEach, expect, it } from 'vitest';
import { formatFields } from '../../core/commands/print.ts';

const { isTTY, columns } = process.stdout;
afterEach(() => {
  Object.assign(process.stdout, { isTTY, columns });
});

const FIELDS = { action: 'key.create', change: 'models gpt-5.4, gpt-4o; requests per minute 20' };

it('goes on beside the name of a field where a line has no room for it', () => {
  Object.assign(process.stdout, { isTTY: true, columns: 32 });
  expect(formatFields(FIELDS)).toBe(
    'action  key.create\nchange  models gpt-5.4, gpt-4o;\n        requests per minute 20\n',
  );
});

it('breaks no field for a file or a pipe', () => {
  Object.assign(process.stdout, { isTTY: false, columns: 32 });
  expect(formatFields(FIELDS)).toBe(`action  key.create\nchange  ${FIELDS.change}\n`);
});
