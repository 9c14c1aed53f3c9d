import { bundleConsole } from '../../core/generation/bundle-console.ts';

/** Before the first test: what the console's tests see is the source as it stands. */
export async function setup(): Promise<void> {
  await bundleConsole();
}
