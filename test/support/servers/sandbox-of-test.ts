import { onTestFinished } from 'vitest';
import {
  startSandboxUpstream,
  type SandboxOptions,
  type SandboxUpstream,
} from '../../../core/sandbox/upstream.ts';

/** A sandbox that is stopped when the test that starts it has ended. */
export async function startUpstream(options: SandboxOptions = {}): Promise<SandboxUpstream> {
  const upstream = await startSandboxUpstream(options);
  onTestFinished(() => upstream.stop());
  return upstream;
}
