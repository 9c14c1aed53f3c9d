import { afterEach, expect, it, vi } from 'vitest';
import { type LongCall, wireCall } from '../../../core/pipeline/plan/plan-call.ts';
import { sharePart, SharedText } from '../../../core/text/shared-text.ts';

afterEach(() => vi.restoreAllMocks());

it('writes nothing of a long text before the body is: all judges of a request are asked in one turn', () => {
  const text = new SharedText(['an answer, ', sharePart('the task'), ', another']);
  // Of a call nothing but its texts is looked at.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const longCall = {
    system: [],
    turns: [{ role: 'user', text, cacheBreakpoint: false }],
  } as unknown as LongCall;
  const json = vi.spyOn(SharedText.prototype, 'json', 'get');
  const { call, placeholders } = wireCall(longCall);
  expect(json).not.toHaveBeenCalled();
  const body = Buffer.concat([
    ...(placeholders?.fill(JSON.stringify({ content: call.turns[0]?.text })) ?? []),
  ]);
  expect(JSON.parse(body.toString())).toEqual({ content: 'an answer, the task, another' });
});

it('shows a plugin that a long text is blank, as it sees of a short one', () => {
  const text = new SharedText([sharePart(' \n'.repeat(300))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const longCall = { system: [{ text }], turns: [] } as unknown as LongCall;
  expect(wireCall(longCall).call.system[0]?.text.trim()).toBe('');
});
