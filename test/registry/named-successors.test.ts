import { expect, it } from 'vitest';
import { registry } from '../contract/registry-on-disk.ts';

it('names the successors that providers have named before a shutdown', () => {
  const successors = new Map(registry.models.map(({ id, successor }) => [id, successor]));
  expect(successors.get('gemini-3-flash-preview')).toBe('gemini-3.5-flash');
  expect(successors.get('grok-4.20-0309-non-reasoning')).toBe('grok-4.3');
});
