import { expect, it } from 'vitest';
import { DEFAULT_URL } from '../../core/commands/client/gateway-target.ts';
import { GUIDES, proseOf } from './documents.ts';

it('docs/judging.md states the default of --url where it first names the option', () => {
  const page = GUIDES.find(({ name }) => name === 'docs/judging.md');
  const prose = page === undefined ? '' : proseOf(page).join(' ');
  const [, said] = /`--url`,? (.{0,80})/.exec(prose) ?? [];
  expect(said).toContain(`by default \`${DEFAULT_URL}\``);
});
