import { buildPages } from '../../core/generation/build-pages.ts';

/** Before the first test: what the pages' tests see is the source as it stands. */
export async function setup(): Promise<void> {
  await buildPages();
}
